import { send } from '../http-client';
import { sleep } from '../random';
import { type Chain, apps, chains } from './chain';
import { causeHost, causesOf } from './causes';
import { type Case, cases } from './network';
import type { ChainStack } from './stack';

/** Healthy requests of each chain and application from which emitter profiles are learned. */
export const baselineRequests = 12;

/** Requests at the same time. More would make timeouts of 300 ms mean something else. */
const PARALLEL = 6;

/** Until then every request waits in the application. */
const UNDER_WAY_MS = 700;

/** What the client of each case got, by host. */
export type ClientStatuses = ReadonlyMap<string, readonly number[]>;

/** Sends every case, and healthy requests as a baseline. Seconds, since only a few of them wait. */
export async function makeAllHappen(stack: ChainStack): Promise<ClientStatuses> {
  const statuses = new Map<string, number[]>();
  const happen = async (one: Case) => {
    const got: number[] = [];
    for (let n = 0; n < (one.cause.times ?? 1); n += 1) got.push(await ask(stack, one));
    statuses.set(one.host, got);
  };
  await inParallel(cases.filter(({ cause }) => !cause.kills), happen);
  await inParallel(chains.flatMap((chain) => Array.from({ length: baselineRequests }, () => chain)), (chain) => baseline(stack, chain));
  const waiting = Promise.all(cases.filter(({ cause }) => cause.kills).map(happen));
  await sleep(UNDER_WAY_MS);
  await stack.killDoomed();
  await waiting;
  return statuses;
}

async function ask(stack: ChainStack, { chain, cause, host }: Case): Promise<number> {
  const [ip, port] = stack.entry(chain).split(':');
  return (await send({ ...cause, ip: ip!, port: Number(port), host, userAgent: 'weir-lab/1.0' })).status;
}

async function baseline(stack: ChainStack, chain: Chain): Promise<void> {
  const healthy = causesOf(chain).find((cause) => cause.name === 'healthy')!;
  for (const app of apps) await ask(stack, { chain, cause: healthy, app, host: causeHost(chain, healthy, app) });
}

async function inParallel<T>(list: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...list];
  await Promise.all(Array.from({ length: PARALLEL }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  }));
}
