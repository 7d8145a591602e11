import { Token, parseList } from 'structured-headers';
import type { Mechanism } from '../../domain/verdict';

/** One member of a Proxy-Status field (RFC 9209): what one intermediary says about the response. */
export interface ProxyStatusMember {
  readonly name: string;
  readonly error: string | null;
  readonly receivedStatus: number | null;
  readonly nextHop: string | null;
  readonly details: string | null;
}

const MAX_FIELD = 8192;

/**
 * Reads a Proxy-Status field value. The first member is nearest to the origin, the last nearest to the client.
 * Null when it is not a structured list: hostile or broken text is no evidence.
 */
export function parseProxyStatus(field: string): ProxyStatusMember[] | null {
  if (field.length > MAX_FIELD) return null;
  try {
    return parseList(field).map(([value, parameters]) => ({
      name: Array.isArray(value) ? '' : textOf(value) ?? '',
      error: textOf(parameters.get('error')),
      receivedStatus: statusOf(parameters.get('received-status')),
      nextHop: textOf(parameters.get('next-hop')),
      details: textOf(parameters.get('details')),
    }));
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  if (value instanceof Token) return value.toString();
  return typeof value === 'string' ? value : null;
}

const statusOf = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : null);

/** RFC 9209 section 2.3 error types as mechanisms; `cause` is the side whose condition led to them. */
const errors: Readonly<Record<string, readonly [Mechanism, 'proxy' | 'backend' | 'client']>> = {
  dns_timeout: ['connect_failed', 'backend'], dns_error: ['connect_failed', 'backend'],
  destination_not_found: ['route_miss', 'proxy'], destination_unavailable: ['no_endpoint', 'backend'],
  destination_ip_prohibited: ['local_policy', 'proxy'], destination_ip_unroutable: ['connect_failed', 'backend'],
  connection_refused: ['connect_failed', 'backend'], connection_terminated: ['reset_before_response', 'backend'],
  connection_timeout: ['connect_failed', 'backend'], connection_read_timeout: ['timeout', 'backend'],
  connection_write_timeout: ['timeout', 'backend'], connection_limit_reached: ['local_policy', 'proxy'],
  tls_protocol_error: ['protocol_error', 'backend'], tls_certificate_error: ['protocol_error', 'backend'], tls_alert_received: ['protocol_error', 'backend'],
  http_request_error: ['local_policy', 'client'], http_request_denied: ['local_policy', 'proxy'],
  http_response_incomplete: ['reset_before_response', 'backend'], http_response_header_section_size: ['protocol_error', 'backend'],
  http_response_header_size: ['protocol_error', 'backend'], http_response_body_size: ['protocol_error', 'backend'],
  http_response_trailer_section_size: ['protocol_error', 'backend'], http_response_trailer_size: ['protocol_error', 'backend'],
  http_response_transfer_coding: ['protocol_error', 'backend'], http_response_content_coding: ['protocol_error', 'backend'],
  http_response_timeout: ['timeout', 'backend'], http_upgrade_failed: ['protocol_error', 'backend'], http_protocol_error: ['protocol_error', 'backend'],
  proxy_internal_response: ['local_policy', 'proxy'], proxy_internal_error: ['local_policy', 'proxy'],
  proxy_configuration_error: ['config', 'proxy'], proxy_loop_detected: ['config', 'proxy'],
};

export function readProxyError(error: string): readonly [Mechanism, 'proxy' | 'backend' | 'client'] | null {
  return Object.hasOwn(errors, error) ? errors[error]! : null;
}
