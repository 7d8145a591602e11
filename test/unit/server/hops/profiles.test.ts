import { afterEach, describe, expect, it } from 'vitest';
import { type ProfileCount, countEmitters } from '@/lib/detectors/hop-verdict';
import { epochMs } from '@/lib/domain/units';
import { SourceError } from '@/lib/ports/source-error';
import { ensureProfiles } from '@/lib/server/hops/ensure-profiles';
import { LOOK_AGAIN_MS, keepLook, profileRowsOf, profilesOf } from '@/lib/server/hops/environment-profiles';
import { makeTelemetry } from '@/lib/server/telemetry/metrics';
import { loadTrace } from '@/lib/server/use-cases/load-trace';
import { HOPS_T0, countedSignals, hopsEnvironment, storedTrace, traceStore } from '@/test/support/hop-store';

const at = 300_000;
const healthy = Array.from({ length: 60 }, (_, i) => storedTrace({ i: 1_000 + i, at: at - i * 200, kind: 'ok' }));
const [count] = countEmitters(healthy.slice(0, 40)).filter(({ service }) => service === 'edge') as [ProfileCount];
const NOW = HOPS_T0 + 3_600_000;

describe('what is learned of the emitters of an environment', () => {
  it('is looked for once by all who ask at the same time, and not again within a quarter of an hour', async () => {
    let now = NOW;
    const store = traceStore(healthy);
    const environment = hopsEnvironment(store, countedSignals([]), { clock: () => epochMs(now) });
    const [first, second] = await Promise.all([ensureProfiles(environment, HOPS_T0 + at), ensureProfiles(environment, HOPS_T0 + at)]);
    expect(first).toMatchObject({ edge: { pAttempt: 1, pBelow: 1, samples: expect.any(Number) as number } });
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

  it('adds up over looks, and no trace counts twice', async () => {
    let now = NOW;
    const store = traceStore([...healthy, ...Array.from({ length: 60 }, (_, i) => storedTrace({ i: 2_000 + i, at: at + 1_200_000 - i * 200, kind: 'ok' }))]);
    const environment = hopsEnvironment(store, countedSignals([]), { clock: () => epochMs(now) });
    const samples = async (around: number) => {
      const profiles = await ensureProfiles(environment, HOPS_T0 + around);
      now += LOOK_AGAIN_MS;
      return profiles.edge!.samples;
    };
    const first = await samples(at);
    expect(await samples(at)).toBe(first);
    expect(await samples(at + 1_200_000)).toBeGreaterThan(first);
    expect(profileRowsOf(environment).find(({ service }) => service === 'edge')).toMatchObject({ learnedAt: now - LOOK_AGAIN_MS });
  });

  const named = (name: string, healthy: number, withServerBelow: number) => ({ name, by: 'name' as const, healthy, withServerBelow });
  const edge = (parts: Partial<ProfileCount>) => ({ ...count, towards: [], ...parts });
  /** One look every quarter of an hour unless a look says otherwise, each with traces of its own. */
  function after(...looks: readonly { readonly counted: ProfileCount; readonly hours?: number }[]) {
    const environment = hopsEnvironment(null, countedSignals([]));
    looks.forEach(({ counted, hours }, i) => keepLook(environment, { counts: [counted], traceIds: [`look ${i}`], rates: [], window: null, now: epochMs(NOW + (hours ?? i / 4) * 3_600_000) }));
    return profilesOf(environment).edge!;
  }
  const rare = edge({ healthy: 60, withAttempt: 60, withServerBelow: 58, towards: [named('big', 57, 57), named('small', 3, 1)] });

  it('tells a next hop with a small share apart after some looks', () => {
    expect(after({ counted: rare }).towards).toEqual([expect.objectContaining({ name: 'big', samples: 57 })]);
    expect(after(...Array.from({ length: 7 }, () => ({ counted: rare }))).towards).toContainEqual({ name: 'small', by: 'name', pBelow: 1 / 3, samples: 21 });
  });

  it.each([
    ['a look that contradicts the older ones replaces them', [{ counted: edge({}) }, { counted: edge({ healthy: 30, withAttempt: 0, withServerBelow: 0 }) }], { samples: 30, pAttempt: 0 }],
    ['too few requests contradict nothing', [{ counted: edge({}) }, { counted: edge({ healthy: 4, withAttempt: 0, withServerBelow: 0 }) }], { samples: 44, pAttempt: 40 / 44 }],
    ['small looks contradict together', [{ counted: edge({}) }, ...Array.from({ length: 3 }, () => ({ counted: edge({ healthy: 4, withAttempt: 0, withServerBelow: 0 }) }))], { samples: 12, pAttempt: 0 }],
    ['chance is no contradiction', [{ counted: edge({ withServerBelow: 36 }) }, { counted: edge({ healthy: 30, withAttempt: 30, withServerBelow: 22 }) }], { samples: 70 }],
    ['one next hop that changed is enough', [{ counted: rare }, { counted: edge({ healthy: 60, withAttempt: 60, withServerBelow: 20, towards: [named('big', 57, 17)] }) }], { samples: 60, pBelow: 1 / 3 }],
    ['another mix of next hops is no contradiction', [{ counted: edge({ withServerBelow: 40, towards: [named('traced', 40, 40)] }) }, { counted: edge({ withServerBelow: 20, towards: [named('traced', 20, 20), named('untraced', 20, 0)] }) }], { samples: 80, pBelow: 0.75 }],
    ['what is a day old is dropped', [{ counted: edge({}) }, { counted: edge({ healthy: 5, withAttempt: 5, withServerBelow: 5 }), hours: 25 }], { samples: 5 }],
    ['the number of looks is bounded', Array.from({ length: 200 }, (_, i) => ({ counted: edge({ healthy: 1, withAttempt: 1, withServerBelow: 1 }), hours: i / 1_000 })), { samples: 48 }],
  ])('%s', (_name, looks, expected) => {
    expect(after(...looks)).toMatchObject(expected);
  });

  it('is shown with its time; too few samples are shown as the default that they are', () => {
    const environment = hopsEnvironment(null, countedSignals([]));
    keepLook(environment, { counts: [count, { ...count, service: '__proto__', healthy: 3 }], traceIds: [], rates: [], window: null, now: epochMs(NOW) });
    expect(profileRowsOf(environment)).toEqual([
      expect.objectContaining({ service: '__proto__', source: 'default', samples: 3, learnedAt: null }),
      expect.objectContaining({ service: 'edge', source: 'learned', pBelow: 1, learnedAt: NOW }),
    ]);
  });

  it('of one environment says nothing of another, and names without end do not fill the memory', () => {
    const [one, other] = [hopsEnvironment(null, countedSignals([])), hopsEnvironment(null, countedSignals([]))];
    keepLook(one, { counts: Array.from({ length: 2_000 }, (_, i) => ({ ...count, service: `s${i}` })), traceIds: [], rates: [], window: null, now: epochMs(NOW) });
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
