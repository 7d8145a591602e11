import type { FlipCause } from '../../lib/domain/findings';
import type { Mechanism } from '../../lib/domain/verdict';
import type { NotFoundClass } from '../../lib/domain/not-found-detail';

/** Names of the scenarios, in the order in which `npm run lab -- list` shows them. */
export const scenarioNames = ['flapping-hints', 'routeless-canary', 'scanner-noise', 'rolling-502-skipper', 'rolling-502-envoy', 'quiet-day', 'flip-causes', 'before-after', 'story'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** Something that the scenario made happen. Times are epoch ms of the lab's own clock, when it acted. */
export type TruthEvent =
  | FlipTruth
  | SwitchTruth
  /** A proxy chose between zones in another way, by its own counters. `from` and `to` are its own words. */
  | { readonly kind: 'zone-routing'; readonly at: number; readonly proxy: string; readonly from: string; readonly to: string }
  /** A zone had no ready proxy pod, so it had no traffic. */
  | { readonly kind: 'zone-empty'; readonly from: number; readonly to: number; readonly proxy: string; readonly zone: string }
  /** A stretch between two flips, with the share of each zone as the load generator saw it. */
  | { readonly kind: 'regime'; readonly from: number; readonly to: number; readonly proxy: string; readonly state: ZoneState; readonly requests: number; readonly shares: Readonly<Record<string, number>> }
  | RoutelessTruth
  | { readonly kind: 'scanner-wave'; readonly from: number; readonly to: number; readonly requests: number; readonly notFound: number; readonly addresses: number; readonly timesNormal: number }
  | { readonly kind: 'scaling'; readonly at: number; readonly workload: string; readonly fromReplicas: number; readonly toReplicas: number };

/** Traffic began to follow (or no longer follow) the zone of the client, at the moment at which its one cause came or ended. */
export interface FlipTruth {
  readonly kind: 'flip';
  readonly at: number;
  readonly proxy: string;
  readonly from: ZoneState;
  readonly to: ZoneState;
  readonly hotZone: string;
  readonly cause: FlipCause['code'];
  /** The flip back: the cause ended. Missing: it came. */
  readonly ends?: boolean;
  /** What happened, in words; says so when a part of it is played by the load generator. */
  readonly note?: string;
}

/** Routing of a service was changed for good: the moment before and after which a comparison must look. */
export interface SwitchTruth {
  readonly kind: 'switch';
  readonly at: number;
  readonly proxy: string;
  readonly service: string;
  readonly from: 'auto';
  readonly to: 'same-zone';
  /** Flips of the run before and after, the switch itself left out. */
  readonly flipsBefore: number;
  readonly flipsAfter: number;
  /** End of an after window that is too short to tell: about as long as one state lasted before. */
  readonly tooShortTo: number;
}

export type ZoneState = 'spread' | 'concentrated';

/** One proxy instance without the application routes. Shares are 0..1. */
export interface RoutelessTruth {
  readonly kind: 'routeless-instance';
  readonly from: number;
  readonly to: number;
  readonly proxy: string;
  readonly instance: string;
  readonly zone: string;
  /** All requests that it answered. */
  readonly requests: number;
  /** Those of them that got 404, by class of what was asked. */
  readonly notFound: Readonly<Record<NotFoundClass, number>>;
  /** Its share of all requests of its fleet between `from` and `to`. */
  readonly trafficShare: number;
}

/** Counts of one fleet, by what the client saw. Status `0`: no answer came. */
export interface ProxyCount {
  readonly total: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byInstance: Readonly<Record<string, number>>;
}

export interface TruthRollout {
  /** `namespace/name`. */
  readonly workload: string;
  readonly proxy: string;
  readonly mode: RolloutMode;
  /** Envoy's retry policy was on. Skipper always repeats a failed dial once, when it has another endpoint and no body to send. */
  readonly retries: boolean;
  /** Active and passive checks of the proxies were on. */
  readonly healthChecks: boolean;
  readonly from: number;
  readonly to: number;
  readonly image: { readonly before: string; readonly after: string };
  readonly requests: number;
  /** Gateway errors that clients of this workload got between `from` and `to`. */
  readonly failed: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** What most failed requests met, in the proxy's own words to the client (its status or its text); null without any. */
  readonly pattern: Mechanism | null;
  /** Who made the answers of failed requests: `backend` where a pod named itself in one. Null without any. */
  readonly answeredBy: 'proxy' | 'backend' | null;
  /** Requests that were served after a failed attempt: by the attempts that Envoy told the client, by the retries in Skipper's traces. Null when not yet read. */
  readonly nearMisses: number | null;
  /** The same by the proxy's own counters. */
  readonly nearMissesByCounter: number | null;
  /** What the checks of the proxies did meanwhile; null without any. */
  readonly checks: CheckCounts | null;
}

/**
 * How old pods end. `abrupt`: killed while still an endpoint. `drained`: out of the endpoints first, then asked to end.
 * `early`: they stop accepting in good order, but before the proxies know.
 */
export type RolloutMode = 'abrupt' | 'drained' | 'early';

/** Counters of health checks over a rollout. Skipper has no active checks and ejects nothing: it sends less. */
export interface CheckCounts {
  /** Active checks made. */
  readonly attempts: number;
  /** Hosts ejected (Envoy), or times an endpoint was left out (Skipper). */
  readonly ejected: number;
  /** Ejections refused because too many hosts would be out. */
  readonly refused: number;
}

/** What a run really did: the file `truth.json`. Counts are those of the load generator, unless a field says otherwise. */
export interface Truth {
  readonly scenario: ScenarioName;
  /** First process started. */
  readonly startedAt: number;
  /** First and last moment of load; every count lies between them. */
  readonly from: number;
  readonly to: number;
  readonly scrapeSeconds: number;
  readonly zones: readonly string[];
  readonly events: readonly TruthEvent[];
  readonly notFound: {
    readonly total: number;
    /**
     * Who answered decides first: what an application answered is the application's own, also for a scanner's path (as in
     * the labelled paths, column `answered_by_app`). Of the proxies' own answers, the reason of the request decides.
     */
    readonly byClass: Readonly<Record<NotFoundClass, number>>;
    /** The other view: why it was asked, and who answered it. */
    readonly byAsk: Readonly<Record<string, { readonly proxy: number; readonly application: number }>>;
    readonly byProxy: Readonly<Record<string, Readonly<Record<NotFoundClass, number>>>>;
  };
  readonly requests: { readonly total: number; readonly byProxy: Readonly<Record<string, ProxyCount>> };
  readonly rollouts: readonly TruthRollout[];
}
