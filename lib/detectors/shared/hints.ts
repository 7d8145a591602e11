/**
 * Arithmetic of the EndpointSlice controller for topology hints (reference/skipper-zones.md 4.2): zone z needs at least
 * ceil(ratio_z * N / 1.2) of N ready endpoints, ratio_z being its share of allocatable CPU. When the zones need more than N
 * together, or there are fewer endpoints than zones, all hints of the service are withdrawn.
 */
export interface HintRow {
  readonly replicas: number;
  readonly safe: boolean;
  /** Fewest endpoints that each zone must get. */
  readonly minimum: Readonly<Record<string, number>>;
  readonly needed: number;
  /** True when a product is a tie that the controller's own float64 arithmetic rounds the other way: it withdraws hints. */
  readonly tie: boolean;
  readonly reason: 'fits' | 'fewer-endpoints-than-zones' | 'overload-rule' | 'one-zone';
}

export interface HintTable {
  /** Replica counts of the range at which hints cannot hold, ascending. */
  readonly unsafe: readonly number[];
  readonly perReplica: readonly HintRow[];
  /** False when the CPU figures had more decimals than fit exact arithmetic and were rounded to six. */
  readonly exact: boolean;
}

const MAX_REPLICAS = 100_000;

/**
 * At which replica counts from `from` to `to` (both included) can hints not hold? CPU in any unit, the same for all zones;
 * zones with 0 CPU need nothing.
 *
 * Ties: the controller multiplies float64 numbers, so a product that is whole on paper may land just above it and cost one
 * endpoint more. Here decimal inputs become integers (12.5 cores is 125 tenths) and ceil is taken on integers: a tie counts
 * as "fits". A count that is safe here and not in float64 (40/35/25 at 3 and 6) is marked `tie`. Throws RangeError for bad input.
 */
export function unsafeReplicas(cpuByZone: Readonly<Record<string, number>>, from: number, to: number): HintTable {
  checkReplicas(from, to);
  const { units, exact } = toIntegers(cpuByZone);
  const perReplica: HintRow[] = [];
  for (let replicas = from; replicas <= to; replicas += 1) perReplica.push(hintRow(units, replicas));
  return { unsafe: perReplica.filter((row) => !row.safe).map((row) => row.replicas), perReplica, exact };
}

/** One replica count; see `unsafeReplicas`. */
export function hintsHold(cpuByZone: Readonly<Record<string, number>>, replicas: number): HintRow {
  checkReplicas(replicas, replicas);
  return hintRow(toIntegers(cpuByZone).units, replicas);
}

function hintRow(units: ReadonlyMap<string, bigint>, replicas: number): HintRow {
  let total = 0n;
  for (const cpu of units.values()) total += cpu;
  const minimum = new Map<string, number>();
  let needed = 0;
  for (const [zone, cpu] of units) {
    // ceil(cpu / total * N / 1.2) = ceil(5 * cpu * N / (6 * total)), on integers.
    const least = Number(ceilDiv(5n * cpu * BigInt(replicas), 6n * total));
    minimum.set(zone, least);
    needed += least;
  }
  const zones = [...units.values()].filter((cpu) => cpu > 0n).length;
  const reason = reasonOf(zones, needed, replicas);
  return { replicas, safe: reason === 'fits', minimum: Object.fromEntries(minimum), needed, tie: reason === 'fits' && floatNeeded(units, replicas) > replicas, reason };
}

/** The same sum as the controller takes it, in float64. */
function floatNeeded(units: ReadonlyMap<string, bigint>, replicas: number): number {
  const cpu = [...units.values()].map(Number);
  const total = cpu.reduce((sum, value) => sum + value, 0);
  return cpu.reduce((sum, value) => sum + Math.ceil(((value / total) * replicas) / 1.2), 0);
}

function reasonOf(zones: number, needed: number, replicas: number): HintRow['reason'] {
  if (zones < 2) return 'one-zone';
  if (replicas < zones) return 'fewer-endpoints-than-zones';
  return needed > replicas ? 'overload-rule' : 'fits';
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

function checkReplicas(from: number, to: number): void {
  if (!Number.isInteger(from) || from < 1) throw new RangeError(`replicas: expected a whole number of at least 1, got ${from}`);
  if (!Number.isInteger(to) || to < from) throw new RangeError(`replicas: expected a whole number of at least ${from}, got ${to}`);
  if (to > MAX_REPLICAS) throw new RangeError(`replicas: expected at most ${MAX_REPLICAS}, got ${to}`);
}

/** Most decimals that are kept exactly: allocatable CPU is given in thousandths of a core. */
const MAX_DECIMALS = 6;

function toIntegers(cpuByZone: Readonly<Record<string, number>>): { units: Map<string, bigint>; exact: boolean } {
  const entries = Object.entries(cpuByZone);
  for (const [zone, cpu] of entries) {
    if (!Number.isFinite(cpu) || cpu < 0 || cpu > 1e9) throw new RangeError(`cpuByZone.${zone}: expected CPU between 0 and 1e9, got ${cpu}`);
  }
  if (!entries.some(([, cpu]) => cpu > 0)) throw new RangeError('cpuByZone: expected at least one zone with CPU above 0');
  const factor = 10 ** MAX_DECIMALS;
  const exact = entries.every(([, cpu]) => Number(cpu.toFixed(MAX_DECIMALS)) === cpu);
  return { units: new Map(entries.map(([zone, cpu]) => [zone, BigInt(Math.round(cpu * factor))])), exact };
}
