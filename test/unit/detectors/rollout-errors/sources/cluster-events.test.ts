import { describe, expect, it } from 'vitest';
import { findRollouts } from '@/lib/detectors/rollout-errors/find-rollouts';
import { type EventFrames, clusterEvents } from '@/lib/detectors/rollout-errors/sources/cluster-events';
import { FRAME_STEP, drawFrame } from '@/test/support/frames';

const shop = { namespace: 'default', workload: 'shop' };
const pod = (name: string, more: Record<string, string> = {}) => ({ ...shop, pod: name, ...more });
const events = (frames: EventFrames) => clusterEvents(frames, frames['replicaset-pods'] ? findRollouts({ 'replicaset-pods': frames['replicaset-pods'] }) : []);
const brief = (frames: EventFrames) => events(frames).map(({ kind, pod: name, at, text }) => [kind, name, at / FRAME_STEP, text]);
const sets = (...lines: readonly (readonly [string, string])[]) => drawFrame(lines.map(([replicaset, text]) => [{ ...shop, replicaset }, text]));

describe('clusterEvents', () => {
  it.each([
    ['an OOM kill', { 'oom-kills': drawFrame([[pod('a'), '00100']]) }, [['oom-kill', 'a', 2, '1 OOM kill']]],
    ['a restart', { 'container-restarts': drawFrame([[pod('a'), '00100']]) }, [['restart', 'a', 2, '1 restart']]],
    ['the restart after a kill is the kill', { 'oom-kills': drawFrame([[pod('a'), '00100']]), 'container-restarts': drawFrame([[pod('a'), '00010'], [pod('b'), '00010']]) }, [['oom-kill', 'a', 2, '1 OOM kill'], ['restart', 'b', 3, '1 restart']]],
    ['what counters show where the data begins is older', { 'container-restarts': drawFrame([[pod('a'), '50100']]) }, [['restart', 'a', 2, '1 restart']]],
    ['a pod that is born and restarts within a scrape', { 'container-restarts': drawFrame([[pod('a'), '00000'], [pod('b'), '..100']]) }, [['restart', 'b', 2, '1 restart']]],
    ['a crash loop is one', { 'container-restarts': drawFrame([[pod('a'), '0101002']]) }, [['restart', 'a', 1, '4 restarts']]],
    ['an eviction, by two metrics', { 'pod-evictions': drawFrame([[pod('a', { reason: 'Evicted' }), '..111'], [pod('a', { reason: 'EvictionByEvictionAPI' }), '..111']]) }, [['eviction', 'a', 2, 'Evicted']]],
    ['evicted before the range', { 'pod-evictions': drawFrame([[pod('a', { reason: 'Evicted' }), '11111']]) }, []],
    ['scaling from 3 to 9 in strides', { 'replicaset-pods': sets(['a', '3346899']) }, [['scaling', null, 2, '3 to 9 pods']]],
    ['a pod that was lost and came back', { 'replicaset-pods': sets(['a', '3332333']) }, []],
    ['a rollout is no scaling', { 'replicaset-pods': sets(['a', '3332100'], ['b', '..11233']) }, []],
    ['scaling before a rollout', { 'replicaset-pods': sets(['a', '33555553100'], ['b', '.......1355']) }, [['scaling', null, 2, '3 to 5 pods']]],
    ['a scrape gap', { 'replicaset-pods': sets(['a', '33..33']) }, []],
  ] as readonly [string, EventFrames, unknown[]][])('%s', (_name, frames, expected) => expect(brief(frames)).toEqual(expected));

  const onNode = (...lines: readonly (readonly [string, string])[]) => drawFrame(lines.map(([name, text]) => [pod(name, { node: 'n1' }), text]));
  const ready = (...lines: readonly (readonly [string, string])[]) => drawFrame(lines.map(([name, text]) => [pod(name, { replicaset: 'a' }), text]));
  it.each([
    ['pods leave a cordoned node', { 'cordoned-pods': onNode(['a', '.111....'], ['b', '.11111..']), 'pod-ready': ready(['a', '1111....'], ['b', '111111..']) }, [['drain', 'a', 4, 'left node n1'], ['drain', 'b', 6, 'left node n1']]],
    ['a node takes pods again', { 'cordoned-pods': onNode(['a', '.111....']), 'pod-ready': ready(['a', '11111111']) }, []],
    ['a cordon that lasts', { 'cordoned-pods': onNode(['a', '.1111111']), 'pod-ready': ready(['a', '11111111']) }, []],
    ['a pod with a fixed name comes back elsewhere', { 'cordoned-pods': onNode(['a', '.111....']), 'pod-ready': ready(['a', '11100111']) }, [['drain', 'a', 4, 'left node n1']]],
    ['without readiness, pods that vanish at once', { 'cordoned-pods': onNode(['a', '.111....'], ['b', '.111....']) }, []],
  ] as readonly [string, EventFrames, unknown[]][])('drain: %s', (_name, frames, expected) => expect(brief(frames)).toEqual(expected));
});
