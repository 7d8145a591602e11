/** Roles a hop can have in an answer (contracts.md section 2, `weir attribute`). */
export const hopRoles = ['proxy', 'backend', 'load-balancer', 'client', 'unseen', 'nobody', 'unknown'] as const;
export type HopRole = (typeof hopRoles)[number];

export const mechanisms = [
  'route_miss', 'local_policy', 'no_endpoint', 'connect_failed', 'reset_before_response', 'reset_mid_response',
  'timeout', 'passthrough', 'status_rewritten', 'client_abort', 'backend_own_error', 'before_first_span',
  'undetermined', 'config', 'protocol_error', 'healthy',
] as const;
export type Mechanism = (typeof mechanisms)[number];

/** Stable evidence codes (reference/traces-apis.md section 6.5). Parameters stand in brackets in the text form. */
export const evidenceCodes = [
  'STATUS_MATCH_BELOW', 'STATUS_MISMATCH_BELOW', 'NO_ATTEMPT', 'ATTEMPT_NO_RESPONSE', 'CONNECT_ERROR_TEXT', 'RESET_TEXT',
  'TIMEOUT_TEXT', 'ROUTE_MISS_MARK', 'ROUTE_ID_ABSENT', 'ROUTE_ID_PRESENT', 'ENVOY_FLAG', 'RESPONSE_DETAILS',
  'PROXY_STATUS_ERROR', 'PROXY_STATUS_RECEIVED', 'SYNTHETIC_STATUS_FAMILY', 'RETRY_EARLIER', 'SERVER_SPAN_BELOW',
  'PROFILE_ATTEMPT', 'PROFILE_BELOW', 'CLIENT_ABORT', 'STATUS_REWRITTEN', 'ORPHAN_EDGE', 'SKEW', 'PARTIAL', 'YOUNG',
  'NO_PROXY_SPAN', 'METRIC_AGREES', 'METRIC_CONTRADICTS', 'PROTOCOL_ERROR_TEXT', 'NO_UPSTREAM_CLUSTER', 'HEALTHY_STATUS', 'COHORT', 'GRPC_STATUS', 'OTHER_REQUESTS',
] as const;
export type EvidenceCode = (typeof evidenceCodes)[number];

export interface VerdictEvidence {
  readonly code: EvidenceCode;
  readonly spanId: string | null;
  /** How much it moved the confidence, 0..1. */
  readonly weight: number;
  readonly text: string;
}

export interface HopRef {
  readonly role: HopRole;
  readonly service: string | null;
  readonly instance: string | null;
  readonly zone: string | null;
  readonly spanId: string | null;
}

export interface ChainHop {
  readonly role: HopRole;
  readonly service: string;
  readonly instance: string | null;
  readonly zone: string | null;
  readonly spanId: string;
  readonly status: number | null;
}

export type Band = 'certain' | 'likely' | 'possible' | 'unknown';

/** Which hop answered, which caused it, and why we think so. */
export interface Verdict {
  readonly traceId: string;
  readonly answeredBy: HopRef;
  readonly causedBy: HopRef;
  readonly mechanism: Mechanism;
  /** Status that the client of the outermost seen hop got; null when none was sent. */
  readonly status: number | null;
  readonly confidence: number;
  readonly band: Band;
  readonly evidence: readonly VerdictEvidence[];
  readonly against: readonly VerdictEvidence[];
  readonly chain: readonly ChainHop[];
  /** Attempts of the deciding proxy that a retry replaced: near misses. */
  readonly earlierAttempts: number;
}
