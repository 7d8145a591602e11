export type SourceErrorKind =
  | 'unreachable' | 'timeout' | 'unauthorized' | 'not-found' | 'refused' | 'too-many-samples' | 'too-large'
  | 'malformed' | 'aborted' | 'unsupported';

/** Why a source could not answer. Callers switch on `kind`, never on the text. The text holds no secret and no upstream body. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  constructor(readonly kind: SourceErrorKind, message: string, options?: { cause?: unknown; status?: number }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.status = options?.status ?? null;
  }
  /** HTTP status of the source, when it had one. */
  readonly status: number | null;
}

/** True for a SourceError, also across module copies. */
export function isSourceError(error: unknown): error is SourceError {
  return error instanceof Error && error.name === 'SourceError' && 'kind' in error;
}
