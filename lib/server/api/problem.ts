import { isSourceError } from '../../ports/source-error';
import { ConfigError } from '../config/load';
import { isRequestError } from '../errors';

/** An RFC 9457 problem document. Never a stack, a secret or an upstream body. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly parameter?: string;
  /** The backend at fault. */
  readonly source?: string;
}

const TITLES: Readonly<Record<number, string>> = { 400: 'Bad parameter', 403: 'Not allowed', 404: 'Not found', 405: 'Not this method', 413: 'Too large', 415: 'Not this kind of body', 429: 'Too many at once', 501: 'Not built yet', 507: 'Nothing can be written' };

/** What went wrong, for the client. `source` is the backend that the question needed. */
export function toProblem(error: unknown, source: 'metrics' | 'traces'): Problem {
  if (isRequestError(error)) {
    return { type: `urn:weir:problem:${error.status}`, title: TITLES[error.status] ?? 'Error', status: error.status, detail: error.message, ...(error.parameter ? { parameter: error.parameter } : {}) };
  }
  if (isSourceError(error)) {
    const status = error.kind === 'timeout' ? 504 : 502;
    return { type: `urn:weir:problem:source-${error.kind}`, title: 'A source failed', status, detail: error.message, source };
  }
  if (error instanceof ConfigError || (error instanceof Error && error.name === 'ConfigError')) {
    return { type: 'urn:weir:problem:configuration', title: 'The configuration cannot be used', status: 503, detail: 'Weir runs without a valid configuration; its log names the fault.' };
  }
  return { type: 'urn:weir:problem:internal', title: 'Unexpected error', status: 500, detail: 'Weir could not answer; its log has the error.' };
}
