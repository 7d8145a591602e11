/** A request path taken apart for judgement. Nothing here trusts the text: it is cut, decoded once and never thrown on. */
export interface PathParts {
  /** Path without query, percent-decoded once (ASCII only), lower case. */
  readonly path: string;
  /** The same before lower-casing. */
  readonly cased: string;
  readonly segments: readonly string[];
  /** Query text without `?`, decoded once, lower case; null when there is none. */
  readonly query: string | null;
  /** Whole text as it came, cut to `MAX_PATH`. */
  readonly raw: string;
}

/** Longer paths are cut: what identifies a probe stands at its front, and work stays bounded. */
export const MAX_PATH = 1024;

/** Splits a path in linear time. Accepts any text: NUL, bidi marks, broken percent-encoding, absolute URLs. */
export function splitPath(text: string): PathParts {
  const raw = text.slice(0, MAX_PATH);
  const rest = raw.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = rest.search(/[?#]/);
  const cased = decodeOnce(mark < 0 ? rest : rest.slice(0, mark));
  const path = cased.toLowerCase();
  return {
    path,
    cased,
    segments: path.split('/').filter((segment) => segment !== ''),
    query: mark < 0 ? null : decodeOnce(rest.slice(mark + 1)).toLowerCase(),
    raw,
  };
}

/** Percent-decodes printable ASCII once. Everything else stays as it was written: no exception, no surprise. */
function decodeOnce(text: string): string {
  return text.replace(/%([2-7][0-9a-fA-F])/g, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code === 0x7f ? whole : String.fromCharCode(code);
  });
}
