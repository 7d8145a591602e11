import type { EvidenceCode, Mechanism } from '../../domain/verdict';

/** What a failure text says about a try. `explicit` texts name the failure in words of the emitter. */
export interface TextReading {
  readonly mechanism: Mechanism;
  readonly code: EvidenceCode;
  /** The words that decided, for the reader. */
  readonly words: string;
}

const rules: readonly (readonly [RegExp, Mechanism, EvidenceCode])[] = [
  [/refused[_ ]stream|remote reset|remote_reset/, 'reset_before_response', 'RESET_TEXT'],
  [/context canceled|client disconnect/, 'client_abort', 'CLIENT_ABORT'],
  [/overflow|circuit_breaker=open/, 'local_policy', 'CONNECT_ERROR_TEXT'],
  [/refused|no such host|dialing failed|dial tcp|no route to host|network is unreachable|connection[_ ]failure|connection[_ ]timeout|ehostunreach|enotfound/, 'connect_failed', 'CONNECT_ERROR_TEXT'],
  [/deadline exceeded|time(d)?[ _-]?out|etimedout/, 'timeout', 'TIMEOUT_TEXT'],
  [/malformed|protocol[ _]error|x509|certificate|tls: |https client|handshake|bad record|headers? .*too (large|big)|multiple content-length/, 'protocol_error', 'PROTOCOL_ERROR_TEXT'],
  [/\beof\b|reset|broken pipe|terminat|closed|hang ?up|goaway|aborted/, 'reset_before_response', 'RESET_TEXT'],
];

const DEADLINE = /deadline exceeded|time(d)?[ _-]?out/;

/**
 * Reads a lower-case failure text. Skipper writes the same dial text for a refused connection (502) and for
 * `backendTimeout` while connecting (504): the status of the answer tells them apart. Null: no known words.
 */
export function readFaultText(text: string, status: number | null): TextReading | null {
  if (text === '') return null;
  if (status === 504) {
    const deadline = DEADLINE.exec(text);
    if (deadline) return { mechanism: 'timeout', code: 'TIMEOUT_TEXT', words: excerpt(text, deadline.index) };
  }
  for (const [pattern, mechanism, code] of rules) {
    const found = pattern.exec(text);
    if (found) return { mechanism, code, words: excerpt(text, found.index) };
  }
  return null;
}

/** The failure in the emitter's own words, short enough for a line. */
const excerpt = (text: string, from: number) => text.slice(from, from + 100).split(';')[0]!;

/** Statuses that Skipper itself answers by kind of failure (lab.md sections 3 and 4). Another status means that a later try is missing. */
const SKIPPER_STATUS: Partial<Readonly<Record<Mechanism, readonly number[]>>> = {
  connect_failed: [502], timeout: [504], reset_before_response: [500, 503], protocol_error: [500],
};

export function fitsSkipper(mechanism: Mechanism, status: number): boolean {
  return SKIPPER_STATUS[mechanism]?.includes(status) ?? true;
}
