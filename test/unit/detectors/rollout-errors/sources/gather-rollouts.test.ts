import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Gathered, gatherRollouts, rolloutSignals } from '@/lib/detectors/rollout-errors/sources/gather-rollouts';
import type { Annotation } from '@/lib/domain/annotation';
import type { SeriesFrame } from '@/lib/domain/series';
import { type SignalName, signalCatalog } from '@/lib/domain/signals';
import { epochMs } from '@/lib/domain/units';
import { FRAME_STEP, drawFrame } from '@/test/support/frames';

type Signals = Partial<Record<SignalName, SeriesFrame>>;
const gather = (signals: Signals, annotations: readonly Annotation[] = []) => gatherRollouts({ signals, annotations: { annotations, truncated: false } });
const shop = { namespace: 'default', workload: 'shop' };
const set = (replicaset: string) => ({ ...shop, replicaset });
const replicaSets = (a: string, b: string) => drawFrame([[set('a'), a], [set('b'), b]]);
const brief = ({ rollouts }: Gathered) => rollouts.map(({ workload, from, to, state, sources }) => [workload, from / FRAME_STEP, to / FRAME_STEP, state, sources?.join('+')]);
const note = (text: string, tags: readonly string[], at: number, to = at): Annotation => ({ id: '1', at: epochMs(at * FRAME_STEP), to: epochMs(to * FRAME_STEP), text, tags });

/** a to b from step 2 to step 5. */
const pods = replicaSets('33321000', '00112333');
const phases = (...lines: readonly (readonly [string, string])[]) => drawFrame(lines.map(([phase, text]) => [{ ...shop, phase, strategy: 'canary' }, text]));
const reasons = (...lines: readonly (readonly [string, string])[]) => drawFrame(lines.map(([reason, text]) => [{ ...shop, reason }, text]));

