import { type Zone, evenShare, hotZone, zones } from '../fleet';
import { HintController } from '../hint-controller';
import { sleep } from '../random';
import { routesText, type ProxyInstance, startSkipper } from '../skipper';
import type { FlipTruth, ZoneState } from '../truth';
import type { ScenarioContext } from './scenario';

/** Skipper's constant minEndpointsByZone. */
const skipperThreshold = 3;

/**
 * Flips by one cause after another: a proxy's threshold, hints that come, a node without its zone label, an unsafe number
 * of replicas, the last endpoint of a zone, clients that move. Between them lies time enough to tell them apart.
 */
export async function flipCauses(context: ScenarioContext): Promise<void> {
  const cast = new Cast(context);
  await cast.threshold();
  await cast.hintsCome();
  await cast.nodeWithoutZone();
  await cast.unsafeReplicas();
  await cast.lastEndpointOfZone();
  await cast.clientsMove();
}

class Cast {
  readonly #hints: HintController;

  constructor(readonly context: ScenarioContext) {
    this.#hints = new HintController(context.stack.cluster);
    this.#ingress.routing = 'none';
  }

  get #cluster() {
    return this.context.stack.cluster;
  }

  get #ingress() {
    return this.#cluster.service('kube-system', 'skipper-internal');
  }

  /** The rule of three needs a Kubernetes API in this version of Skipper, so an outer tier of proxies is played. */
  async threshold(): Promise<void> {
    const { context } = this;
    const note = `an outer proxy tier, played by the load generator, stays in its zone from ${skipperThreshold} ready ingress pods there`;
    context.load.localFrom = skipperThreshold;
    await context.stretch(50);
    const third = await this.#startPods([hotZone]);
    this.#setReady(third);
    this.#flip('concentrated', { cause: 'proxy-threshold', note });
    await context.stretch(40);
    this.#drain(third);
    this.#flip('spread', { cause: 'proxy-threshold', ends: true, note });
    await Promise.all([this.#end(third), context.stretch(40)]);
  }

  async hintsCome(): Promise<void> {
    const { context } = this;
    context.load.localFrom = null;
    this.#ingress.routing = 'auto';
    for (const [namespace, name] of [['shop', 'shop'], ['shop', 'cart']] as const) {
      const service = this.#cluster.service(namespace, name);
      service.routing = 'auto';
      this.#hints.sync(service);
    }
    this.#hints.sync(this.#ingress);
    this.#flip('concentrated', { cause: 'hints-regained', note: 'topology mode Auto was set and hints came' });
    await context.stretch(45);
  }

  async nodeWithoutZone(): Promise<void> {
    const { context } = this;
    const node = this.#cluster.nodes[0]!;
    node.labelled = false;
    this.#hints.nodesChanged();
    this.#flip('spread', { cause: 'node-without-zone', note: `${node.name} lost its zone label: every service lost its hints` });
    await context.stretch(40);
    node.labelled = true;
    this.#hints.nodesChanged();
    for (const [namespace, name] of [['shop', 'shop'], ['shop', 'cart'], ['kube-system', 'skipper-internal']] as const) {
      await context.wait(8);
      this.#hints.sync(this.#cluster.service(namespace, name));
      context.log(`${name} regained its hints with a change of its own`);
    }
    this.#flip('concentrated', { cause: 'hints-regained', note: 'the node had its label again and the service was changed' });
    await context.stretch(60);
  }

  async unsafeReplicas(): Promise<void> {
    const { context } = this;
    const more = await this.#startPods([zones[0], zones[2]]);
    this.#setReady(more);
    this.#hints.sync(this.#ingress);
    this.#flip('spread', { cause: 'overload-rule', note: 'from 6 to 8 replicas, which three even zones cannot share' });
    await context.stretch(40);
    this.#drain(more);
    this.#hints.sync(this.#ingress);
    this.#flip('concentrated', { cause: 'hints-regained', note: 'back to 6 replicas' });
    await Promise.all([this.#end(more), context.stretch(40)]);
  }

  /** With PreferSameZone hints stay whatever happens; but no endpoint is left that names this zone. */
  async lastEndpointOfZone(): Promise<void> {
    const { context } = this;
    this.#ingress.routing = 'same-zone';
    this.#hints.sync(this.#ingress);
    const there = context.stack.readyProxies('ingress').filter((instance) => instance.zone === hotZone);
    const from = Date.now();
    this.#drain(there);
    const note = `the last ingress pods of ${hotZone} went, all others keep their hints`;
    this.#flip('spread', { cause: 'zone-lost-endpoints', note });
    await Promise.all([this.#end(there), context.stretch(26)]);
    // Long enough not ready that Prometheus knows the zone again before its first request.
    const next = await this.#startPods(there.map(() => hotZone), 20);
    this.#setReady(next);
    context.events.push({ kind: 'zone-empty', from, to: Date.now(), proxy: 'ingress', zone: hotZone });
    this.#flip('concentrated', { cause: 'zone-lost-endpoints', ends: true, note: `${hotZone} has ingress pods again` });
    await context.stretch(45);
  }

  async clientsMove(): Promise<void> {
    const { context } = this;
    context.load.clients = evenShare;
    this.#flip('spread', { cause: 'client-mix', note: 'as many clients in each zone; hints unchanged' });
    // They stay: the run ends as it began, spread, so that every flip belongs to a concentration with both ends.
    await context.stretch(45);
  }

  #flip(to: ZoneState, what: Pick<FlipTruth, 'cause' | 'ends' | 'note'>): void {
    this.context.events.push({ kind: 'flip', at: Date.now(), proxy: 'ingress', from: to === 'spread' ? 'concentrated' : 'spread', to, hotZone, ...what });
    this.context.log(`${to}: ${what.cause}${what.ends ? ' ends' : ''}`);
  }

  /** Pods that run and are scraped but are not yet ready. */
  async #startPods(where: readonly Zone[], notReadySeconds = 6): Promise<ProxyInstance[]> {
    const { stack } = this.context;
    const deployment = this.#cluster.deployments.get('kube-system/skipper-ingress')!;
    const set = this.#cluster.setsOf(deployment)[0]!;
    deployment.replicas += where.length;
    deployment.generation += 1;
    set.replicas += where.length;
    const started = await Promise.all(where.map(async (zone) => {
      const pod = this.#cluster.addPod(set, zone);
      const instance = await startSkipper(stack.supervisor, stack.folder, { pod: pod.name, zone, ip: pod.ip, otlp: stack.jaeger.otlp, routes: routesText(stack.skipperRoutes()) });
      stack.addProxy(instance, pod);
      pod.ready = false;
      return instance;
    }));
    await sleep(notReadySeconds * 1000); // every counter is scraped before its first request
    return started;
  }

  #setReady(instances: readonly ProxyInstance[]): void {
    for (const { pod } of instances) this.context.stack.proxyPods.get(pod)!.ready = true;
  }

  /** Out of the endpoints at once. */
  #drain(instances: readonly ProxyInstance[]): void {
    const deployment = this.#cluster.deployments.get('kube-system/skipper-ingress')!;
    const set = this.#cluster.setsOf(deployment)[0]!;
    deployment.replicas -= instances.length;
    deployment.generation += 1;
    set.replicas -= instances.length;
    for (const { pod } of instances) {
      const drained = this.context.stack.proxyPods.get(pod)!;
      drained.ready = false;
      drained.deletion = Date.now();
    }
  }

  /** Ends drained pods once their last requests have been scraped. */
  async #end(instances: readonly ProxyInstance[]): Promise<void> {
    await sleep(11_000);
    for (const instance of instances) await this.context.stack.removeProxy(instance);
  }
}
