import { describe, expect, it } from 'vitest';
import { openRecording, packArchive, toFiles } from '@/lib/adapters/recording';
import { epochMs, millis } from '@/lib/domain/units';
import { SourceError } from '@/lib/ports/source-error';
import type { TraceSource } from '@/lib/ports/trace-source';
import { makeRecordedEnvironment } from '@/lib/server/environments/recorded';
import { AnswerParts } from '@/lib/server/use-cases/answer';
import { sampleTraces } from '@/lib/server/use-cases/sample-traces';
import { sampleSpan } from '@/test/support/samples-traces';

const T0 = 1_795_990_000_000;
const range = { from: epochMs(T0), to: epochMs(T0 + 300_000), stepMs: millis(5_000) };
const proxies = [{ name: 'p', dialect: 'skipper', traceService: 'edge' }];
const manifest = { title: 't', environment: { name: 'lab', note: '', proxies }, range, appVersion: '0', madeAt: 1 };
const environment = makeRecordedEnvironment('x', openRecording(packArchive(manifest, toFiles({ signals: [], traces: [], findings: [], queries: [], notes: '' }))));
const plan = { services: environment.services, statuses: [404], range, limit: 60, purpose: 'a burst' };

/** Two traces a second for five minutes; like every backend it gives the newest first and stops at the limit. */
const burst = Array.from({ length: 600 }, (_, i) => ({
  traceId: (i + 1).toString(16).padStart(32, '0'), partial: false, warnings: [],
  spans: [sampleSpan('00000000000000a1', null, { service: 'edge', start: epochMs(T0 + i * 500), attributes: { 'http.status_code': 404 } })],
}));

function source(search: TraceSource['search']): TraceSource {
  return { type: 'fake', search, get: async () => null, probe: async () => ({ type: 'fake', version: null, detail: '', services: [] }), links: () => [] };
}

describe('sampleTraces', () => {
  it('spreads over a burst instead of taking the last seconds of each minute', async () => {
    const newest = source(async ({ from, to, limit }) => {
      const inside = burst.filter(({ spans }) => spans[0]!.start >= from && spans[0]!.start < to);
      return { traces: inside.slice(-limit), truncated: inside.length > limit, queries: [] };
    });
    const times = (await sampleTraces(environment, newest, plan, new AnswerParts()))!.samples.map(({ at }) => at);
    const gaps = [T0, ...times].map((at, i) => (times[i] ?? range.to) - at);
    expect(Math.max(...gaps)).toBeLessThan(25_000);
  });

  it.each([
    ['inside the range it is said once', 240_000, ['the trace source does not search its newest traces yet']],
    ['beyond the range it is nothing', 400_000, []],
  ])('where the backend cannot search yet: %s', async (_name, after, said) => {
    const parts = new AnswerParts();
    await sampleTraces(environment, source(async () => ({ traces: [], truncated: false, queries: [], unsearchedFrom: epochMs(T0 + after) })), plan, parts);
    expect(parts.finish(null, range, null).trust.map(({ code, effect }) => `${code}: ${effect.split(':')[0]}`)).toEqual(said.map((text) => `young-window: ${text}`));
  });

  it('tells a search that failed from one that stopped at its limit', async () => {
    let asked = 0;
    const half = source(async () => {
      asked += 1;
      if (asked > 3) throw new SourceError('refused', 'gone');
      return { traces: [], truncated: false, queries: [] };
    });
    expect(await sampleTraces(environment, half, plan, new AnswerParts())).toMatchObject({ failed: true, traces: [] });
  });
});