describe('one change is one rollout, with all sources that saw it', () => {
  it.each([
    ['the condition reason', { 'deployment-reason': reasons(['NewReplicaSetAvailable', '11....11'], ['ReplicaSetUpdated', '..1111..']) }, 'condition-reason'],
    ['Argo Rollouts', { 'argo-rollout-phase': phases(['Healthy', '11...111'], ['Progressing', '..111...']) }, 'argo-rollouts'],
    ['Flagger', { 'flagger-phase': drawFrame([[{ ...shop, phase: '0' }, '..1111..'], [{ ...shop, phase: '1' }, '11....11']]) }, 'flagger'],
    ['Flux, by revision and name', { 'flux-revision': drawFrame([[{ ...shop, kind: 'Kustomization', revision: 'main@1', ready: 'True' }, '11......'], [{ ...shop, kind: 'Kustomization', revision: 'main@2', ready: 'True' }, '..111111']]) }, 'flux'],
    ['Argo CD, by namespace', { 'argo-app-phase': drawFrame([[{ namespace: 'default', workload: 'all-apps', phase: 'Progressing', operation: '' }, '..11....'], [{ namespace: 'default', workload: 'all-apps', phase: 'Healthy', operation: '' }, '11..1111']]) }, 'argo-cd'],
  ] as readonly [string, Signals, string][])('ReplicaSets and %s', (_name, signals, source) =>
    expect(brief(gather({ 'replicaset-pods': pods, ...signals }))).toEqual([['default/shop', 2, 5, 'complete', `replicaset-lifespan+${source}`]]));

  it.each([
    ['a tag that is the name', note('release 7', ['deploy', 'shop'], 1), 'replicaset-lifespan+grafana', ['default/shop']],
    ['a tag with a key', note('', ['app:shop'], 2, 4), 'replicaset-lifespan+grafana', ['default/shop']],
    ['a word of the text', note('Deploying shop, v2', [], 1), 'replicaset-lifespan+grafana', ['default/shop']],
    ['another name that holds it', note('Deploying shop-api', [], 1), 'replicaset-lifespan', []],
    ['no workload', note('<b>deploy</b>', ['deploy'], 2), 'replicaset-lifespan', []],
    ['the name, but an hour before', note('shop', [], -240), 'replicaset-lifespan', ['default/shop']],
  ] as readonly [string, Annotation, string, string[]][])('a note with %s', (_name, annotation, sources, workloads) => {
    const found = gather({ 'replicaset-pods': pods }, [annotation]);
    expect(found.rollouts.map((one) => one.sources?.join('+'))).toEqual([sources]);
    expect(found.markers).toMatchObject([{ source: 'grafana', text: annotation.text, workloads }]);
  });

  it('an application that was synced well before is no source', () => {
    const app = drawFrame([[{ namespace: 'default', workload: 'all-apps', phase: 'Progressing', operation: '' }, '.1..........'], [{ namespace: 'default', workload: 'all-apps', phase: 'Healthy', operation: '' }, '1.1111111111']]);
    const found = gather({ 'replicaset-pods': replicaSets('333333332100', '000000011233'), 'argo-app-phase': app });
    expect([brief(found), found.markers.map(({ workloads }) => workloads)]).toEqual([[['default/shop', 7, 10, 'complete', 'replicaset-lifespan']], [[]]]);
  });

  it('Flagger names the primary that follows its canary, too', () => {
    const primary = drawFrame([[{ ...set('a'), workload: 'shop-primary' }, '33321000'], [{ ...set('b'), workload: 'shop-primary' }, '00112333']]);
    expect(brief(gather({ 'replicaset-pods': primary, 'flagger-phase': drawFrame([[{ ...shop, phase: '0' }, '..1111..'], [{ ...shop, phase: '1' }, '11....11']]) })))
      .toEqual([['default/shop-primary', 2, 5, 'complete', 'replicaset-lifespan+flagger']]);
  });

  it('collectors that run twice and disagree for a scrape tell one rollout', () => {
    const twice = drawFrame([...replicaSets('33321000', '00112333').series, ...replicaSets('33332100', '00011233').series].map(({ labels, values }) => [labels, values.map((value) => value ?? '.').join('')]));
    expect(brief(gather({ 'replicaset-pods': twice }))).toEqual([['default/shop', 2, 6, 'complete', 'replicaset-lifespan']]);
  });
});

describe('second opinions', () => {
  it.each([
    ['failed: stuck', reasons(['ReplicaSetUpdated', '..11..'], ['Failed', '....11']), { state: 'stuck' }],
    ['paused: halted, not stuck', reasons(['ReplicaSetUpdated', '..11..'], ['Paused', '....11']), { state: 'ongoing', paused: true }],
  ])('the condition says %s', (_name, condition, expected) =>
    expect(gather({ 'replicaset-pods': replicaSets('333222', '..1111'), 'deployment-reason': condition }).rollouts).toMatchObject([expected]));

  it('a controller that moves while the pods do not tells no rollout: pods died or were scaled', () => {
    expect(brief(gather({ 'replicaset-pods': replicaSets('33333333', '........'), 'argo-rollout-phase': phases(['Healthy', '11...111'], ['Progressing', '..111...']) }))).toEqual([]);
  });

  it('gives the strategy of Argo Rollouts', () => {
    expect(gather({ 'replicaset-pods': pods, 'argo-rollout-phase': phases(['Healthy', '11...111'], ['Progressing', '..111...']) }).rollouts).toMatchObject([{ strategy: 'canary' }]);
  });
});

