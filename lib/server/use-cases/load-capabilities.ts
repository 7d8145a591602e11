import 'server-only';
import type { Answer } from '../../domain/answer';
import type { EnvironmentInfo } from '../../domain/capability';
import type { CapabilitiesAnswer } from '../../domain/requests';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { AnswerParts } from './answer';
import { resolveRequest } from './range';

/** What each signal can tell in this environment, and the state of its sources. Probes them. */
export function loadCapabilities(env: string | null): Promise<Answer<CapabilitiesAnswer>> {
  return timed('capabilities', async () => {
    const environment = await getRuntime().environment(env);
    const sources = await environment.sources();
    const parts = new AnswerParts();
    const metricsDown = sources.some(({ source, state }) => source === 'metrics' && state === 'failed');
    const request = { env, from: null, to: null, maxPoints: 60 };
    if (metricsDown) {
      // Without the scrape interval no range can be resolved: the matrix says what it can say without asking.
      const now = Date.now();
      const range = { from: (now - 3_600_000) as never, to: now as never, stepMs: 60_000 as never };
      return parts.finish({ sources, capabilities: await environment.capabilities(range) }, range, null);
    }
    const range = await resolveRequest(environment, request);
    return parts.finish({ sources, capabilities: await environment.capabilities(range) }, range, null);
  });
}

/** All environments, the default one first. */
export function listEnvironments(): Promise<readonly EnvironmentInfo[]> {
  return timed('environments', () => getRuntime().list());
}
