import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees what is no longer used, now. V8 lets garbage pile up to a multiple of what lives; a log that is read in fixed memory makes tens of
 * megabytes of it at known moments. Where V8 does not offer it, nothing happens.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : null');
  return typeof collect === 'function' ? () => void collect() : () => undefined;
}