describe('sources alone', () => {
  it.each([
    ['Argo Rollouts', { 'argo-rollout-phase': phases(['Healthy', '1...1'], ['Progressing', '.111.']) }, [['default/shop', 1, 4, 'complete', 'argo-rollouts']]],
    ['Argo Rollouts, given up', { 'argo-rollout-phase': phases(['Healthy', '1....'], ['Progressing', '.111.'], ['Degraded', '....1']) }, [['default/shop', 1, 4, 'aborted', 'argo-rollouts']]],
    ['Argo Rollouts, a new one', { 'argo-rollout-phase': drawFrame([[{ namespace: 'x', workload: 'old', phase: 'Healthy' }, '11111'], [{ ...shop, phase: 'Progressing' }, '.11..'], [{ ...shop, phase: 'Healthy' }, '...11']]) }, []],
    ['a canary of Flagger that runs', { 'flagger-phase': drawFrame([[{ ...shop, phase: '1' }, '11...'], [{ ...shop, phase: '0' }, '..111']]) }, [['default/shop', 2, 4, 'ongoing', 'flagger']]],
    ['the condition reason', { 'deployment-reason': reasons(['NewReplicaSetAvailable', '11..1'], ['ReplicaSetUpdated', '..11.']) }, [['default/shop', 2, 4, 'complete', 'condition-reason']]],
    ['a paused Deployment that does not roll', { 'deployment-reason': reasons(['Paused', '11111'], ['NewReplicaSetAvailable', '11111']) }, []],
    ['Argo CD is a mark, no rollout', { 'argo-app-phase': drawFrame([[{ ...shop, phase: 'Progressing', operation: 'sync' }, '.11..']]) }, []],
  ] as readonly [string, Signals, unknown[]][])('%s', (_name, signals, expected) => expect(brief(gather(signals))).toEqual(expected));

  it('a note whose tags state a workload that nothing else knows', () => {
    expect(brief(gather({}, [note('release', ['namespace:shop', 'deployment:api'], 1, 3)]))).toEqual([['shop/api', 1, 3, undefined, 'grafana']]);
    expect(brief(gather({}, [note('release of <img src=x>', ['deploy'], 1)]))).toEqual([]);
  });

  it('says whether rollouts could be seen at all', () => {
    expect([gather({}).known, gather({ 'replicaset-pods': pods }).known, gather({ 'statefulset-revisions': drawFrame([]) }).known]).toEqual([false, true, true]);
  });
});

