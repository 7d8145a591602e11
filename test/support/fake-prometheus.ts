import { type FakeHttp, fakeHttp, sendJson } from './fake-http';

export interface FakeSeries {
  readonly metric: Readonly<Record<string, string>>;
  /** Value at a time in seconds; null: no sample. */
  at(seconds: number): number | null;
}

/**
 * A Prometheus that knows no PromQL: the test says which series a query text gets. Values are taken on the asked grid, as the
 * real one does.
 */
export function fakePrometheus(answer: (query: string) => readonly FakeSeries[], scrapeInterval = '5s'): Promise<FakeHttp> {
  return fakeHttp((request, response) => {
    if (request.url.pathname.endsWith('/targets')) {
      return sendJson(response, { status: 'success', data: { activeTargets: [{ labels: { job: 'x' }, scrapeInterval }] } });
    }
    if (request.url.pathname.endsWith('/buildinfo')) return sendJson(response, { status: 'success', data: { version: '2.42.0' } });
    const form = new URLSearchParams(request.body);
    const [start, end, step] = ['start', 'end', 'step'].map((name) => Number(form.get(name))) as [number, number, number];
    const result = answer(form.get('query') ?? '').map(({ metric, at }) => {
      const values: [number, string][] = [];
      for (let t = start; t <= end; t += step) {
        const value = at(t);
        if (value !== null) values.push([t, String(value)]);
      }
      return { metric, values };
    });
    sendJson(response, { status: 'success', data: { resultType: 'matrix', result: result.filter(({ values }) => values.length > 0) } });
  });
}
