import type { Value } from '../../domain/series';

type Columns = ReadonlyMap<string, readonly Value[]>;

/** What is known of the cluster and of the proxies around a flip. Null, absent or an empty map: not known, which is no evidence either way. */
export interface ClusterView {
  readonly stepMs: number;
  /** Service to share of its ready endpoints with a hint. */
  readonly hintedShare: Columns;
  /** Service to 1 while it asks for hints by its annotation and 0 while it does not. Absent or empty: not known. */
  readonly topologyMode?: Columns;
  /** Service to zone to ready endpoints. */
  readonly readyEndpoints: ReadonlyMap<string, Columns>;
  readonly cpuByZone: Columns;
  readonly nodesWithoutZone: readonly Value[] | null;
  /** Ready proxy pods by zone. */
  readonly readyPods: Columns;
  /** Name of the fleet; absent: not known. */
  readonly fleet?: string;
  /** Id of the fleet's dialect; absent: which proxy it is is not known. */
  readonly dialect?: string;
  /** The service in front of the fleet; absent: not found. */
  readonly service?: string;
  /** New connections a second by zone of the proxy. */
  readonly connections?: Columns;
  /** Requests a second by zone of the proxy. */
  readonly requests?: Columns;
  /** Load balancers of the whole environment by zone: new flows of network ones, requests of application ones, a second. Absent: not known. */
  readonly balancers?: { readonly flows: Columns; readonly flowNames: readonly string[]; readonly requests: Columns; readonly requestNames: readonly string[] };
  /** Requests a second by zone of the proxy, then zone of the backend. */
  readonly matrix?: ReadonlyMap<string, Columns>;
  /** The proxy's own zone routing: decisions a second by mode in its own words (see routing-state). */
  readonly routing?: Columns;
  /** Workload to ReplicaSet to pods. */
  readonly replicaSets?: ReadonlyMap<string, Columns>;
}

/** Words of a name: `ingress/skipper-internal` to `ingress`, `skipper`, `internal`. */
function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== '');
}

/** True when a service or workload is named after a fleet: all words of one are words of the other's name, without the namespace. */
export function isNamedAfter(name: string, fleet: string | undefined): boolean {
  if (!fleet) return false;
  const [own, theirs] = [wordsOf(name.split('/').at(-1) ?? ''), wordsOf(fleet)];
  return own.length > 0 && theirs.length > 0 && (theirs.every((word) => own.includes(word)) || own.every((word) => theirs.includes(word)));
}
