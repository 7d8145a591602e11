import http from 'node:http';
import { applicationAsk, type Ask, type AskKind, benignAsk, missingThingAsk, scannerAsk } from './asks';
import { type AppName, type ClientShare, clientShare, type ProxyName } from './fleet';
import { send } from './http-client';
import { type Random, sleep } from './random';
import type { ProxyInstance } from './skipper';
import type { Stack } from './stack';

/** Requests a second of each sort, before the daily shape. */
export interface LoadPlan {
  readonly apps: Readonly<Record<AppName, number>>;
  readonly applicationMisses: number;
  readonly benign: number;
  readonly scanner: number;
}

export const normalLoad: LoadPlan = { apps: { shop: 30, cart: 16, legacy: 6, apiserver: 20 }, applicationMisses: 1, benign: 0.4, scanner: 0.8 };

/** A quarter of it: enough to look at a live stack for a while. */
export const lightLoad: LoadPlan = { apps: { shop: 8, cart: 4, legacy: 2, apiserver: 5 }, applicationMisses: 0.2, benign: 0.1, scanner: 0.2 };

/** 404s a second on a normal day: every miss, benign request and scanner request ends in one. */
export const normalNotFoundRate = normalLoad.applicationMisses + normalLoad.benign + normalLoad.scanner;

/** One finished request as the client saw it. */
export interface Outcome {
  /** When the answer was complete. */
  readonly at: number;
  readonly kind: AskKind;
  readonly proxy: ProxyName;
  readonly instance: string;
  readonly zone: string;
  readonly app: AppName | null;
  readonly method: 'GET' | 'POST';
  readonly status: number;
  /** Pod of the application that answered; null when the proxy answered itself. */
  readonly servedBy: string | null;
  /** See `ClientResponse`. */
  readonly attempts: number | null;
  readonly errorText: string | null;
}

const tickMs = 25;
/** One "day" of the load. */
const dayMs = 300_000;

/** Sends requests to the proxies of a stack and keeps what came back. */
export class Load {
  readonly outcomes: Outcome[] = [];
  plan: LoadPlan = normalLoad;
  /** Share of in-cluster clients by zone. */
  clients: ClientShare = clientShare;
  /**
   * A proxy tier between the in-cluster clients and the ingress that keeps to its own zone as soon as so many ingress pods
   * are ready there, and else takes all (skipper's rule; its number is 3). Null: there is none, clients obey the hints.
   */
  localFrom: number | null = null;
  /** Number of addresses that scanners come from. */
  scannerAddresses = 4;
  /** A scanner that keeps one connection open: so large a share of the scans on its fleet end on this one instance. Null: all are spread. */
  keptOpen: { readonly instance: string; readonly share: number } | null = null;
  /** Applications that get no POSTs for now. */
  readonly withoutPosts = new Set<AppName>();
  readonly #agent = new http.Agent({ keepAlive: true, timeout: 15_000, maxSockets: 24 });
  #timer: NodeJS.Timeout | null = null;
  #startedAt = 0;
  #last = 0;
  #inFlight = 0;

  constructor(readonly stack: Stack, readonly random: Random) {}

  start(): void {
    this.#startedAt = Date.now();
    this.#last = this.#startedAt;
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Ends the arrivals and waits for the answers that are still to come. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    for (let waited = 0; this.#inFlight > 0 && waited < 15_000; waited += 50) await sleep(50);
    this.#agent.destroy();
  }

  /** Sends one request now, counted like all others. Null: no instance is ready. */
  async ask(ask: Ask): Promise<Outcome | null> {
    const instance = this.#choose(ask);
    if (instance === null) return null;
    this.#inFlight += 1;
    const pooled = ask.kind === 'application' || ask.kind === 'application-miss';
    const answer = await send({ ...ask, ip: instance.ip, port: instance.port, ...(pooled ? { agent: this.#agent } : {}) });
    this.#inFlight -= 1;
    const outcome: Outcome = { at: Date.now(), kind: ask.kind, proxy: ask.proxy, instance: instance.pod, zone: instance.zone, app: ask.app, method: ask.method, ...answer };
    this.outcomes.push(outcome);
    return outcome;
  }

  #choose(ask: Ask): ProxyInstance | null {
    const ready = this.stack.readyProxies(ask.proxy);
    const kept = ask.kind === 'scanner' && this.keptOpen !== null && this.random.next() < this.keptOpen.share ? ready.find((instance) => instance.pod === this.keptOpen?.instance) : undefined;
    if (kept !== undefined) return kept;
    const near = ready.filter((instance) => instance.zone === ask.clientZone);
    const from = near.length >= this.#leastNear(ask.proxy) ? near : ready;
    return from.length === 0 ? null : this.random.pick(from);
  }

  /** How many ready instances in its own zone keep a client there. With hints one is enough, as for kube-proxy. */
  #leastNear(proxy: ProxyName): number {
    if (proxy === 'ingress' && this.localFrom !== null) return this.localFrom;
    return proxy === 'ingress' && this.stack.cluster.service('kube-system', 'skipper-internal').hints ? 1 : Infinity;
  }

  #tick(): void {
    const now = Date.now();
    const shape = 1 + 0.2 * Math.sin((2 * Math.PI * (now - this.#startedAt)) / dayMs);
    const seconds = (now - this.#last) / 1000;
    this.#last = now;
    const arrive = (rate: number, make: () => Ask) => {
      for (let count = this.random.poisson(rate * seconds); count > 0; count -= 1) void this.ask(make());
    };
    for (const app of Object.keys(this.plan.apps) as AppName[]) {
      arrive(this.plan.apps[app] * shape, () => applicationAsk(this.random, app, !this.withoutPosts.has(app), this.clients));
    }
    arrive(this.plan.applicationMisses * shape, () => missingThingAsk(this.random, this.clients));
    arrive(this.plan.benign * shape, () => benignAsk(this.random));
    arrive(this.plan.scanner, () => scannerAsk(this.random, this.scannerAddresses));
  }
}
