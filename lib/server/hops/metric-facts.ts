import type { HopStatus } from '../../domain/hops';
import type { MetricFact } from '../../domain/hop-metrics';
import type { HopCounts } from './counts';

/** Counters of a longer stretch prove nothing about one request. */
const LONGEST_STEP_MS = 60_000;
const CLOCK_MS = 5_000;

/** What the counters of a proxy say about the moment of one of its answers (rule 6.4 step 10). */
export function factsAt(counts: HopCounts, { proxy, service }: { readonly proxy: string; readonly service: string }, status: HopStatus, at: number): MetricFact[] {
  const stepMs = counts.stepMs;
  if (stepMs === null || stepMs > LONGEST_STEP_MS) return [];
  // Counted by the scrape after the answer: by the step that holds it or by the next one.
  const [from, to] = [Math.floor((at - CLOCK_MS) / stepMs) * stepMs, Math.ceil((at + CLOCK_MS) / stepMs) * stepMs + stepMs];
  const by = (responder: string) => counts.by(responder, proxy, status, from, to);
  const when = `${new Date(from).toISOString().slice(11, 19)} to ${new Date(to).toISOString().slice(11, 19)}`;
  const source = `counters of ${proxy}, ${when}`;
  const facts: MetricFact[] = [];
  const missed = status === 404 ? by('proxy-no-route') : null;
  if (missed !== null) facts.push({ kind: 'proxy-reason', source: `route misses by ${source}`, service, mechanism: 'route_miss', count: Math.round(missed) });
  const [own, passed] = status === 404 ? [addKnown(missed, by('proxy-policy')), by('backend')] : [by('proxy'), by('passed')];
  // None of its own proves nothing: what a route was told to answer is counted with what was passed on, or not at all.
  if (passed !== null) facts.push({ kind: 'proxy-answers', source, service, status, own: own !== null && own > 0 ? Math.round(own) : null, passed: Math.round(passed) });
  return facts;
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}
