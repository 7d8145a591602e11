import 'server-only';
import { detectorIds } from '../../detectors';
import { HOUR } from '../../domain/units';
import { isSourceError } from '../../ports/source-error';
import { getRuntime } from '../runtime';
import { logger } from '../telemetry/logger';
import { findingsOf } from './load-overview';
import { resolveRequest } from './range';
import { runDetector } from './run-detector';

const LEAST_PAUSE_MS = 60_000;
let lastLook = 0;
let looking: Promise<void> | null = null;

/**
 * Keeps the gauges of active findings fresh: each scrape of /metrics starts a look at the last hour of every live environment
 * when the last look is a minute old. The scrape does not wait for it.
 */
export function lookAround(now: number): void {
  if (looking || now - lastLook < LEAST_PAUSE_MS) return;
  lastLook = now;
  looking = lookOnce()
    .catch((error: unknown) => logger.error({ err: error }, 'a look around failed'))
    .finally(() => {
      looking = null;
    });
}

async function lookOnce(): Promise<void> {
  const runtime = getRuntime();
  const live = (await runtime.list()).filter(({ kind }) => kind === 'live');
  for (const { name } of live) {
    const environment = await runtime.environment(name);
    try {
      const now = await environment.now();
      const range = await resolveRequest(environment, { env: name, from: String(now - HOUR), to: String(now), maxPoints: null });
      for (const id of detectorIds) {
        const run = await runDetector(id, environment, range);
        if (run.data.kind === 'checked') runtime.telemetry.findings(name, id, findingsOf(run.data));
      }
    } catch (error) {
      if (!isSourceError(error)) throw error;
      logger.warn({ env: name, kind: error.kind }, 'a source failed during a look around');
    }
  }
}
