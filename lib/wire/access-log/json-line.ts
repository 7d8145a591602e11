import type { AccessLine, AccessLogFormat, Responder, Stretch } from '@/lib/domain/access-log';
import { envoyResponder } from './envoy-text';
import { point, pointClient, pointRequest } from './line';
import { isoTimeAt, logTimeAt } from './times';

type Fields = Readonly<Record<string, unknown>>;

/**
 * One JSON object a line:
 *   envoy-json     Envoy Gateway's default (envoyproxy/gateway, internal/xds/translator/accesslog.go: `x-envoy-origin-path`, `:authority`,
 *                  `user-agent`) and Istio's (istio, pilot/pkg/model/telemetry_logging.go: `path`, `authority`, `user_agent`)
 *   skipper-json   `-access-log-json-enabled` (zalando/skipper, logging/access.go): `uri`, `requested-host`, and `host` is the client
 *   nginx-json     variables of nginx under their own names (`request_uri`, `http_host`, `remote_addr`, `upstream_status`); the site chooses which
 * Answers null, or why the line is none of these.
 */
export function readJsonLine(text: string, from: number, to: number, line: AccessLine): string | null {
  let fields: unknown;
  try {
    fields = JSON.parse(asBytes(text.slice(from, to)));
  } catch {
    return 'not one whole JSON object';
  }
  if (!isFields(fields)) return 'not a JSON object';
  if (Object.hasOwn(fields, 'response_code')) return readEnvoy(fields, line);
  if (!Object.hasOwn(fields, 'status')) return 'JSON without "status" or "response_code"';
  return Object.hasOwn(fields, 'requested-host') ? readSkipper(fields, line) : readNginx(fields, line);
}

/**
 * The text has one character a byte, so `\u00e9` must become the two bytes of é, or it would pass for a broken byte. Log shippers that write ASCII
 * escape so. Characters beyond U+00FF cannot be taken for bytes.
 */
function asBytes(json: string): string {
  if (!json.includes('\\u00')) return json;
  return json.replace(/\\(?:u00([89a-f][0-9a-f])|[^])/gi, (whole, code: string | undefined) => {
    if (code === undefined) return whole;
    const value = Number.parseInt(code, 16);
    return String.fromCharCode(0xc0 | (value >> 6), 0x80 | (value & 0x3f));
  });
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function readEnvoy(fields: Fields, line: AccessLine): string | null {
  if (!start(line, 'envoy-json', fields['response_code'])) return '"response_code" is no status';
  set(line.path, pick(fields, ['x-envoy-origin-path', 'x-envoy-original-path', 'path', ':path']));
  set(line.method, pick(fields, ['method', ':method']));
  set(line.host, pick(fields, [':authority', 'authority']));
  setAgent(line, fields, ['user-agent', 'user_agent']);
  line.at = timeOf(fields, ['start_time']);
  const forwarded = pick(fields, ['x-forwarded-for', 'x_forwarded_for']);
  setClient(line, forwarded ?? withoutPort(pick(fields, ['downstream_remote_address'])));
  line.responder = envoyResponder(raw(fields, 'response_flags'), raw(fields, 'response_code_details'), raw(fields, 'upstream_host'));
  return null;
}

function readSkipper(fields: Fields, line: AccessLine): string | null {
  if (!start(line, 'skipper-json', fields['status'])) return '"status" is no status';
  set(line.path, pick(fields, ['uri']));
  set(line.method, pick(fields, ['method']));
  set(line.host, pick(fields, ['requested-host']));
  setAgent(line, fields, ['user-agent']);
  line.at = timeOf(fields, ['timestamp']);
  setClient(line, pick(fields, ['host']));
  return null;
}

function readNginx(fields: Fields, line: AccessLine): string | null {
  if (!start(line, 'nginx-json', fields['status'])) return '"status" is no status';
  const request = pick(fields, ['request']);
  // `$uri` is the path after rewrites; what was asked for stands in the others.
  const path = pick(fields, ['request_uri']) ?? (request === null ? pick(fields, ['uri', 'path']) : null);
  if (request !== null) pointRequest(line, request, 0, request.length);
  if (path !== null) set(line.path, path);
  if (line.path.from < 0) return 'JSON without "request_uri" or "request"';
  const method = pick(fields, ['request_method', 'method']);
  if (method !== null) set(line.method, method);
  set(line.host, pick(fields, ['http_host', 'host', 'vhost', 'server_name']));
  setAgent(line, fields, ['http_user_agent', 'user_agent']);
  line.at = timeOf(fields, ['time_iso8601', 'time_local', '@timestamp', 'time', 'timestamp', 'msec']);
  setClient(line, pick(fields, ['remote_addr', 'http_x_forwarded_for']));
  line.responder = nginxResponder(raw(fields, 'upstream_addr'), raw(fields, 'upstream_status'), line.status);
  return null;
}

/** Several upstreams are divided by `, ` and groups by ` : `; the last one answered (nginx.org, ngx_http_upstream_module). */
function nginxResponder(address: string | null, status: string | null, answered: number): Responder {
  if (address === null && status === null) return 'unknown';
  const last = (status ?? '').split(/[,:\s]+/).at(-1) ?? '';
  if (last !== '' && last !== '-') return last === String(answered) ? 'backend' : 'unknown';
  return address === null || address === '' || address === '-' ? 'proxy' : 'unknown';
}

function start(line: AccessLine, format: AccessLogFormat, status: unknown): boolean {
  line.format = format;
  const value = typeof status === 'string' && /^\d{1,3}$/.test(status) ? Number(status) : status;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 999) return false;
  line.status = value;
  return true;
}

/** The value as text where it is text or a number; null where it is absent. */
function raw(fields: Fields, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  if (value === null && Object.hasOwn(fields, name)) return '-';
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

/** The first of these that says something. */
function pick(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = raw(fields, name);
    if (value !== null && value !== '' && value !== '-') return value;
  }
  return null;
}

function set(field: Stretch, text: string | null): void {
  if (text !== null) point(field, text, 0, text.length);
}

/** A user agent that is there and empty is a fact, not a gap. */
function setAgent(line: AccessLine, fields: Fields, names: readonly string[]): void {
  set(line.userAgent, pick(fields, names) ?? (names.some((name) => Object.hasOwn(fields, name)) ? '-' : null));
}

function setClient(line: AccessLine, text: string | null): void {
  if (text !== null) pointClient(line, text, 0, text.length);
}

const withoutPort = (address: string | null) => address?.replace(/:\d{1,5}$/, '') ?? null;

function timeOf(fields: Fields, names: readonly string[]): number {
  const text = pick(fields, names) ?? '';
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return Math.floor(Number(text) * 1000);
  return text.charCodeAt(2) === 0x2f ? logTimeAt(text, 0) : isoTimeAt(text, 0);
}
