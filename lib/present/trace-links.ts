import type { TraceAnswer } from '../domain/requests';
import type { TraceLink } from '../domain/traces';
import { clipText } from './hostile-text';

/** Links of a trace that may be drawn: web addresses only, each once, names made visible. */
export function openableLinks({ link, links }: Pick<TraceAnswer, 'link' | 'links'>): TraceLink[] {
  const all: readonly TraceLink[] = links.length > 0 || link === null ? links : [{ kind: 'jaeger-ui', label: 'the trace backend', url: link, focused: false }];
  const seen = new Set<string>();
  return all.flatMap((one) => {
    const url = safeLink(one.url);
    if (url === null || seen.has(url)) return [];
    seen.add(url);
    return [{ ...one, url, label: clipText(one.label, 40).text }];
  });
}

/** Only web addresses become links, whatever the source says. */
export function safeLink(link: string | null): string | null {
  if (link === null) return null;
  try {
    const { protocol, href } = new URL(link);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}
