import { normalLoad } from '../load';
import { rollSkippers } from '../roll-skippers';
import { rollOut } from '../rollout';
import type { ScenarioContext } from './scenario';
import { rolloutWithSingleError } from './single-error';

/** Quiet seconds between two rollouts: more than the widest window that a rollout's errors are looked for in needs. */
const pause = 30;

/**
 * Four times the same Deployment on Skipper. Its retry cannot be switched off: it saves requests without a body whose dial
 * failed. `retries` is the case it is made for, clients that only read; the checks come with new pods of the proxy itself.
 */
export async function rollingOnSkipper(context: ScenarioContext): Promise<void> {
  const { load, rollouts, stretch } = context;
  const image = (version: string) => `registry.example.org/shop/shop:${version}`;
  await stretch(60);
  rollouts.push(await rollOut(context, 'shop', { mode: 'abrupt', image: image('1.4.1') }));
  await stretch(pause);
  rollouts.push(await rollOut(context, 'shop', { mode: 'drained', image: image('1.4.2') }));
  await stretch(pause);
  load.withoutPosts.add('shop');
  rollouts.push(await rollOut(context, 'shop', { mode: 'early', retries: true, image: image('1.4.3') }));
  load.withoutPosts.delete('shop');
  await stretch(pause);
  rollouts.push(await rollSkippers(context, { passiveHealthCheck: true }));
  await stretch(pause);
  rollouts.push(await rollOut(context, 'shop', { mode: 'early', retries: true, healthChecks: true, image: image('1.4.4') }));
  await stretch(pause);
  // Of this workload alone: with so few requests on the whole fleet zones would look concentrated by chance.
  load.plan = { ...normalLoad, apps: { ...normalLoad.apps, cart: 2 } };
  await stretch(10);
  await rolloutWithSingleError(context, 'registry.example.org/shop/cart:0.9.4');
  await stretch(20);
  load.plan = normalLoad;
  await stretch(20);
}

/** Four times the same Deployment on Envoy, each with another policy. The last one may not surge, so that three hosts stay three. */
export async function rollingOnEnvoy(context: ScenarioContext): Promise<void> {
  const { rollouts, stretch } = context;
  const image = (version: string) => `registry.example.org/milo/milo:${version}`;
  await stretch(60);
  rollouts.push(await rollOut(context, 'apiserver', { mode: 'abrupt', image: image('0.24.2') }));
  await stretch(pause);
  rollouts.push(await rollOut(context, 'apiserver', { mode: 'drained', image: image('0.24.3') }));
  await stretch(pause);
  rollouts.push(await rollOut(context, 'apiserver', { mode: 'abrupt', retries: true, image: image('0.25.0') }));
  await stretch(pause);
  rollouts.push(await rollOut(context, 'apiserver', { mode: 'abrupt', retries: true, healthChecks: true, surge: false, image: image('0.25.1') }));
  await stretch(pause);
}
