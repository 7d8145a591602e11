import 'server-only';
import type { SourceStatus } from '../../domain/capability';
import { getRuntime } from '../runtime';

export interface Readiness {
  readonly ready: boolean;
  readonly environments: readonly { readonly name: string; readonly sources: readonly SourceStatus[] }[];
}

/** Is there something to serve, and how are its sources? A source that is down leaves Weir ready: it is Weir that says so. */
export async function probeReadiness(): Promise<Readiness> {
  const runtime = getRuntime();
  const environments = await Promise.all(
    (await runtime.list()).map(async ({ name }) => ({ name, sources: await (await runtime.environment(name)).sources() })),
  );
  return { ready: environments.length > 0, environments };
}
