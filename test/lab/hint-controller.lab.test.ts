import { beforeEach, describe, expect, it } from 'vitest';
import { Cluster, type Service } from './cluster';
import { zones } from './fleet';
import { HintController } from './hint-controller';
import { seededRandom } from './random';

describe('the stand-in for the EndpointSlice controller', () => {
  let cluster: Cluster;
  let hints: HintController;
  let shop: Service;
  let cart: Service;

  beforeEach(() => {
    cluster = new Cluster(seededRandom(1));
    hints = new HintController(cluster);
    [shop, cart] = ['shop', 'cart'].map((name) => serviceWith(name, 6)) as [Service, Service];
  });

  function serviceWith(name: string, pods: number): Service {
    const deployment = cluster.addDeployment('shop', name, `${name}:1`, pods);
    for (let i = 0; i < pods; i += 1) cluster.addPod(cluster.setsOf(deployment)[0]!, zones[i % zones.length]!).ready = true;
    const service: Service = { namespace: 'shop', name, workloads: [name], hints: false, routing: 'auto' };
    cluster.services.push(service);
    hints.sync(service);
    return service;
  }

  it.each([[3, true], [4, false], [6, true], [7, true], [8, false], [9, true], [11, false], [12, true]])('with %i pods on three even zones hints are %s', (pods, on) => {
    expect(serviceWith(`of-${pods}`, pods).hints).toBe(on);
  });

  it('takes all hints when a node has no zone, and gives them back one service at a time', () => {
    expect([shop.hints, cart.hints]).toEqual([true, true]);
    cluster.nodes[3]!.labelled = false;
    hints.nodesChanged();
    expect([shop.hints, cart.hints]).toEqual([false, false]);
    cluster.nodes[3]!.labelled = true;
    hints.nodesChanged();
    expect([shop.hints, cart.hints]).toEqual([false, false]);
    hints.sync(cart);
    expect([shop.hints, cart.hints]).toEqual([false, true]);
  });

  it('leaves a service with PreferSameZone its hints whatever happens', () => {
    shop.routing = 'same-zone';
    cluster.nodes[0]!.labelled = false;
    hints.nodesChanged();
    for (const pod of cluster.podsBehind(shop).slice(0, 2)) pod.ready = false;
    hints.sync(shop);
    expect(shop.hints).toBe(true);
  });

  it('does not pretend to lend endpoints to other zones', () => {
    for (const pod of cluster.podsBehind(shop).filter((each) => each.zone === zones[0])) pod.ready = false;
    cluster.addPod([...cluster.replicaSets.values()][0]!, zones[1]).ready = true;
    cluster.addPod([...cluster.replicaSets.values()][0]!, zones[1]).ready = true;
    expect(() => hints.sync(shop)).toThrow('borrow');
  });
});
