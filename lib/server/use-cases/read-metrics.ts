import 'server-only';
import { getRuntime } from '../runtime';
import { lookAround } from './look-around';

/** Weir's own metrics in the exposition format; starts a fresh look at the findings when the last one is old. */
export async function readMetrics(): Promise<{ readonly text: string; readonly contentType: string }> {
  const { telemetry } = getRuntime();
  lookAround(Date.now());
  return { text: await telemetry.text(), contentType: telemetry.contentType };
}
