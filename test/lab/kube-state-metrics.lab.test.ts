import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Cluster } from './cluster';
import { clusterMetrics } from './kube-state-metrics';
import { requirePart } from './parts';
import { seededRandom } from './random';

/** Three pods of one deployment behind a service whose endpoints carry hints. */
function smallCluster(): Cluster {
  const cluster = new Cluster(seededRandom(1));
  const deployment = cluster.addDeployment('shop', 'shop', 'registry.example.org/shop:1', 3);
  for (const zone of ['eu-central-1a', 'eu-central-1b', 'eu-central-1c']) cluster.addPod(cluster.setsOf(deployment)[0]!, zone).ready = true;
  cluster.services.push({ namespace: 'shop', name: 'shop', workloads: ['shop'], hints: true, routing: 'auto' });
  return cluster;
}

const valuesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(`${name}{`));

describe('the stand-in for kube-state-metrics', () => {
  it('writes an exposition that promtool accepts', () => {
    // `check metrics` also lints names and help texts: those are not ours, so only parse errors count.
    const checked = spawnSync(requirePart('promtool'), ['check', 'metrics'], { input: clusterMetrics(smallCluster()), encoding: 'utf8' });
    expect(checked.stderr).not.toMatch(/error while linting|text format parsing/);
  });

  it('gives each ready endpoint its zone and, with hints on, a hint', () => {
    const cluster = smallCluster();
    expect(valuesOf(clusterMetrics(cluster), 'kube_endpointslice_endpoints_hints')).toHaveLength(3);
    cluster.service('shop', 'shop').hints = false;
    expect(valuesOf(clusterMetrics(cluster), 'kube_endpointslice_endpoints_hints')).toEqual([]);
    expect(valuesOf(clusterMetrics(cluster), 'kube_endpointslice_endpoints')).toHaveLength(3);
  });

  it('shows the topology annotation of a service, and a node without its zone label', () => {
    const cluster = smallCluster();
    expect(valuesOf(clusterMetrics(cluster), 'kube_service_annotations')).toEqual(['kube_service_annotations{namespace="shop",service="shop",annotation_service_kubernetes_io_topology_mode="Auto"} 1']);
    cluster.service('shop', 'shop').routing = 'same-zone';
    cluster.nodes[0]!.labelled = false;
    const text = clusterMetrics(cluster);
    expect(valuesOf(text, 'kube_service_annotations')).toEqual(['kube_service_annotations{namespace="shop",service="shop"} 1']);
    expect(valuesOf(text, 'kube_node_labels')[0]).toBe(`kube_node_labels{node="${cluster.nodes[0]!.name}"} 1`);
  });

  it('no longer counts a terminating pod as a replica, but still shows the pod', () => {
    const cluster = smallCluster();
    [...cluster.pods.values()][0]!.deletion = 1_800_000_000_000;
    const text = clusterMetrics(cluster);
    expect(valuesOf(text, 'kube_replicaset_status_replicas')[0]).toMatch(/ 2$/);
    expect(valuesOf(text, 'kube_deployment_status_replicas_ready')[0]).toMatch(/ 2$/);
    expect(valuesOf(text, 'kube_pod_info')).toHaveLength(3);
    expect(valuesOf(text, 'kube_pod_deletion_timestamp')).toHaveLength(1);
    expect(valuesOf(text, 'kube_endpointslice_endpoints').filter((line) => line.includes('ready="false"'))).toHaveLength(1);
  });
});
