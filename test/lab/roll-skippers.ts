import { failedOf } from './failures';
import { beginRollout, type RolloutContext } from './rollout';
import { routesText, startSkipper } from './skipper';
import { between } from './tally';
import type { TruthRollout } from './truth';

/** Replaces the pods of Skipper itself, new ones first, with another setting. Nobody notices: old ones get no new requests before they end. */
export async function rollSkippers(context: RolloutContext, settings: { readonly passiveHealthCheck: boolean }): Promise<TruthRollout> {
  const { stack, load, wait, log } = context;
  const deployment = stack.cluster.deployments.get('kube-system/skipper-ingress')!;
  const before = stack.cluster.replicaSets.get(`${deployment.namespace}/${deployment.current}`)!;
  const olds = stack.readyProxies('ingress');
  log('rollout of skipper itself');
  const from = Date.now();
  const after = beginRollout(stack, deployment, before, before.image);
  const routes = routesText(stack.skipperRoutes());
  for (const { zone } of olds) {
    const pod = stack.cluster.addPod(after, zone);
    const instance = await startSkipper(stack.supervisor, stack.folder, { pod: pod.name, zone, ip: pod.ip, otlp: stack.jaeger.otlp, routes, ...settings });
    after.replicas += 1;
    stack.addProxy(instance, pod);
    pod.ready = false;
  }
  await wait(7); // each new one is scraped once before its first request
  for (const instance of stack.proxies) if (instance.proxy === 'ingress') stack.proxyPods.get(instance.pod)!.ready = !olds.includes(instance);
  for (const old of olds) stack.proxyPods.get(old.pod)!.deletion = Date.now();
  await wait(11); // each old one is scraped once after its last request
  before.replicas = 0;
  for (const old of olds) await stack.removeProxy(old);
  deployment.reason = 'NewReplicaSetAvailable';
  const to = Date.now();
  return {
    workload: 'kube-system/skipper-ingress', proxy: 'ingress', mode: 'drained', retries: false, healthChecks: false, from, to,
    image: { before: before.image, after: after.image }, ...failedOf(between(load.outcomes, from, to).filter(({ proxy }) => proxy === 'ingress')),
    nearMisses: null, nearMissesByCounter: null, checks: null,
  };
}
