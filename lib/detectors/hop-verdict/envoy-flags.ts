import type { Mechanism } from '../../domain/verdict';

export type CauseSide = 'proxy' | 'backend' | 'client';

export interface Reason {
  readonly mechanism: Mechanism;
  readonly cause: CauseSide;
  readonly base: number;
}

const reason = (mechanism: Mechanism, cause: CauseSide, base = 0.95): Reason => ({ mechanism, cause, base });

/**
 * Envoy response flags in the order in which they decide (envoy-deploys-dialects.md 1.5, lab.md 4). DI is left out: a fault
 * delay sets it on the application's own answers too. URX is left out: it only says that the last try was final.
 */
export const envoyFlags: Readonly<Record<string, Reason>> = {
  NR: reason('route_miss', 'proxy', 0.97), NC: reason('config', 'proxy'),
  DC: reason('client_abort', 'client', 0.92), DR: reason('client_abort', 'client', 0.92), DPE: reason('protocol_error', 'client'),
  UH: reason('no_endpoint', 'backend'), UF: reason('connect_failed', 'backend'), DF: reason('connect_failed', 'backend'),
  UT: reason('timeout', 'backend'), UMSDR: reason('timeout', 'backend'), SI: reason('timeout', 'backend'), DT: reason('local_policy', 'proxy'),
  UPE: reason('protocol_error', 'backend'), UC: reason('reset_before_response', 'backend'), UR: reason('reset_before_response', 'backend'),
  LR: reason('local_policy', 'proxy'), UO: reason('local_policy', 'proxy'), OM: reason('local_policy', 'proxy'), DO: reason('local_policy', 'proxy'),
  UDO: reason('local_policy', 'proxy'), RL: reason('local_policy', 'proxy'), RLSE: reason('local_policy', 'proxy'), UAEX: reason('local_policy', 'proxy'),
  FI: reason('local_policy', 'proxy'), IH: reason('local_policy', 'client'), LH: reason('local_policy', 'proxy'),
  NFCF: reason('config', 'proxy'), RFCF: reason('local_policy', 'proxy'),
};

const BAD_REQUEST = reason('local_policy', 'client');
const BAD_FILTER = reason('config', 'proxy');
/** The request itself did not arrive in time. */
const SLOW_REQUEST = reason('timeout', 'client', 0.9);

/** `%RESPONSE_CODE_DETAILS%` by prefix, longest meaning first. The list of Envoy is not stable: unknown details say nothing. */
const details: readonly (readonly [string, Reason])[] = [
  ['route_not_found', envoyFlags.NR!], ['route_configuration_not_found', envoyFlags.NR!], ['cluster_not_found', envoyFlags.NC!],
  ['no_healthy_upstream', envoyFlags.UH!],
  ['upstream_reset_before_response_started{connection_termination', envoyFlags.UC!],
  ['upstream_reset_before_response_started{remote_re', envoyFlags.UR!], ['upstream_reset_before_response_started{protocol_error', envoyFlags.UPE!],
  ['upstream_reset_before_response_started{overflow', envoyFlags.UO!], ['upstream_reset_before_response_started{local_reset', envoyFlags.LR!],
  ['upstream_reset_before_response_started{', envoyFlags.UF!],
  ['response_timeout', envoyFlags.UT!], ['upstream_response_timeout', envoyFlags.UT!], ['upstream_per_try_timeout', envoyFlags.UT!],
  ['max_duration_timeout', envoyFlags.UMSDR!], ['stream_idle_timeout', envoyFlags.SI!], ['downstream_remote_disconnect', envoyFlags.DC!],
  ['direct_response', envoyFlags.FI!], ['rbac_access_denied', envoyFlags.FI!], ['lua_response', envoyFlags.FI!], ['request_payload_too_large', envoyFlags.FI!],
  ['ext_authz', envoyFlags.UAEX!], ['rate_limited', envoyFlags.RL!], ['request_rate_limited', envoyFlags.RL!], ['local_rate_limited', envoyFlags.RL!],
  ['jwt_authn', envoyFlags.FI!], ['fault_filter_abort', envoyFlags.FI!], ['maintenance_mode', envoyFlags.UO!], ['overload', envoyFlags.OM!],
  ['drop_overload', envoyFlags.DO!], ['unconditional_drop_overload', envoyFlags.UDO!], ['cdn_loop', envoyFlags.FI!], ['basic_auth', envoyFlags.FI!], ['csrf', envoyFlags.FI!],
  ['upstream_per_try_idle_timeout', envoyFlags.UT!], ['upstream_max_stream_duration_reached', envoyFlags.UMSDR!],
  ['duration_timeout', SLOW_REQUEST], ['request_overall_timeout', SLOW_REQUEST], ['request_header_timeout', SLOW_REQUEST],
  ['absolute_path_rejected', BAD_REQUEST], ['low_version', BAD_REQUEST], ['missing_host_header', BAD_REQUEST], ['missing_path_rejected', BAD_REQUEST],
  ['path_normalization_failed', BAD_REQUEST], ['request_headers_failed_strict_check', envoyFlags.IH!], ['upgrade_failed', BAD_REQUEST], ['invalid_envoy_request_headers', BAD_REQUEST],
  // Details of the codec towards the client; those of upstream stand in the braces of a reset.
  ['http1.', envoyFlags.DPE!], ['http2.', envoyFlags.DPE!], ['http3.', envoyFlags.DPE!],
  ['filter_chain_not_found', BAD_FILTER], ['filter_removed_required', BAD_FILTER], ['filter_added_invalid', BAD_FILTER],
  ['request_payload_exceeded_retry_buffer_limit', envoyFlags.FI!], ['response_payload_too_large', envoyFlags.FI!], ['admin_filter_response', envoyFlags.FI!],
  ['denied_by_admission_control', envoyFlags.FI!], ['reached_concurrency_limit', envoyFlags.FI!], ['ext_proc', envoyFlags.FI!],
];

/** The first flag of a list that decides. `URX,UF` is UF. */
export function readFlags(flags: readonly string[]): { readonly flag: string; readonly reason: Reason } | null {
  for (const flag of Object.keys(envoyFlags)) if (flags.includes(flag)) return { flag, reason: envoyFlags[flag]! };
  return null;
}

/** Envoy writes details with spaces as underscores; older versions with spaces. */
export function readDetails(text: string): Reason | null {
  const plain = text.replace(/[ ]/g, '_').replace(/remote_connection_failure|local_connection_failure/g, 'connection_failure');
  return details.find(([prefix]) => plain.startsWith(prefix))?.[1] ?? null;
}
