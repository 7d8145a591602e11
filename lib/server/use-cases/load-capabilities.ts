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
    const request = { env, from: null, to: null, maxPoints: 60 };
    const range = await resolveRequest(environment, request);
    return parts.finish({ sources, capabilities: await environment.capabilities(range) }, range, null);
  });
}

/** All environments, the default one first. */
export function listEnvironments(): Promise<readonly EnvironmentInfo[]> {
  return timed('environments', () => getRuntime().list());
}
