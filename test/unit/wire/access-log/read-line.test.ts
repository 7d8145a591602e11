import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessLogFormats, type AccessLogFormat } from '@/lib/domain/access-log';
import { emptyLine } from '@/lib/wire/access-log/line';
import { ownText } from '@/lib/wire/access-log/own-text';
import { readLogLine } from '@/lib/wire/access-log/read-line';

/** Bytes of a line as the reader gets them: one character a byte. */
const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

function read(text: string, expected: AccessLogFormat | 'auto' = 'auto') {
  // Between other lines: a field must not run over the end of its own.
  const block = `other "x" [\n${bytes(text)}\n"y" ] 404 "z"`;
  const line = emptyLine();
  const from = block.indexOf('\n') + 1;
  const why = readLogLine(block, from, from + bytes(text).length, expected, line);
  if (why !== null) return why;
  const own = (field: typeof line.path) => (field.from < 0 ? null : ownText(field, 2000));
  const { format, status, at, responder } = line;
  return { format, status, at: Number.isNaN(at) ? null : new Date(at).toISOString(), responder, client: own(line.client), host: own(line.host), method: own(line.method), path: own(line.path), userAgent: own(line.userAgent) };
}

const time = '[10/Oct/2000:13:55:36 -0700]';
const at = '2000-10-10T20:55:36.000Z';
const base = { status: 404, at, responder: 'unknown', client: '198.51.100.7', method: 'GET', path: '/a', host: null, userAgent: null };
const envoyTime = { at: '2016-04-15T20:17:00.310Z' };
const envoy = '[2016-04-15T20:17:00.310Z] "GET /a HTTP/2" 404';
const ingress = '100 0.003 [shop-web-80] []';

describe('what collectors put in front of a line is passed over', () => {
  const plain = `198.51.100.7 - - ${time} "GET /a HTTP/1.0" 404 5 "-" "x"`;
  const json = '{"status":404,"request_uri":"/a","remote_addr":"198.51.100.7"}';
  it.each([
    ['kubectl logs --timestamps', '2000-10-10T20:55:37.123456789Z '],
    ['kubectl logs --prefix', '[pod/skipper-1/skipper] '],
    ['both', '[pod/skipper-1/skipper] 2000-10-10T20:55:37.123456789Z '],
    ['a file of the container runtime', '2000-10-10T20:55:37.123456789+02:00 stdout F '],
  ])('%s', (_name, front) => {
    for (const one of [plain, json, `${envoy} NR`]) expect(read(front + one)).toEqual(read(one));
  });

  it.each(['2000-10-10T20:55:37Z', '2000-10-10T20:55:37Z ', '[pod/', '[pod/a ', '[pod/a 2000-10-10T20:'])('%j alone is not understood', (front) => {
    expect(read(front)).toEqual(expect.any(String));
  });
});

describe('times that are none', () => {
  it.each(['32/Oct/2000:13:55:36', '10/Oct/2000:24:55:36', '10/Oct/2000:13:60:36', '10/Oct/2000:13:55:61', '10/Oct/0026:13:55:36', '10/Foo/2000:13:55:36'])('%s', (text) => {
    expect(read(`198.51.100.7 - - [${text} -0700] "GET /a HTTP/1.0" 404 5`)).toMatchObject({ status: 404, at: null });
  });
  it.each(['2016-13-15T20:17:00Z', '2016-04-15T25:17:00Z', '2016-04-00T20:17:00Z', '2016-04-15T20:99:00Z', '8025-04-15T20:17:00Z'])('%s', (text) => {
    expect(read(`[${text}] "GET /a HTTP/1.0" 404 NR`)).toMatchObject({ status: 404, at: null });
  });
});

describe('epoch seconds', () => {
  it.each([['971211336.5', '2000-10-10T20:55:36.500Z'], ['99999999999', null], ['-1', null], ['1e9', null]])('%s', (msec, when) => {
    expect(read(`{"status":404,"request_uri":"/a","msec":"${msec}"}`)).toMatchObject({ at: when });
  });
});

describe('escapes of JSON', () => {
  it.each([
    ['as bytes', 'caf\u00e9'], ['escaped', 'caf\\u00e9'], ['escaped in capitals', 'caf\\u00E9'],
  ])('%s', (_name, word) => {
    expect(read(`{"status":404,"request_uri":"/${word}"}`)).toMatchObject({ path: '/caf\u00e9' });
  });

  it('an escaped backslash is no escape', () => {
    expect(read('{"status":404,"request_uri":"/caf\\\\u00e9"}')).toMatchObject({ path: '/caf\\u00e9' });
  });
});

