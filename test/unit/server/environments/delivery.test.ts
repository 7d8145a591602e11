import { afterEach, describe, expect, it } from 'vitest';
import { epochMs, millis } from '@/lib/domain/units';
import { environmentSchema } from '@/lib/server/config/schema';
import { makeLiveEnvironment } from '@/lib/server/environments/live';
import { makeTelemetry } from '@/lib/server/telemetry/metrics';
import type { FakeHttp } from '@/test/support/fake-http';
import { fakePrometheus } from '@/test/support/fake-prometheus';

const range = { from: epochMs(1_795_992_000_000), to: epochMs(1_795_992_060_000), stepMs: millis(15_000) };

let server: FakeHttp | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** The query for Flagger in an environment with these settings, or null where it is not asked. */
async function flaggerQuery(settings: object): Promise<{ query: string | null; mend: string | null }> {
  const queries: string[] = [];
  server = await fakePrometheus((query) => {
    queries.push(query);
    return query.includes('__name__') ? [{ metric: { __name__: 'flagger_canary_status' }, at: () => 1 }] : [];
  });
  const config = environmentSchema.parse({ name: 'x', metrics: { url: server.url, scrapeIntervalSeconds: 15 }, proxies: [{ dialect: 'skipper' }], ...settings });
  const { mend } = await makeLiveEnvironment(config, { now: () => range.to + 600_000, telemetry: makeTelemetry() }).signals.load('flagger-phase', range);
  return { query: queries.find((each) => each.includes('max by')) ?? null, mend };
}

describe('delivery tools', () => {
  it('are asked with the selector of the workloads, less the job of their collector', async () => {
    const { query } = await flaggerQuery({ workloads: { selector: { job: 'ksm', cluster: 'a' } } });
    expect(query).toContain('flagger_canary_status{cluster="a"}');
  });
  it('are asked with their own selector where they have one', async () => {
    expect((await flaggerQuery({ workloads: { selector: { job: 'ksm' } }, delivery: { selector: { job: 'flagger' } } })).query).toContain('flagger_canary_status{job="flagger"}');
  });
  it('are not asked where nothing of the cluster is configured, and the mend says so', async () => {
    expect(await flaggerQuery({})).toMatchObject({ query: null, mend: expect.stringContaining('delivery') as string });
  });
});
