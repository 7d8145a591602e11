import { getRuntime } from '../runtime';
import { inSpan } from './spans';

/** Runs a use case inside a span and notes how long it took. */
export async function timed<T>(name: string, run: () => Promise<T>): Promise<T> {
  const { telemetry } = getRuntime();
  const started = performance.now();
  try {
    const result = await inSpan(name, {}, run);
    telemetry.question(name, (performance.now() - started) / 1000, true);
    return result;
  } catch (error) {
    telemetry.question(name, (performance.now() - started) / 1000, false);
    throw error;
  }
}
