import { SourceError, type SourceErrorKind, isSourceError } from '../../ports/source-error';

const BY_STATUS: Readonly<Record<number, readonly [SourceErrorKind, string]>> = {
  401: ['unauthorized', 'wants other credentials (401)'],
  403: ['unauthorized', 'refuses these credentials (403)'],
  404: ['not-found', 'does not know this path (404): is the URL right?'],
  413: ['too-large', 'says that the question is too large (413)'],
  429: ['refused', 'limits us (429)'],
};

/** A SourceError for an HTTP status. The upstream body is left out on purpose: it may hold anything. */
export function fromStatus(status: number, name: string): SourceError {
  const known = BY_STATUS[status];
  if (known) return new SourceError(known[0], `${name} ${known[1]}`, { status });
  if (status >= 300 && status < 400) return new SourceError('refused', `${name} sends us elsewhere (${status}): is a login or another address in front of it?`, { status });
  const kind = status === 502 || status === 503 || status === 504 ? 'unreachable' : 'refused';
  return new SourceError(kind, `${name} answered ${status}`, { status });
}

/** A SourceError for a failure below HTTP. Of the cause only its code gets into the text. */
export function fromTransport(error: unknown, name: string, how: { timedOut: boolean; aborted: boolean; timeoutMs: number }): SourceError {
  if (isSourceError(error)) return error;
  if (how.aborted) return new SourceError('aborted', `the question to ${name} was given up`, { cause: error });
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (how.timedOut || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new SourceError('timeout', `${name} did not answer within ${Math.round(how.timeoutMs / 1000)} s`, { cause: error });
  }
  return new SourceError('unreachable', `${name} cannot be reached${code ? ` (${code})` : ''}`, { cause: error });
}
