import { describe, expect, it } from 'vitest';
import { grafanaLink, jaegerUiLink, tempoApiLink } from '@/lib/adapters/shared/links';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const at = 1_796_035_072_113.25;
const grafana = { url: 'https://grafana.example.org/g', datasourceUid: 'uid-1' };
const panesOf = (url: string): Record<string, unknown> => JSON.parse(new URL(url).searchParams.get('panes')!) as Record<string, unknown>;

describe('Grafana Explore', () => {
  it('is schema 1 with one pane, times as text, the span in the panel state', () => {
    const { url, focused } = grafanaLink({ ...grafana, orgId: 2 }, 'tempo', id, '00f067aa0ba902b7', at);
    const { origin, pathname, searchParams } = new URL(url);
    expect([`${origin}${pathname}`, searchParams.get('schemaVersion'), searchParams.get('orgId'), focused]).toEqual(['https://grafana.example.org/g/explore', '1', '2', true]);
    expect(panesOf(url)).toEqual({
      tra: {
        datasource: 'uid-1',
        queries: [{ refId: 'A', datasource: { type: 'tempo', uid: 'uid-1' }, queryType: 'traceql', query: id }],
        range: { from: '1796031472113', to: '1796038672114' },
        panelsState: { trace: { spanId: '00f067aa0ba902b7' } },
      },
    });
  });
  it('without a span or a time asks for the last hour and focuses nothing', () => {
    const { url, focused } = grafanaLink(grafana, 'jaeger', id, null, null);
    expect(panesOf(url)).toEqual({ tra: { datasource: 'uid-1', queries: [{ refId: 'A', datasource: { type: 'jaeger', uid: 'uid-1' }, query: id }], range: { from: 'now-1h', to: 'now' } } });
    expect([focused, new URL(url).searchParams.has('orgId')]).toEqual([false, false]);
  });
  it('takes the data source that the configuration names', () => {
    expect(JSON.stringify(panesOf(grafanaLink({ ...grafana, datasourceType: 'tempo' }, 'jaeger', id, null, at).url))).toContain('"type":"tempo"');
  });
  it('hides credentials of its address', () => {
    expect(grafanaLink({ ...grafana, url: 'https://me:hunter2@grafana.example.org' }, 'tempo', id, null, at).url).not.toContain('hunter2');
  });
});

describe('Jaeger UI', () => {
  const ui = new URL('https://jaeger.example.org/ui/');
  it.each([['00f067aa0ba902b7', `https://jaeger.example.org/ui/trace/${id}?uiFind=00f067aa0ba902b7`, true], [null, `https://jaeger.example.org/ui/trace/${id}`, false]])('span %s', (span, url, focused) => {
    expect(jaegerUiLink(ui, id, span)).toMatchObject({ url, focused });
  });
});

it('Tempo alone shows its JSON', () => {
  expect(tempoApiLink(new URL('http://tempo:3200/'), id)).toMatchObject({ url: `http://tempo:3200/api/traces/${id}`, focused: false });
});