describe('readLogLine', () => {
  it.each<[string, string, object]>([
    ['common', `198.51.100.7 - frank ${time} "GET /a HTTP/1.0" 404 2326`, { ...base, format: 'combined' }],
    ['combined', `198.51.100.7 - - ${time} "GET /a HTTP/1.0" 404 - "http://x/" "curl/8"`, { ...base, format: 'combined', userAgent: 'curl/8' }],
    ['a user name with a blank', `198.51.100.7 - a b ${time} "GET /a HTTP/1.0" 404 -`, { ...base, format: 'combined' }],
    ['no user agent sent', `198.51.100.7 - - ${time} "GET /a HTTP/1.0" 404 - "-" "-"`, { ...base, format: 'combined', userAgent: '-' }],
    ['an escaped quote in the path', `198.51.100.7 - - ${time} "GET /a\\"b HTTP/1.0" 404 - "-" "-"`, { ...base, format: 'combined', path: '/a\\"b', userAgent: '-' }],
    ['virtual host and port', `shop.example.org:443 198.51.100.7 - - ${time} "GET /a HTTP/1.0" 404 5 "-" "x"`, { ...base, format: 'combined', host: 'shop.example.org:443', userAgent: 'x' }],
    ['an IPv6 client is no virtual host', `2001:db8::1 - - ${time} "GET /a HTTP/1.0" 404 5`, { ...base, format: 'combined', client: '2001:db8::1' }],
    ['bytes of another protocol', `198.51.100.7 - - ${time} "\\x16\\x03\\x01" 404 5 "-" "-"`, { ...base, format: 'combined', method: null, path: '\\x16\\x03\\x01', userAgent: '-' }],
    ['one more quoted field', `198.51.100.7 - - ${time} "GET /a HTTP/1.0" 404 5 "-" "x" "203.0.113.1"`, { ...base, format: 'combined', userAgent: 'x' }],
    ['a request time at the end', `198.51.100.7 - - ${time} "GET /a HTTP/1.0" 404 5 "-" "x" 0.123`, { ...base, format: 'combined', userAgent: 'x' }],
    ['skipper', `198.51.100.7 - - ${time} "GET /a HTTP/1.1" 404 10 "-" "x" 12 shop.example.org flow -`, { ...base, format: 'skipper', host: 'shop.example.org', userAgent: 'x' }],
    ['skipper behind proxies', `198.51.100.7, 10.0.0.1 - - ${time} "GET /a HTTP/1.1" 404 10 "-" "x" 12 shop.example.org - -`, { ...base, format: 'skipper', host: 'shop.example.org', userAgent: 'x' }],
    ['skipper with a quote in the agent', `198.51.100.7 - - ${time} "GET /a HTTP/1.1" 404 10 "-" "x" 5 evil - - y" 12 shop.example.org - -`, { ...base, format: 'skipper', host: 'shop.example.org', userAgent: 'x" 5 evil - - y' }],
    ['skipper with a quote in the path', `198.51.100.7 - - ${time} "GET /a"b HTTP/1.1" 404 10 "-" "x" 12 shop.example.org - -`, { ...base, format: 'skipper', path: '/a"b', host: 'shop.example.org', userAgent: 'x' }],
    ['ingress-nginx, the application answered', `198.51.100.7 - - ${time} "GET /a HTTP/1.1" 404 10 "-" "x" ${ingress} 192.0.2.1:80 5 0.1 404 id`, { ...base, format: 'ingress-nginx', responder: 'backend', userAgent: 'x' }],
    ['ingress-nginx, at the second attempt', `198.51.100.7 - - ${time} "GET /a HTTP/1.1" 404 10 "-" "x" ${ingress} 192.0.2.1:80, 192.0.2.2:80 0, 5 0.1, 0.1 502, 404 id`, { ...base, format: 'ingress-nginx', responder: 'backend', userAgent: 'x' }],
    ['ingress-nginx without upstream', `198.51.100.7 - - ${time} "GET /a HTTP/1.1" 404 10 "-" "x" ${ingress} - - - - id`, { ...base, format: 'ingress-nginx', responder: 'proxy', userAgent: 'x' }],
    ['envoy without route', `${envoy} NR 0 9 1 - "198.51.100.7" "x" "id" "shop.example.org" "-"`, { ...base, ...envoyTime, format: 'envoy', responder: 'proxy', host: 'shop.example.org', userAgent: 'x' }],
    ['envoy, the upstream answered', `${envoy} - 0 9 1 1 "198.51.100.7,10.0.0.1" "x" "id" "shop.example.org" "192.0.2.1:80"`, { ...base, ...envoyTime, format: 'envoy', responder: 'backend', host: 'shop.example.org', userAgent: 'x' }],
    ['envoy, a direct response', `${envoy} - 0 9 1 - "-" "x" "id" "shop.example.org" "-"`, { ...base, ...envoyTime, format: 'envoy', responder: 'proxy', client: null, host: 'shop.example.org', userAgent: 'x' }],
    ['envoy with a quote in the agent', `${envoy} - 0 9 1 1 "198.51.100.7" "x" "y" "id" "shop.example.org" "192.0.2.1:80"`, { ...base, ...envoyTime, format: 'envoy', responder: 'backend', host: 'shop.example.org', userAgent: 'x" "y' }],
    ['istio', `${envoy} NR route_not_found - "-" 0 0 0 - "198.51.100.7" "x" "id" "shop.example.org" "-" - - 10.0.0.1:443 198.51.100.7:1 - -`, { ...base, ...envoyTime, format: 'envoy', responder: 'proxy', host: 'shop.example.org', userAgent: 'x' }],
    ['istio, details decide', `${envoy} - via_upstream - "-" 0 0 0 - "198.51.100.7" "x" "id" "shop.example.org" "192.0.2.1:80" out - - - - -`, { ...base, ...envoyTime, format: 'envoy', responder: 'backend', host: 'shop.example.org', userAgent: 'x' }],
    ['envoy gateway', '{"start_time":"2016-04-15T20:17:00.310Z","method":"GET","x-envoy-origin-path":"/a","response_code":"404","response_flags":"NR","response_code_details":"route_not_found","x-forwarded-for":"198.51.100.7","user-agent":"x",":authority":"shop.example.org","upstream_host":"-"}', { ...base, ...envoyTime, format: 'envoy-json', responder: 'proxy', host: 'shop.example.org', userAgent: 'x' }],
    ['istio as JSON, without X-Forwarded-For', '{"start_time":"2016-04-15T20:17:00.310Z","method":"GET","path":"/a","response_code":404,"response_flags":"-","downstream_remote_address":"198.51.100.7:4711","user_agent":null,"authority":"shop.example.org","upstream_host":"192.0.2.1:80"}', { ...base, ...envoyTime, format: 'envoy-json', responder: 'backend', host: 'shop.example.org', userAgent: '-' }],
    ['skipper as JSON', '{"audit":"","duration":3,"flow-id":"","host":"198.51.100.7","level":"info","method":"GET","msg":"","proto":"HTTP/1.1","referer":"","requested-host":"shop.example.org","response-size":10,"status":404,"timestamp":"10/Oct/2000:13:55:36 -0700","uri":"/a","user-agent":""}', { ...base, format: 'skipper-json', host: 'shop.example.org', userAgent: '-' }],
    ['nginx as JSON', '{"time_iso8601":"2000-10-10T13:55:36-07:00","remote_addr":"198.51.100.7","request":"GET /a HTTP/1.1","status":"404","http_host":"shop.example.org","http_user_agent":"x","upstream_addr":"192.0.2.1:80","upstream_status":"404"}', { ...base, format: 'nginx-json', responder: 'backend', host: 'shop.example.org', userAgent: 'x' }],
    ['nginx as JSON, the rewritten path is not what was asked', '{"msec":"971211336.000","remote_addr":"198.51.100.7","uri":"/index.html","request_uri":"/a","request_method":"GET","status":404}', { ...base, format: 'nginx-json' }],
    ['nginx as JSON without upstream', '{"time_local":"10/Oct/2000:13:55:36 -0700","remote_addr":"198.51.100.7","request_uri":"/a","request_method":"GET","status":404,"upstream_addr":""}', { ...base, format: 'nginx-json', responder: 'proxy' }],
    ['UTF-8 and other bytes', `198.51.100.7 - - ${time} "GET /ä\u202e HTTP/1.0" 404 -`, { ...base, format: 'combined', path: '/ä\u202e' }],
  ])('%s', (_name, text, wanted) => {
    expect(read(text)).toEqual(wanted);
  });

  it.each([
    ['nothing of a log', 'hello world', 'no time in brackets before a quoted request'],
    ['no status', `x - - ${time} "GET / HTTP/1.1"`, 'no status behind a quoted request'],
    ['half a JSON', '{"status":404', 'not one whole JSON object'],
    ['JSON of something else', '{"level":"info","msg":"started"}', 'JSON without "status" or "response_code"'],
    ['a status in words', '{"status":"ok","request_uri":"/"}', '"status" is no status'],
    ['no path', '{"status":404}', 'JSON without "request_uri" or "request"'],
    ['an Envoy line cut short', '[2016-04-15T20:17:00.310Z] "GET /a', 'no status behind the quoted request'],
  ])('says why it does not understand: %s', (_name, text, why) => {
    expect(read(text)).toBe(why);
  });

  it('a forced format refuses lines of another', () => {
    expect(read(`198.51.100.7 - - ${time} "GET /a HTTP/1.0" 404 5`, 'skipper')).toBe('recognised as combined, expected skipper');
    expect(read(`198.51.100.7 - - ${time} "GET /a HTTP/1.0" 404 5`, 'combined')).toMatchObject({ status: 404 });
  });

  it('bytes that are no UTF-8 stay visible', () => {
    const line = `a\xe9b - - ${time} "GET /\x00\xff HTTP/1.0" 404 5`;
    const found = emptyLine();
    expect(readLogLine(line, 0, line.length, 'auto', found)).toBeNull();
    expect(ownText(found.client, 100)).toBe('a\\xE9b');
    expect(ownText(found.path, 100)).toBe('/\u0000\\xFF');
  });

  it('never throws and never reads beyond its line', () => {
    const piece = fc.constantFrom(' ', '"', '[', ']', '-', '{', '}', ':', '404', '"status":', '] "', '" 404 ', time, '" "', '\\', '\u0000', 'ä', '/a', ',');
    fc.assert(fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), fc.constantFrom('auto' as const, ...accessLogFormats), (parts, expected) => {
      const text = parts.join('').replaceAll('\n', '');
      const line = emptyLine();
      const block = `${text}\n198.51.100.9 - - ${time} "GET /next HTTP/1.1" 404 5 "-" "next"`;
      if (readLogLine(block, 0, text.length, expected, line) !== null) return;
      for (const field of [line.client, line.host, line.method, line.path, line.userAgent]) {
        if (field.from >= 0 && field.text === block) expect(field.to).toBeLessThanOrEqual(text.length);
      }
    }));
  });
});

