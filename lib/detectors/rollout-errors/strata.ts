import type { TraceStratum } from '../../domain/findings';
import type { LabelledSeries } from '../../domain/series';
import { epochMs } from '../../domain/units';
import type { ErrorSteps } from './error-steps';

/** More strata than this are more than anybody opens. */
const MOST_STRATA = 6;

/**
 * Where the traces of these errors lie: one stratum for each proxy and code, from the first to the last step with such an
 * error, most errors first. The start is one step early: a counter shows an error at the scrape after it.
 */
export function errorStrata(errors: readonly LabelledSeries[], counted: readonly number[], steps: ErrorSteps, what: string): TraceStratum[] {
  const groups = new Map<string, { proxy: string | null; status: number | null; code: string; count: number; first: number; last: number }>();
  for (const { labels, values } of errors) {
    const code = labels.code ?? '';
    const key = JSON.stringify([labels.proxy ?? '', code]);
    for (const i of counted) {
      if (!values[i]) continue;
      const group = groups.get(key) ?? { proxy: labels.proxy ?? null, status: /^\d{3}$/.test(code) ? Number(code) : null, code, count: 0, first: i, last: i };
      group.count += values[i]!;
      group.first = Math.min(group.first, i);
      group.last = Math.max(group.last, i);
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
    .slice(0, MOST_STRATA)
    .map(({ proxy, status, code, first, last }) => ({
      label: `${code || 'errors'} ${proxy ? `of ${proxy} ` : ''}${what}`,
      from: epochMs(steps.start + (first - 1) * steps.stepMs), to: epochMs(steps.start + (last + 1) * steps.stepMs),
      status, proxy, instance: null, zone: null, host: null,
    }));
}

/** The only value of a label among the errors that were counted; null when there are several or none. */
export function onlyLabel(errors: readonly LabelledSeries[], counted: readonly number[], label: string): string | null {
  const found = new Set(errors.filter(({ values }) => counted.some((i) => (values[i] ?? 0) > 0)).map(({ labels }) => labels[label] ?? ''));
  const [only] = found;
  return found.size === 1 && only ? only : null;
}
