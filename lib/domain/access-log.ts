/** Formats of access logs that are read. `combined` covers common, combined and combined with the virtual host in front. */
export const accessLogFormats = ['combined', 'ingress-nginx', 'nginx-json', 'skipper', 'skipper-json', 'envoy', 'envoy-json'] as const;
export type AccessLogFormat = (typeof accessLogFormats)[number];

/** Who wrote the answer, where the line tells. */
export type Responder = 'proxy' | 'backend' | 'unknown';

/**
 * A stretch of text inside a longer one, or nothing (`from` < 0: the line does not have the field). Characters up to U+00FF stand for
 * bytes as they were in the file. It is not cut out until somebody keeps it: most lines of a log are only counted.
 */
export interface Stretch {
  text: string;
  from: number;
  to: number;
}

/**
 * One request of an access log. A reader fills one object again and again; who keeps a part copies it. The user agent is there for 404s only,
 * because nobody asks for it otherwise.
 */
export interface AccessLine {
  format: AccessLogFormat;
  status: number;
  /** Epoch milliseconds; NaN when the line has none that can be read. */
  at: number;
  responder: Responder;
  readonly client: Stretch;
  readonly host: Stretch;
  readonly method: Stretch;
  readonly path: Stretch;
  readonly userAgent: Stretch;
}
