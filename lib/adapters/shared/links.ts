import type { TraceLink } from '../../domain/traces';
import { HOUR } from '../../domain/units';
import { toBase } from '../http/client';
import type { GrafanaDatasource, GrafanaSettings } from './trace-adapter';

/** Jaeger UI: `uiFind` with a whole span id matches exactly that span (reference traces-apis 1.6). */
export function jaegerUiLink(ui: URL, traceId: string, spanId: string | null): TraceLink {
  const url = new URL(`trace/${encodeURIComponent(traceId)}`, ui);
  if (spanId !== null) url.searchParams.set('uiFind', spanId);
  return { kind: 'jaeger-ui', label: 'Jaeger UI', url: url.toString(), focused: spanId !== null };
}

/** Zipkin's UI, which stands below `/zipkin/` whether the configured address says so or not. It cannot focus a span. */
export function zipkinUiLink(ui: URL, traceId: string): TraceLink {
  const base = ui.pathname.endsWith('/zipkin/') ? ui : new URL('zipkin/', ui);
  return { kind: 'zipkin-ui', label: 'Zipkin UI', url: new URL(`traces/${encodeURIComponent(traceId)}`, base).toString(), focused: false };
}

/** VictoriaTraces' own UI has no page for one trace: the link lists its spans, an hour around it. */
export function victoriaUiLink(ui: URL, traceId: string, around: number | null): TraceLink {
  const url = new URL('select/vmui/', ui);
  const params = new URLSearchParams({ query: `trace_id:="${traceId.replace(/[^0-9a-f]/gi, '')}"` });
  if (around !== null) {
    params.set('g0.range_input', '2h');
    params.set('g0.end_input', new Date(around + HOUR).toISOString().slice(0, 19));
    params.set('g0.relative_time', 'none');
  }
  url.hash = `/?${params}`;
  return { kind: 'victoria-ui', label: 'VictoriaTraces UI', url: url.toString(), focused: false };
}

/** Tempo has no UI: the trace as JSON, which at least shows that it is there. */
export function tempoApiLink(ui: URL, traceId: string): TraceLink {
  return { kind: 'tempo-api', label: 'Tempo (JSON)', url: new URL(`api/traces/${encodeURIComponent(traceId)}`, ui).toString(), focused: false };
}

/**
 * Grafana Explore (reference traces-apis 2.3): schema 1, panes as JSON, times as text (numbers are dropped), the range an hour
 * around the trace. The span's panel state is Explore's own, whatever the data source.
 */
export function grafanaLink(grafana: GrafanaSettings, usual: GrafanaDatasource, traceId: string, spanId: string | null, around: number | null): TraceLink {
  const type = grafana.datasourceType ?? usual;
  const pane = {
    datasource: grafana.datasourceUid,
    queries: [{ refId: 'A', datasource: { type, uid: grafana.datasourceUid }, ...(type === 'tempo' ? { queryType: 'traceql' } : type === 'zipkin' ? { queryType: 'traceID' } : {}), query: traceId }],
    range: around === null ? { from: 'now-1h', to: 'now' } : { from: String(Math.floor(around - HOUR)), to: String(Math.ceil(around + HOUR)) },
    ...(spanId === null ? {} : { panelsState: { trace: { spanId } } }),
  };
  const url = new URL('explore', toBase(grafana.url));
  url.searchParams.set('schemaVersion', '1');
  if (grafana.orgId !== undefined) url.searchParams.set('orgId', String(grafana.orgId));
  // A pane's id has three characters, a letter among them; others are replaced and the state is written anew.
  url.searchParams.set('panes', JSON.stringify({ tra: pane }));
  return { kind: 'grafana-explore', label: 'Grafana Explore', url: url.toString(), focused: spanId !== null };
}

/** The backend's own link first, then Grafana where it is configured. */
export function withGrafana(own: TraceLink, grafana: GrafanaSettings | undefined, usual: GrafanaDatasource, [traceId, spanId, around]: readonly [string, string | null, number | null]): readonly TraceLink[] {
  return grafana ? [own, grafanaLink(grafana, usual, traceId, spanId, around)] : [own];
}
