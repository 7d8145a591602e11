import { hotZone } from '../fleet';
import { normalLoad, normalNotFoundRate } from '../load';
import { sleep } from '../random';
import { routesText, startSkipper } from '../skipper';
import { between, routelessTruth } from '../tally';
import type { ScenarioContext } from './scenario';

/** Turns the zone hints of the ingress service on or off; clients follow at once. */
export function setHints(context: ScenarioContext, on: boolean): void {
  const { stack, events } = context;
  stack.cluster.service('kube-system', 'skipper-internal').hints = on;
  events.push({ kind: 'flip', at: Date.now(), proxy: 'ingress', from: on ? 'spread' : 'concentrated', to: on ? 'concentrated' : 'spread', hotZone, cause: on ? 'hints-regained' : 'hints-lost' });
  context.log(`hints ${on ? 'on: traffic stays in its zone' : 'off: traffic spreads'}`);
}

/**
 * A canary joins the fleet with nothing but the health route, takes its share of the traffic and ends again. It is scraped
 * once before it is ready and once after its last request, as a pod that is created and drained.
 */
export async function routelessCanary(context: ScenarioContext, seconds: number): Promise<void> {
  const { stack, load, events } = context;
  const { cluster } = stack;
  const deployment = cluster.deployments.get('kube-system/skipper-ingress-canary') ?? cluster.addDeployment('kube-system', 'skipper-ingress-canary', 'registry.example.org/skipper:v0.26.1-rc1', 1);
  const pod = cluster.addPod(cluster.setsOf(deployment)[0]!, hotZone);
  stack.routeless.add(pod.name);
  const instance = await startSkipper(stack.supervisor, stack.folder, { pod: pod.name, zone: hotZone, ip: pod.ip, otlp: stack.jaeger.otlp, routes: routesText([]) });
  stack.addProxy(instance, pod);
  pod.ready = false;
  await sleep(6_000);
  const from = Date.now();
  pod.ready = true;
  context.log(`canary ${pod.name} is ready, without routes`);
  await context.stretch(seconds);
  pod.ready = false;
  const to = Date.now();
  pod.deletion = to;
  context.log('canary is draining');
  await sleep(11_000);
  deployment.replicas = 0;
  await stack.removeProxy(instance);
  // Answers that were on their way when it left the list still belong to it.
  events.push(routelessTruth(load.outcomes, instance, from, to + 2_000));
}

/**
 * Scanners come from many addresses at a multiple of the normal rate of 404s. `keptOpen`: in the second half so large a share of them
 * comes over one kept-open connection, so that one ingress pod gets it all.
 */
export async function scannerWave(context: ScenarioContext, seconds: number, times: number, keptOpen = 0): Promise<void> {
  const { load, events, stack } = context;
  const addresses = 40;
  const from = Date.now();
  load.scannerAddresses = addresses;
  load.plan = { ...normalLoad, scanner: times * normalNotFoundRate };
  context.log(`scanner wave: ${times} times the normal rate from ${addresses} addresses`);
  await context.stretch(seconds / 2);
  const [instance] = stack.readyProxies('ingress');
  if (keptOpen > 0 && instance !== undefined) {
    load.keptOpen = { instance: instance.pod, share: keptOpen };
    context.log(`${100 * keptOpen} % of the scans now end on ${instance.pod}`);
  }
  await context.stretch(seconds / 2);
  load.keptOpen = null;
  load.plan = normalLoad;
  load.scannerAddresses = 4;
  const to = Date.now();
  const asked = between(load.outcomes, from, to).filter((outcome) => outcome.kind === 'scanner');
  events.push({ kind: 'scanner-wave', from, to, requests: asked.length, notFound: asked.filter((outcome) => outcome.status === 404).length, addresses, timesNormal: times });
}
