import { afterEach, describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { SourceError } from '@/lib/ports/source-error';
import { ensureProfiles } from '@/lib/server/hops/ensure-profiles';
import { LOOK_AGAIN_MS, keepLook, profileRowsOf, profilesOf } from '@/lib/server/hops/environment-profiles';
import { makeTelemetry } from '@/lib/server/telemetry/metrics';
import { loadTrace } from '@/lib/server/use-cases/load-trace';
import { HOPS_T0, countedSignals, hopsEnvironment, storedTrace, traceStore } from '@/test/support/hop-store';

const at = 300_000;
const healthy = Array.from({ length: 60 }, (_, i) => storedTrace({ i: 1_000 + i, at: at - i * 200, kind: 'ok' }));
const count = { service: 'edge', family: 'skipper', role: 'proxy', defaultAttempt: 1, healthy: 40, withAttempt: 40, withServerBelow: 40 } as const;
const NOW = HOPS_T0 + 3_600_000;

describe('what is learned of the emitters of an environment', () => {
  it('is looked for once by all who ask at the same time, and not again within a quarter of an hour', async () => {
    let now = NOW;
    const store = traceStore(healthy);
    const environment = hopsEnvironment(store, countedSignals([]), { clock: () => epochMs(now) });
    const [first, second] = await Promise.all([ensureProfiles(environment, HOPS_T0 + at), ensureProfiles(environment, HOPS_T0 + at)]);
    expect(first).toEqual({ edge: { pAttempt: 1, pBelow: 1, samples: expect.any(Number) as number } });
    expect(second).toEqual(first);
    const sent = store.searches.length;
    expect(sent).toBeLessThanOrEqual(4);
    await ensureProfiles(environment, HOPS_T0 + at);
    expect(store.searches.length).toBe(sent);
    now += LOOK_AGAIN_MS;
    await ensureProfiles(environment, HOPS_T0 + at);
    expect(store.searches.length).toBeGreaterThan(sent);
  });

  it('stays as it is when the source fails, and the next question looks again', async () => {
    let up = false;
    const full = traceStore(healthy);
    const store = traceStore([], { search: async (search) => (up ? full.search(search) : Promise.reject(new SourceError('refused', 'no'))) });
    const environment = hopsEnvironment(store, countedSignals([]));
    expect(await ensureProfiles(environment, HOPS_T0 + at)).toEqual({});
    up = true;
    expect(await ensureProfiles(environment, HOPS_T0 + at)).toHaveProperty('edge');
  });

  it('is not replaced by a look that found too little, until it is a day old', () => {
    const environment = hopsEnvironment(null, countedSignals([]));
    const look = (healthyCount: number, hours: number) => keepLook(environment, { counts: [{ ...count, healthy: healthyCount, withAttempt: 0, withServerBelow: 0 }], rates: [], window: null, now: epochMs(NOW + hours * 3_600_000) });
    keepLook(environment, { counts: [count], rates: [], window: null, now: epochMs(NOW) });
    look(5, 1);
    expect(profilesOf(environment).edge).toMatchObject({ samples: 40, pAttempt: 1 });
    look(30, 2);
    expect(profilesOf(environment).edge).toMatchObject({ samples: 30, pAttempt: 0 });
    look(5, 30);
    expect(profilesOf(environment).edge).toMatchObject({ samples: 5 });
  });

  it('is shown with its time; too few samples are shown as the default that they are', () => {
    const environment = hopsEnvironment(null, countedSignals([]));
    keepLook(environment, { counts: [count, { ...count, service: '__proto__', healthy: 3 }], rates: [], window: null, now: epochMs(NOW) });
    expect(profileRowsOf(environment)).toEqual([
      expect.objectContaining({ service: '__proto__', source: 'default', samples: 3, learnedAt: null }),
      expect.objectContaining({ service: 'edge', source: 'learned', pBelow: 1, learnedAt: NOW }),
    ]);
  });

  it('of one environment says nothing of another, and names without end do not fill the memory', () => {
    const [one, other] = [hopsEnvironment(null, countedSignals([])), hopsEnvironment(null, countedSignals([]))];
    keepLook(one, { counts: Array.from({ length: 2_000 }, (_, i) => ({ ...count, service: `s${i}` })), rates: [], window: null, now: epochMs(NOW) });
    expect(profileRowsOf(one)).toHaveLength(500);
    expect(profilesOf(other)).toEqual({});
  });
});

describe('a single trace', () => {
  const holder = globalThis as Record<symbol, unknown>;
  const key = Symbol.for('weir.runtime');
  const before = holder[key];
  afterEach(() => {
    holder[key] = before;
  });
  // The application usually shows a span below the attempt; here it does not.
  const whole = storedTrace({ i: 1, at, kind: 'backend' });
  const odd = { ...whole, spans: whole.spans.slice(0, 2) };

  async function judged(store: ReturnType<typeof traceStore>) {
    const environment = hopsEnvironment(store, countedSignals([]));
    holder[key] = { environment: async () => environment, telemetry: makeTelemetry() };
    return (await loadTrace({ env: null, traceId: odd.traceId, at: HOPS_T0 + at })).data.verdict;
  }

  it('is judged in the light of what its environment usually shows', async () => {
    const alone = await judged(traceStore([odd]));
    const among = await judged(traceStore([odd, ...healthy]));
    expect(among.evidence.map(({ code }) => code).concat(among.against.map(({ code }) => code))).toContain('PROFILE_BELOW');
    expect(among.confidence).toBeLessThan(alone.confidence);
  });

  it('is judged all the same when nobody answers searches', async () => {
    const verdict = await judged(traceStore([odd], { search: async () => Promise.reject(new SourceError('timeout', 'too slow')) }));
    expect(verdict).toMatchObject({ answeredBy: { role: 'backend' }, status: 404 });
  });
});
