import { describe, expect, it } from 'vitest';
import { traceAdapterIds } from '@/lib/adapters/trace-adapters';
import { epochMs } from '@/lib/domain/units';
import { parseConfig } from '@/lib/server/config/load';
import { makeTraces } from '@/lib/server/environments/live';

const tracesOf = (text: string) => {
  const yaml = `environments:\n  - name: a\n    metrics: {url: http://prometheus:9090}\n    traces: ${text}\n    proxies: [{dialect: envoy}]\n`;
  return makeTraces(parseConfig(yaml, 'weir.yaml', {}).environments[0]!.traces!, () => 0);
};
const id = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the trace source of a configuration', () => {
  it.each(traceAdapterIds)('%s', (type) => expect(tracesOf(`{type: ${type}, url: http://traces}`).type).toBe(type));
  it('is a Jaeger unless told', () => expect(tracesOf('{url: http://traces}').type).toBe('jaeger'));

  it.each([
    ['jaeger', ['jaeger-ui', 'grafana-explore'], 'jaeger'],
    ['tempo', ['grafana-explore', 'tempo-api'], 'tempo'],
    ['victoria-traces', ['victoria-ui', 'grafana-explore'], 'jaeger'],
    ['zipkin', ['zipkin-ui', 'grafana-explore'], 'zipkin'],
  ])('%s links to its own UI and to Grafana, with the data source that fits', (type, kinds, datasource) => {
    const links = tracesOf(`{type: ${type}, url: http://traces, grafana: {url: https://grafana.example.org, datasourceUid: abc}}`).links(id, 'ab', epochMs(1_000_000));
    expect(links.map(({ kind }) => kind)).toEqual(kinds);
    const explore = new URL(links.find(({ kind }) => kind === 'grafana-explore')!.url);
    expect(explore.searchParams.get('panes')).toContain(`"type":"${datasource}"`);
  });
});