describe('revisions', () => {
  const revisions = (...lines: readonly (readonly [string, string, string])[]) => drawFrame(lines.map(([role, revision, text]) => [{ ...shop, role, revision }, text]));
  it.each([
    ['nothing changes', [['current', 'a', '1111'], ['update', 'a', '1111']], []],
    ['a rolling update', [['current', 'a', '1111..'], ['current', 'b', '....11'], ['update', 'a', '1.....'], ['update', 'b', '.11111']], [[1, 4, 'complete']]],
    ['within one scrape', [['current', 'a', '11..'], ['current', 'b', '..11'], ['update', 'a', '11..'], ['update', 'b', '..11']], [[2, 2, 'complete']]],
    ['a scrape gap', [['current', 'a', '11..'], ['current', 'b', '....11'], ['update', 'a', '1'], ['update', 'b', '.1..11']], [[1, 4, 'complete']]],
    ['given up', [['current', 'a', '11111'], ['update', 'a', '1..11'], ['update', 'b', '.11..']], [[1, 3, 'aborted']]],
    ['superseded', [['current', 'a', '1111.'], ['current', 'c', '....1'], ['update', 'a', '1....'], ['update', 'b', '.1...'], ['update', 'c', '..111']], [[1, 2, 'superseded'], [2, 4, 'complete']]],
    ['rolled back', [['current', 'a', '11..1'], ['current', 'b', '..11.'], ['update', 'a', '1..11'], ['update', 'b', '.11..']], [[1, 2, 'complete'], [3, 4, 'rolled-back']]],
    ['two collectors, one late by a scrape', [['current', 'a', '1111..'], ['current', 'b', '...111'], ['update', 'a', '11....'], ['update', 'b', '.11111']], [[2, 4, 'complete']]],
    ['going on', [['current', 'a', '1111'], ['update', 'a', '11..'], ['update', 'b', '..11']], [[2, 3, 'ongoing']]],
    ['held by a partition since before the range', [['current', 'a', '1111'], ['update', 'b', '1111']], []],
  ] as readonly [string, [string, string, string][], unknown[]][])('of a StatefulSet: %s', (_name, lines, expected) =>
    expect(gather({ 'statefulset-revisions': revisions(...lines) }).rollouts.map(({ from, to, state }) => [from / FRAME_STEP, to / FRAME_STEP, state])).toEqual(expected));

  const daemon = (generation: string, desired: string, updated: string) => drawFrame([[{ ...shop, part: 'generation' }, generation], [{ ...shop, part: 'desired' }, desired], [{ ...shop, part: 'updated' }, updated]]);
  it.each([
    ['a rolling update', daemon('2333333', '3333333', '3012333'), [[1, 4, 'complete']]],
    ['a new node', daemon('2222222', '3344444', '3333444'), []],
    ['superseded', daemon('2334444', '3333333', '3010123'), [[1, 3, 'superseded'], [3, 6, 'complete']]],
    ['going on', daemon('2233', '3333', '3301'), [[2, 3, 'ongoing']]],
    ['another change of the spec', daemon('2233', '3333', '3333'), []],
  ])('of a DaemonSet: %s', (_name, frame, expected) =>
    expect(gather({ 'daemonset-status': frame }).rollouts.map(({ from, to, state }) => [from / FRAME_STEP, to / FRAME_STEP, state])).toEqual(expected));

  it('tells pods that keep their names, and images before and after', () => {
    const { rollouts } = gather({
      'statefulset-revisions': revisions(['current', 'a', '1111..'], ['current', 'b', '....11'], ['update', 'a', '1.....'], ['update', 'b', '.11111']),
      'pod-ready': drawFrame([[{ ...shop, replicaset: '', pod: 'shop-0' }, '110111'], [{ ...shop, replicaset: '', pod: 'shop-1' }, '111011']]),
      'replicaset-image': drawFrame([[{ ...shop, replicaset: '', image: 'shop:1' }, '111...'], [{ ...shop, replicaset: '', image: 'shop:2' }, '..1111']]),
    });
    expect(rollouts).toMatchObject([{
      source: 'statefulset-revision', oldReplicaSets: ['a'], newReplicaSet: 'b', image: { before: 'shop:1', after: 'shop:2' },
      pods: [{ pod: 'shop-0', replicaset: 'b', terminating: 2 * FRAME_STEP, ready: 3 * FRAME_STEP }, { pod: 'shop-1', terminating: 3 * FRAME_STEP, ready: 4 * FRAME_STEP }],
    }]);
  });
});

describe('whatever the signals say', () => {
  const words = ['shop', 'default', 'Progressing', 'Healthy', 'Paused', 'Failed', 'ReplicaSetUpdated', '0', '1', '2', 'current', 'update', 'desired', 'updated', 'generation', 'True', '', '__proto__', '<b>'];
  const text = fc.array(fc.constantFrom('.', '0', '1', '2'), { minLength: 10, maxLength: 10 }).map((chars) => chars.join(''));
  const frameOf = (signal: SignalName) => fc.array(fc.tuple(fc.record(Object.fromEntries(signalCatalog[signal].labels.map((label) => [label, fc.constantFrom(...words)]))), text), { maxLength: 5 }).map(drawFrame);
  const signals = fc.record(Object.fromEntries(rolloutSignals.map((signal) => [signal, frameOf(signal)])), { requiredKeys: [] }) as fc.Arbitrary<Signals>;

  it('it never throws, rollouts end after they start and name their sources, each once', () => {
    fc.assert(fc.property(signals, fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words), fc.nat(9))), (frames, notes) => {
      const { rollouts, events, markers } = gather(frames, notes.map(([body, tag, at]) => note(body, [tag, `app:${body}`], at)));
      for (const one of rollouts) {
        expect(one.from).toBeLessThanOrEqual(one.to);
        expect(one.sources?.[0]).toBe(one.source);
        expect(new Set(one.sources).size).toBe(one.sources?.length);
      }
      expect(events.every(({ at }) => at >= 0)).toBe(true);
      expect(markers.every(({ from, to }) => from <= to)).toBe(true);
    }), { numRuns: 150 });
  });
});
