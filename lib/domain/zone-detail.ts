import type { FlipCause, HarmVerdict } from './findings';
import type { Value } from './series';
import type { EpochMs, Millis } from './units';
import type { ProposedMoment, ZoneComparison } from './zone-compare';

export interface Regime {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly state: 'spread' | 'concentrated';
  readonly shares: Readonly<Record<string, number>>;
}

export interface Flip {
  readonly at: EpochMs;
  readonly from: 'spread' | 'concentrated';
  readonly to: 'spread' | 'concentrated';
  /** Hellinger distance between the two distributions, 0..1. */
  readonly distance: number;
  readonly gaining: readonly string[];
  readonly losing: readonly string[];
  readonly cause: FlipCause;
}

/** An estimate with its 95 % interval. */
export interface Estimate { readonly value: number; readonly low: number; readonly high: number }

/** What changed for one zone from one set of steps to another. */
export interface HarmChange {
  readonly zone: string;
  /** p99 after over p99 before; null: not measured. */
  readonly p99Ratio: Estimate | null;
  /** Error share after minus before; null: not measured. */
  readonly errorDifference: Estimate | null;
  readonly verdict: HarmVerdict;
  /** One sentence with the figures. */
  readonly text: string;
}

/** Harm at one flip: the steps right before against those right after, up to the neighbouring flips. */
export interface FlipHarm { readonly at: EpochMs; readonly zones: readonly HarmChange[] }

/** Harm in one state and zone: medians over the steps of that state. */
export interface RegimeHarm {
  readonly state: 'spread' | 'concentrated';
  readonly zone: string;
  readonly p50Seconds: number | null;
  readonly p99Seconds: number | null;
  readonly errorShare: number | null;
  /** The same with intervals; absent in older recordings. */
  readonly p50?: Estimate | null;
  readonly p99?: Estimate | null;
  readonly errors?: Estimate | null;
}

/** What the share of each zone is compared with. */
export type ExpectedBasis = 'ready-endpoints' | 'ready-pods' | 'uniform';

/** Everything the zones page draws for one proxy fleet. Columns have one value per time of `at`. */
export interface ZoneFleet {
  readonly proxy: string;
  readonly zones: readonly string[];
  readonly rps: Readonly<Record<string, readonly Value[]>>;
  readonly expectedShare: { readonly basis: ExpectedBasis; readonly byZone: Readonly<Record<string, readonly Value[]>>; readonly service?: string };
  readonly readyPods: Readonly<Record<string, readonly Value[]>> | null;
  readonly latency: { readonly p50: Readonly<Record<string, readonly Value[]>>; readonly p99: Readonly<Record<string, readonly Value[]>> } | null;
  /** Requests a second whose zone is not known; null when all are known. */
  readonly unknownRps: readonly Value[] | null;
  readonly regimes: readonly Regime[];
  readonly flips: readonly Flip[];
  readonly harm: readonly RegimeHarm[];
  /** Gateway errors a second by zone; null or absent: not known. */
  readonly errors?: Readonly<Record<string, readonly Value[]>> | null;
  /** Concentrated against spread, by zone; absent where there is only one state. */
  readonly harmChange?: readonly HarmChange[];
  readonly flipHarm?: readonly FlipHarm[];
}

/** Next replica counts at which the controller withdraws hints (reference/skipper-zones.md 4.2). */
export interface HintForecast {
  readonly service: string;
  readonly ready: number;
  readonly unsafe: readonly number[];
  readonly safeNow: boolean;
  /** The unsafe count nearest to the ready one and how far it is away (0: there now); null: none in sight. Absent in older recordings. */
  readonly nearest?: { readonly count: number; readonly distance: number } | null;
  /**
   * Why the counts do not concern the service: `none`: it carried no hint in the range and is not known to ask for any; `left`: it
   * lost its topology mode in the range and with it the overload rule. Absent: they do concern it, or an older recording.
   */
  readonly without?: 'none' | 'left';
}

/** An autoscaler of a Deployment and the replica counts of its range at which hints cannot hold. */
export interface ScalerForecast {
  readonly workload: string;
  readonly min: number;
  readonly max: number;
  readonly current: number | null;
  readonly unsafe: readonly number[];
}

/** Endpoints that hints reserve for a zone from which hardly any request comes. */
export interface DeadCapacity {
  readonly proxy: string;
  readonly service: string;
  readonly zone: string;
  readonly endpoints: number;
  /** Share of the requests that the zone got while hints held, and its share of the endpoints. */
  readonly requestShare: number;
  readonly endpointShare: number;
}

/** Mean requests a second from zone to zone over the range. Rows: zone of the proxy. */
export interface ZoneMatrix {
  readonly proxy: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly rps: readonly (readonly number[])[];
  /** Part that stayed in its zone, of all that has both zones. */
  readonly localShare: number;
}

export interface RoutingChange { readonly proxy: string; readonly at: EpochMs; readonly from: string; readonly to: string }

/** One way that traffic takes through the zones, and what can be seen of it here. */
export interface ZoneLeg {
  readonly leg: 'client-to-balancer' | 'balancer-to-proxy' | 'proxy-to-pods' | 'in-cluster';
  readonly state: 'measured' | 'partly' | 'not-checked';
  /** What is seen, or why nothing is. */
  readonly text: string;
  /** How to switch the rest on; null: nothing is missing. */
  readonly mend: string | null;
}

/** What the load balancers of one kind got in each zone, and what the proxies behind them saw in the same steps. */
export interface BalancerShares {
  /** `flows`: new flows of network load balancers against new connections of the proxies; `requests`: of application ones, against requests. */
  readonly kind: 'flows' | 'requests';
  readonly balancers: readonly string[];
  readonly perSecond: number;
  /** Zone of the load balancer's node to its share; they add up to 1. */
  readonly byZone: Readonly<Record<string, number>>;
  /** Fleet to zone of the proxy to share; a fleet that does not count them is left out. */
  readonly proxies: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The last step with a value: exporters are late. */
  readonly until: EpochMs;
}

/** A service got or lost the annotation by which it asks for hints. `at`: the first step at which it is seen so. */
export interface TopologyModeChange { readonly service: string; readonly at: EpochMs; readonly to: 'auto' | 'none' }

/** Which services ask for hints by the annotation. `changes` by time; `auto`: those with it at the end of the range, by name. */
export interface TopologyModes { readonly auto: readonly string[]; readonly changes: readonly TopologyModeChange[] }

export interface ZoneDetail {
  readonly at: readonly EpochMs[];
  readonly stepMs: Millis;
  readonly fleets: readonly ZoneFleet[];
  /** `namespace/service` to the share of its ready endpoints that carry a hint. Null: not collected. */
  readonly hintedShare: Readonly<Record<string, readonly Value[]>> | null;
  readonly forecast: readonly HintForecast[];
  readonly autoscalers?: readonly ScalerForecast[];
  readonly deadCapacity?: readonly DeadCapacity[];
  readonly legs?: readonly ZoneLeg[];
  readonly balancers?: readonly BalancerShares[];
  readonly matrices?: readonly ZoneMatrix[];
  readonly routingChanges?: readonly RoutingChange[];
  /** Before and after the moment that was asked for, by fleet; absent when none was. */
  readonly comparison?: readonly ZoneComparison[];
  /** Absent where annotations are not collected, and in older recordings. */
  readonly topologyModes?: TopologyModes;
  /** Moments at which something was seen to be switched, and at which a pattern of flips stops: of each fleet the surest first. */
  readonly proposed?: readonly ProposedMoment[];
}
