import { apps } from '../fleet';
import { applicationAsk } from '../asks';
import { retire, rollOut, unlist } from '../rollout';
import type { Replica } from '../replicas';
import type { ScenarioContext } from './scenario';

/**
 * A routine update in which exactly one request fails: while the last old pod is gone and still an endpoint, GETs are
 * saved by the proxy's own second try, and the one POST that meets it gets 502.
 */
export async function rolloutWithSingleError(context: ScenarioContext, image: string): Promise<void> {
  const last = apps.cart.replicas - 1;
  context.rollouts.push(await rollOut(context, 'cart', {
    mode: 'drained', image,
    retire: (replica, index) => (index === last ? failOnce(context, replica) : retire(context, replica, 'drained')),
  }));
}

async function failOnce(context: ScenarioContext, replica: Replica): Promise<void> {
  const { load, stack } = context;
  load.withoutPosts.add('cart');
  await context.wait(0.5); // POSTs that are on their way end before the pod does
  replica.pod.deletion = Date.now();
  await replica.process.kill();
  replica.pod.ready = false;
  for (let tries = 0; tries < 200; tries += 1) {
    const ask = { ...applicationAsk(load.random, 'cart', false), method: 'POST' as const, path: '/cart/1207/items' };
    const outcome = await load.ask(ask);
    if (outcome === null || outcome.status >= 500) break;
  }
  unlist(stack, replica);
  await context.wait(2);
  load.withoutPosts.delete('cart');
  stack.cluster.removePod(replica.pod);
}
