import type { DialectContext, SignalPlan, SignalQuery } from '../../domain/dialect';

/** A PromQL string literal. Label text from outside (hosts, paths) is data: it can never end the string. */
export function quote(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
  return `"${escaped}"`;
}

/** A selector: the metric's name with the context's matchers and more of them. */
export function select(metric: string, context: Pick<DialectContext, 'selector'>, ...matchers: readonly string[]): string {
  const inside = [context.selector, ...matchers].filter((text) => text !== '').join(',');
  return inside === '' ? metric : `${metric}{${inside}}`;
}

/** `by (…)` labels of one process: pod, namespace, and the zone where it is a target label. */
export function processLabels({ labels }: DialectContext): string[] {
  return [...new Set([labels.namespace, labels.pod, ...(labels.zone === null ? [] : [labels.zone])])];
}

/** Signal labels of one process. */
export function processMapping({ labels, zoneJoin }: DialectContext): Record<string, string> {
  const zone = labels.zone ?? (zoneJoin ? 'zone' : null);
  return { instance: labels.pod, ...(zone === null ? {} : { zone }) };
}

/** Sums raw counters of one process, further split by some labels. Never further than a process: resets stay visible. */
export function perProcess(counter: string, context: DialectContext, ...more: readonly string[]): string {
  return withZone(`sum by (${[...processLabels(context), ...more].join(', ')}) (${counter})`, context);
}

/** Adds the label `zone` from the join; pods that it does not know stay, without a zone. */
export function withZone(vector: string, context: DialectContext): string {
  if (context.labels.zone !== null || !context.zoneJoin) return vector;
  const on = `on (${context.labels.namespace}, ${context.labels.pod})`;
  return `(${vector}) * ${on} group_left (zone) (${context.zoneJoin}) or ${on} (${vector})`;
}

/** A query with the usual defaults. */
export function query(promql: string, labels: Readonly<Record<string, string>>, more: Partial<SignalQuery> = {}): SignalQuery {
  return { promql, labels, fixed: {}, sign: 1, ...more };
}

export function available(reason: string, queries: readonly SignalQuery[], more: { readonly mend?: string; readonly collector?: string } = {}): SignalPlan {
  return { state: 'available', reason, mend: more.mend ?? null, queries, ...(more.collector ? { collector: more.collector } : {}) };
}

export function inferred(reason: string, queries: readonly SignalQuery[], more: { readonly mend?: string; readonly collector?: string } = {}): SignalPlan {
  return { state: 'inferred', reason, mend: more.mend ?? null, queries, ...(more.collector ? { collector: more.collector } : {}) };
}

export function notObservable(reason: string, mend: string | null): SignalPlan {
  return { state: 'not-observable', reason, mend };
}

/** True when the source has the metric, or was not asked. */
export function has(context: DialectContext, metric: string): boolean {
  return context.present == null || context.present.includes(metric);
}

/** Quantiles of a latency histogram by zone, in seconds, as two queries. `scale` turns the histogram's unit into seconds. */
export function latencyQueries(bucketMetric: string, context: DialectContext, scale: string, ...matchers: readonly string[]): SignalQuery[] {
  const zone = context.labels.zone ?? (context.zoneJoin ? 'zone' : null);
  const rates = `rate(${select(bucketMetric, context, ...matchers)}[${context.rateWindow}])`;
  const perPod = `sum by (${[...processLabels(context), 'le'].join(', ')}) (${rates})`;
  const by = zone === null ? 'le' : `${zone}, le`;
  return ['0.5', '0.99'].map((quantile) =>
    query(`histogram_quantile(${quantile}, sum by (${by}) (${withZone(perPod, context)}))${scale}`, zone === null ? {} : { zone }, { fixed: { quantile } }),
  );
}

/** Zones of pods that can be scraped right now: the best that metrics of the proxy alone can say about readiness. */
export function scrapedPods(context: DialectContext): SignalQuery {
  const zone = context.labels.zone ?? (context.zoneJoin ? 'zone' : null);
  const up = `max by (${processLabels(context).join(', ')}) (${select('up', context)}) == 1`;
  return zone === null ? query(`count(${up})`, {}) : query(`count by (${zone}) (${withZone(up, context)})`, { zone });
}

/** Scrape success of each process. */
export function scrapeUp(context: DialectContext): SignalQuery {
  return query(withZone(`max by (${processLabels(context).join(', ')}) (${select('up', context)})`, context), processMapping(context));
}
