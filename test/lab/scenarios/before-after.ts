import { HintController } from '../hint-controller';
import type { ScenarioContext } from './scenario';
import { zones } from '../fleet';
import { scaleDown, scaleUp } from '../rollout';
import { setHints } from './steps';

/** Each state before the switch lasts so long. */
const stateSeconds = 26;
/** Odd: they begin and end with hints off, so that the switch is a flip too. */
const statesBefore = 9;
/** Envoy's own threshold (min_cluster_size) in this scenario. */
export const zoneAwareFrom = 3;

/**
 * Hints of topology mode Auto come and go; then the service is switched to trafficDistribution PreferSameZone and they stay.
 * The switch shows where it would in a real cluster: the annotation is gone from kube_service_annotations, the field itself
 * is exported by nobody.
 */
export async function beforeAfter(context: ScenarioContext): Promise<void> {
  const service = context.stack.cluster.service('kube-system', 'skipper-internal');
  service.hints = true;
  await context.stretch(30);
  for (let state = 0; state < statesBefore; state += 1) {
    setHints(context, state % 2 === 1);
    await context.stretch(stateSeconds);
  }
  const flipsBefore = context.events.filter((event) => event.kind === 'flip').length;
  service.routing = 'same-zone';
  new HintController(context.stack.cluster).sync(service);
  setHints(context, true);
  const at = Date.now();
  context.log('switched from topology mode Auto to PreferSameZone');
  await context.stretch(60);
  await envoyThreshold(context);
  await context.stretch(75);
  context.events.push({
    kind: 'switch', at, proxy: 'ingress', service: 'kube-system/skipper-internal', from: 'auto', to: 'same-zone',
    flipsBefore, flipsAfter: 0, tooShortTo: at + 2 * stateSeconds * 1000,
  });
}

/** Envoy's zone-aware routing stops when the API server has fewer replicas than its threshold, and begins again. */
async function envoyThreshold(context: ScenarioContext): Promise<void> {
  const { events } = context;
  const [direct, small] = ['routing_all_directly', 'cluster_too_small'];
  events.push({ kind: 'zone-routing', at: Date.now(), proxy: 'gateway', from: direct, to: small });
  await scaleDown(context, 'apiserver');
  context.log('Envoy has fewer endpoints than its threshold');
  await context.stretch(45);
  await scaleUp(context, 'apiserver', zones[2]);
  events.push({ kind: 'zone-routing', at: Date.now(), proxy: 'gateway', from: small, to: direct });
}
