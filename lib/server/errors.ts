/** A question that cannot be answered as it was put. `parameter` names what is wrong. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 429 | 501 | 507,
    readonly parameter: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** True for a RequestError, also across module copies (the bundler may make several). */
export function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && error.name === 'RequestError' && 'parameter' in error;
}
