import type { Deployment, ReplicaSet } from './cluster';
import { failedOf } from './failures';
import { type AppName, apps, workloadOf } from './fleet';
import type { Load } from './load';
import { type Replica, startReplica } from './replicas';
import type { Stack } from './stack';
import { between } from './tally';
import type { RolloutMode, TruthRollout } from './truth';

export interface RolloutOptions {
  readonly mode: RolloutMode;
  /** Envoy tries again elsewhere. Skipper's own retry is always on. */
  readonly retries?: boolean;
  /** Envoy checks the pods; for Skipper the fleet must have been started with its checks. */
  readonly healthChecks?: boolean;
  /** A new pod comes before an old one goes. False: `maxSurge: 0`, the old one goes first. */
  readonly surge?: boolean;
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

/** Replaces all replicas of an application one after another, as a Deployment does. */
export async function rollOut(context: RolloutContext, app: AppName, options: RolloutOptions): Promise<TruthRollout> {
  const { stack, load } = context;
  const deployment = stack.cluster.deployments.get(workloadOf(app))!;
  const before = stack.cluster.replicaSets.get(`${deployment.namespace}/${deployment.current}`)!;
  if (apps[app].proxy === 'gateway') await setPolicy(context, options);
  context.log(`rollout of ${workloadOf(app)}: ${options.mode}${options.retries ? ', retries' : ''}${options.healthChecks ? ', health checks' : ''}, ${before.image} to ${options.image}`);
  const from = Date.now();
  const after = beginRollout(stack, deployment, before, options.image);
  for (const [index, old] of [...(stack.replicas.get(app) ?? [])].entries()) await replace(context, { app, before, after, old, index, options });
  deployment.reason = 'NewReplicaSetAvailable';
  const to = Date.now();
  return {
    workload: workloadOf(app), proxy: apps[app].proxy, mode: options.mode, retries: options.retries ?? false, healthChecks: options.healthChecks ?? false, from, to,
    image: { before: before.image, after: options.image }, ...failedOf(between(load.outcomes, from, to).filter((outcome) => outcome.app === app)),
    nearMisses: null, nearMissesByCounter: null, checks: null,
  };
}

/**
 * A cluster with other checks is a new one, whose counters begin at 0: what the old one counted after its last scrape would be
 * lost. So nobody asks the application while the cluster is replaced.
 */
async function setPolicy({ stack, load, wait }: RolloutContext, { retries = false, healthChecks = false }: RolloutOptions): Promise<void> {
  stack.setEnvoyRetries(retries);
  if (stack.envoyHealthChecks === healthChecks) return;
  const { plan } = load;
  load.plan = { ...plan, apps: { ...plan.apps, apiserver: 0 }, applicationMisses: 0, scanner: 0 };
  await wait(7);
  stack.setEnvoyHealthChecks(healthChecks);
  await wait(7); // the new cluster takes over after its first checks, and is scraped
  load.plan = plan;
}

interface Replacement {
  readonly app: AppName;
  readonly before: ReplicaSet;
  readonly after: ReplicaSet;
  readonly old: Replica;
  readonly index: number;
  readonly options: RolloutOptions;
}

async function replace(context: RolloutContext, { app, before, after, old, index, options }: Replacement): Promise<void> {
  const begin = () => surge(context, app, after, old.pod.zone);
  if (options.surge ?? true) {
    await begin();
    await context.wait(2);
  }
  before.replicas -= 1;
  await (options.retire?.(old, index) ?? retire(context, old, options.mode));
  if (options.surge === false) await begin();
  await context.wait(2);
}

export function beginRollout(stack: Stack, deployment: Deployment, before: ReplicaSet, image: string): ReplicaSet {
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
export async function retire(context: RolloutContext, replica: Replica, mode: RolloutMode): Promise<void> {
  replica.pod.deletion = Date.now();
  if (mode === 'abrupt') await retireAbruptly(context, replica);
  else if (mode === 'early') await retireEarly(context, replica);
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
async function retireEarly(context: RolloutContext, replica: Replica): Promise<void> {
  const stopped = replica.process.stop();
  replica.pod.ready = false;
  await context.wait(newsDelaySeconds);
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
