import { describe, expect, it } from 'vitest';
import { epochMs } from '@/lib/domain/units';
import { hopRows, imageText, rolloutModels, timeline } from '@/lib/present/rollouts';
import { rolloutSample } from '../../support/samples-details';

const models = rolloutModels(rolloutSample());

describe('errors and rollouts', () => {
  it('codes keep their colour, the frequent one at the base', () => {
    expect(models.errors?.series.map(({ key, colorVar }) => [key, colorVar])).toEqual([['503', '--gw-503'], ['502', '--gw-502']]);
  });
  it('rollouts are regions named by workload and change of image', () => {
    expect(models.errors?.regions?.map(({ label, tone }) => [label, tone])).toEqual([['milo/apiserver  v0.24.1 → v0.24.2', 'rollout'], ['shop/cart', 'rollout']]);
  });
  it('a code without any known value is not drawn', () => {
    expect(rolloutModels({ ...rolloutSample(2), errors: { '504': [null, null] } })).toMatchObject({ headline: 'Gateway errors not known, 2 rollouts', errors: { series: [] } });
  });
  it('counts in the headline', () => {
    expect(models.headline).toBe('17 gateway errors, 2 rollouts');
    expect(rolloutModels({ ...rolloutSample(2), errors: { '502': [0, 0] }, rollouts: [] }).headline).toBe('No gateway error, no rollout');
  });
  it('neither error nor rollout is no chart, and no hop is missing', () => {
    const quiet = rolloutModels({ ...rolloutSample(2), errors: { '502': [0, 0] }, rollouts: [], hops: [] });
    expect([quiet.errors, quiet.noHops]).toEqual([null, 'No gateway error in this range, so there is no trace of one.']);
    expect(rolloutModels({ ...rolloutSample(), hops: null }).noHops).toContain('no trace source');
  });
  it('near misses that are not counted have no chart', () => {
    expect(rolloutModels({ ...rolloutSample(2), nearMisses: null }).nearMisses).toBeNull();
  });
});

describe('rows', () => {
  it('bursts name every rollout near them', () => {
    const { bursts } = rolloutSample();
    const many = rolloutModels({ ...rolloutSample(), bursts: Array.from({ length: 5 }, () => bursts[0]!) });
    expect([many.fewBursts, many.bursts[0]?.failed, many.bursts[0]?.rollouts]).toEqual([false, 17, 'during milo/apiserver (p\u00A0<\u00A00.001)']);
  });
  it('fewer than five bursts carry no p of a workload', () => {
    expect(models.fewBursts).toBe(true);
    expect(models.bursts.map(({ rollouts }) => rollouts)).toEqual(['during milo/apiserver']);
  });
  it('workloads by how strongly they go with the errors', () => {
    expect(models.workloads.map(({ workload }) => workload)).toEqual(['milo/apiserver', 'shop/cart']);
  });
  it('hops: one row per role and service, by samples', () => {
    expect(models.hops?.map(({ label, byStatus, samples }) => [label, byStatus, samples])).toEqual([['proxy, envoy-gw', { '502': 1, '503': 12 }, 13], ['backend, apiserver', { '503': 2 }, 2]]);
    expect(hopRows({ ...rolloutSample(2), hops: null })).toBeNull();
  });
});

describe('imageText', () => {
  const digest = `r/app@sha256:${'ab'.repeat(32)}`;
  it.each([
    ['same name: tags alone', { before: 'r.example:5000/app:v1', after: 'r.example:5000/app:v2' }, 'v1 → v2'],
    ['other name: both whole', { before: 'a:1', after: 'b:1' }, 'a:1 → b:1'],
    ['the port of a registry is no tag', { before: 'r:5000/app', after: 'r:5000/app:v2' }, 'no tag → v2'],
    ['digests are cut', { before: digest, after: 'r/app:v2' }, 'abababababab → v2'],
    ['one side not known', { before: null, after: 'r/app:v2' }, 'not known → r/app:v2'],
    ['nothing known', { before: null, after: null }, null],
    ['no image', null, null],
  ])('%s', (_name, image, text) => {
    expect(imageText({ image })).toBe(text);
  });
});

describe('timeline of pods', () => {
  const [milo] = rolloutSample().rollouts;
  const model = timeline(milo!);
  it('old pods first, then new ones by their start', () => {
    expect(model.pods.map(({ pod, generation }) => `${generation} ${pod.slice(-3)}`)).toEqual(['old a1b', 'old c2d', 'old e3f', 'new x2k', 'new y3l', 'new z4m']);
  });
  it('ends that are not seen are open', () => {
    expect(model.pods.map(({ openStart, openEnd }) => [openStart, openEnd])).toEqual([...Array(3).fill([true, false]), ...Array(3).fill([false, true])]);
  });
  it('bars stay within the drawing', () => {
    const wide = timeline({ ...milo!, pods: [{ pod: 'p', replicaset: 'x', created: epochMs(0), ready: null, gone: epochMs(Date.UTC(2099, 0, 1)) }] });
    expect(wide.pods[0]).toMatchObject({ from: wide.from, to: wide.to, openStart: true, openEnd: true });
  });
});
