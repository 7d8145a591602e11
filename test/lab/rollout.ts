import type { Deployment, ReplicaSet } from './cluster';
import { type AppName, apps, workloadOf } from './fleet';
import type { Load } from './load';
import { type Replica, startReplica } from './replicas';
import type { Stack } from './stack';
import { between, countBy } from './tally';
import type { TruthRollout } from './truth';

export interface RolloutOptions {
  /** `abrupt`: killed while still an endpoint. `drained`: taken out of the endpoints, then asked to end. */
  readonly mode: 'abrupt' | 'drained';
  /** Envoy tries failed connections again elsewhere. */
  readonly retries?: boolean;
  readonly image: string;
  /** Instead of the normal end of an old replica. */
  readonly retire?: (replica: Replica, index: number) => Promise<void>;
}

export interface RolloutContext {
  readonly stack: Stack;
  readonly load: Load;
  readonly wait: (seconds: number) => Promise<void>;
  readonly log: (text: string) => void;
}

/** How long a proxy keeps an endpoint that is gone: the way of the news through the cluster. */
const newsDelaySeconds = 2.5;

/** Replaces all replicas of an application one after another, surge first, as a Deployment does. */
export async function rollOut(context: RolloutContext, app: AppName, options: RolloutOptions): Promise<TruthRollout> {
  const { stack, load } = context;
  const deployment = stack.cluster.deployments.get(workloadOf(app))!;
  const before = stack.cluster.replicaSets.get(`${deployment.namespace}/${deployment.current}`)!;
  if (apps[app].proxy === 'gateway') stack.setEnvoyRetries(options.retries ?? false);
  context.log(`rollout of ${workloadOf(app)}: ${options.mode}, ${before.image} to ${options.image}`);
  const from = Date.now();
  const after = beginRollout(stack, deployment, before, options.image);
  for (const [index, old] of [...(stack.replicas.get(app) ?? [])].entries()) {
    await surge(context, app, after, old.pod.zone);
    await context.wait(2);
    before.replicas -= 1;
    await (options.retire?.(old, index) ?? retire(context, old, options.mode));
    await context.wait(2);
  }
  deployment.reason = 'NewReplicaSetAvailable';
  const to = Date.now();
  const requests = between(load.outcomes, from, to).filter((outcome) => outcome.app === app);
  const failed = requests.filter((outcome) => outcome.status >= 500 || outcome.status === 0);
  return {
    workload: workloadOf(app), proxy: apps[app].proxy, mode: options.mode, retries: options.retries ?? false, from, to,
    image: { before: before.image, after: options.image }, requests: requests.length, failed: failed.length,
    byStatus: countBy(failed, (outcome) => String(outcome.status)), nearMisses: null,
  };
}

function beginRollout(stack: Stack, deployment: Deployment, before: ReplicaSet, image: string): ReplicaSet {
  deployment.generation += 1;
  deployment.reason = 'ReplicaSetUpdated';
  const after = stack.cluster.addReplicaSet(deployment, image, 0);
  after.replicas = 0;
  before.replicas = deployment.replicas;
  return after;
}

async function surge(context: RolloutContext, app: AppName, set: ReplicaSet, zone: string): Promise<void> {
  const { stack } = context;
  set.replicas += 1;
  const replica = await startReplica(stack, app, set, zone);
  stack.replicas.get(app)!.push(replica);
  stack.publishEndpoints(app);
}

/** Ends one old replica in the given way. */
export async function retire(context: RolloutContext, replica: Replica, mode: 'abrupt' | 'drained'): Promise<void> {
  replica.pod.deletion = Date.now();
  if (mode === 'abrupt') await retireAbruptly(context, replica);
  else if (apps[replica.app].proxy === 'gateway') await retireWithRetries(context, replica);
  else await retireDrained(context, replica);
}

async function retireAbruptly(context: RolloutContext, replica: Replica): Promise<void> {
  await replica.process.kill();
  replica.pod.ready = false;
  await context.wait(newsDelaySeconds);
  unlist(context.stack, replica);
  await context.wait(1.5);
  context.stack.cluster.removePod(replica.pod);
}

/** Leaves the endpoints first and ends when no proxy knows it any more. */
async function retireDrained(context: RolloutContext, replica: Replica): Promise<void> {
  unlist(context.stack, replica);
  await context.wait(3);
  await replica.process.stop();
  context.stack.cluster.removePod(replica.pod);
}

/** Stops accepting a moment before the proxies know: retries must save what comes in between. */
async function retireWithRetries(context: RolloutContext, replica: Replica): Promise<void> {
  const stopped = replica.process.stop();
  await context.wait(0.5);
  unlist(context.stack, replica);
  await stopped;
  context.stack.cluster.removePod(replica.pod);
}

/** Takes a replica out of the endpoints that the proxies have. */
export function unlist(stack: Stack, replica: Replica): void {
  stack.replicas.set(replica.app, stack.replicas.get(replica.app)!.filter((other) => other !== replica));
  stack.publishEndpoints(replica.app);
}

/** Takes the last replica away, drained. */
export async function scaleDown(context: RolloutContext, app: AppName): Promise<void> {
  const { stack } = context;
  const deployment = stack.cluster.deployments.get(workloadOf(app))!;
  deployment.replicas -= 1;
  deployment.generation += 1;
  stack.cluster.replicaSets.get(`${deployment.namespace}/${deployment.current}`)!.replicas -= 1;
  const replica = stack.replicas.get(app)!.at(-1)!;
  replica.pod.deletion = Date.now();
  await retireDrained(context, replica);
}

/** Adds a replica without touching the others: a scaling, not a rollout. */
export async function scaleUp(context: RolloutContext, app: AppName, zone: string): Promise<void> {
  const { stack } = context;
  const deployment = stack.cluster.deployments.get(workloadOf(app))!;
  deployment.replicas += 1;
  deployment.generation += 1;
  const set = stack.cluster.replicaSets.get(`${deployment.namespace}/${deployment.current}`)!;
  await surge(context, app, set, zone);
}
