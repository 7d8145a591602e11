import type { RequestSample } from '@/lib/domain/request-sample';

/** Requests that a fault of the metrics explains: of one host or all hosts of a fleet, below a prefix or on all paths. Indices of the time axis. */
export interface LostScope {
  readonly proxy: string;
  /** Null: every host of the fleet. */
  readonly host: string | null;
  readonly prefix?: string;
  readonly first: number;
  readonly last: number;
}

/** True when the sample lies in the scope; `sameHost` compares a label of the counters with a Host header. */
export function isInScope(scope: LostScope, sample: RequestSample, step: number, sameHost: (label: string, host: string | null) => boolean): boolean {
  if (scope.proxy !== sample.proxy || step < scope.first - 1 || step > scope.last + 1) return false;
  return (scope.host === null || sameHost(scope.host, sample.host)) && (scope.prefix === undefined || isBelow(sample.path ?? '', scope.prefix));
}

/** True for the prefix itself and what lies below it, by whole segments. */
export function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`) || path.startsWith(`${prefix}?`);
}
