import { learnProfiles, type Profiles } from '../../../lib/detectors/hop-verdict';
import { makeJaegerSource } from '../../../lib/adapters/jaeger';
import type { Trace } from '../../../lib/domain/traces';
import { epochMs } from '../../../lib/domain/units';
import { parseTraces } from '../../../lib/wire/parse-traces';
import { sleep } from '../random';
import { type Case, cases } from './network';
import { serviceNames } from './chain';

/** All traces of a run, found through the adapter that the app uses. */
export async function searchAll(jaeger: string, from: number): Promise<readonly Trace[]> {
  const source = makeJaegerSource({ url: jaeger }, { now: Date.now });
  const byId = new Map<string, Trace>();
  for (const names of Object.values(serviceNames)) {
    for (const service of Object.values(names)) {
      const found = await source.search({ service, from: epochMs(from), to: epochMs(Date.now()), status: null, attributes: {}, limit: 1_500 });
      for (const trace of found.traces) byId.set(trace.traceId, trace);
    }
  }
  return [...byId.values()];
}

/** The same traces by id, over the API that the adapter's search does not use here: v3. */
export async function readAll(jaeger: string, traces: readonly Trace[]): Promise<readonly Trace[]> {
  const read: Trace[] = [];
  for (const { traceId } of traces) {
    const parsed = parseTraces(await (await fetch(`${jaeger}/api/v3/traces/${traceId}`)).json());
    if (!parsed.ok) throw new Error(parsed.error);
    read.push(...parsed.traces);
  }
  return read;
}

/** Waits until no more spans come: Envoy sends its own every five seconds. */
export async function whenAllArrived(jaeger: string, from: number): Promise<readonly Trace[]> {
  const count = (traces: readonly Trace[]) => traces.reduce((sum, trace) => sum + trace.spans.length, 0);
  await sleep(6_000);
  let traces = await searchAll(jaeger, from);
  for (let n = 0; n < 5; n += 1) {
    await sleep(3_000);
    const later = await searchAll(jaeger, from);
    if (count(later) === count(traces)) return later;
    traces = later;
  }
  return traces;
}

/** Traces by the host that the client asked for, as every proxy notes it. */
export function byHost(traces: readonly Trace[]): ReadonlyMap<string, readonly Trace[]> {
  const found = new Map<string, Trace[]>();
  for (const trace of traces) {
    const host = hostOf(trace);
    if (host !== null) found.set(host, [...(found.get(host) ?? []), trace]);
  }
  return found;
}

const HOST = /[a-z0-9-]+\.(?:traced|plain)\.[a-z-]+\.example\.org/;

function hostOf(trace: Trace): string | null {
  for (const span of trace.spans) {
    for (const value of Object.values(span.attributes)) {
      const match = typeof value === 'string' ? HOST.exec(value) : null;
      if (match) return match[0];
    }
  }
  return null;
}

/** Traces of the case; healthy ones may be many, since the baseline has the same host. */
export const tracesOf = (one: Case, traces: ReadonlyMap<string, readonly Trace[]>): readonly Trace[] => traces.get(one.host) ?? [];

/** What the emitters usually show, learned from the healthy requests of the run. */
export function profilesOf(traces: ReadonlyMap<string, readonly Trace[]>): Profiles {
  return learnProfiles(cases.filter(({ cause }) => cause.name === 'healthy').flatMap((one) => tracesOf(one, traces)));
}