describe('round trip', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9/._%?=&~-]{1,40}$/).filter((text) => text !== '-' && !text.startsWith('HTTP'));
  const agent = fc.stringMatching(/^[A-Za-z0-9/.;() -]{1,60}$/).filter((text) => text.trim() === text && text !== '-');
  const host = fc.domain();
  const clients = fc.oneof(fc.ipV4(), fc.ipV6());
  const status = fc.integer({ min: 100, max: 599 });
  const second = fc.integer({ min: 0, max: 4_000_000_000 });
  const record = fc.record({ client: clients, host, method: fc.constantFrom('GET', 'HEAD', 'POST'), path: word.map((text) => `/${text}`), agent, status, second });
  const logTime = (seconds: number) => {
    const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(seconds * 1000).toUTCString())!;
    return `[${day}/${month}/${year}:${clock} +0000]`;
  };
  type Row = typeof record extends fc.Arbitrary<infer T> ? T : never;
  const writers: readonly [AccessLogFormat, boolean, (row: Row) => string][] = [
    ['combined', false, ({ client, method, path, agent, status, second }) => `${client} - - ${logTime(second)} "${method} ${path} HTTP/1.1" ${status} 5 "-" "${agent}"`],
    ['skipper', true, ({ client, host, method, path, agent, status, second }) => `${client} - - ${logTime(second)} "${method} ${path} HTTP/1.1" ${status} 5 "-" "${agent}" 3 ${host} - -`],
    ['envoy', true, ({ client, host, method, path, agent, status, second }) => `[${new Date(second * 1000).toISOString()}] "${method} ${path} HTTP/2" ${status} - 0 1 2 3 "${client}" "${agent}" "id" "${host}" "-"`],
    ['envoy-json', true, ({ client, host, method, path, agent, status, second }) => JSON.stringify({ start_time: new Date(second * 1000).toISOString(), method, path, response_code: status, x_forwarded_for: client, user_agent: agent, authority: host })],
    ['nginx-json', true, ({ client, host, method, path, agent, status, second }) => JSON.stringify({ msec: second.toFixed(3).padStart(14, '0'), request: `${method} ${path} HTTP/1.1`, status, remote_addr: client, http_user_agent: agent, host })],
    ['skipper-json', true, ({ client, host, method, path, agent, status, second }) => JSON.stringify({ timestamp: logTime(second).slice(1, -1), method, uri: path, status, host: client, 'user-agent': agent, 'requested-host': host })],
  ];
  it.each(writers)('%s', (format, hasHost, write) => {
    fc.assert(fc.property(record, (row) => {
      expect(read(write(row), format)).toMatchObject({
        format, status: row.status, client: row.client, method: row.method, path: row.path, host: hasHost ? row.host : null, at: new Date(row.second * 1000).toISOString(),
        userAgent: row.status === 404 || format.endsWith('json') ? row.agent : null,
      });
    }));
  });
});
