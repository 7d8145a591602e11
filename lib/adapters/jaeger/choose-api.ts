import { DAY, epochMs } from '../../domain/units';
import type { HttpClient } from '../http/client';
import { hasSpans, searchV3 } from './map';
import { parseDocuments } from '../../wire/documents';
import { v3ServicesSchema } from './schema';

export type Api = 'v1' | 'v3';

/**
 * Which API to search with: v3 where it filters attributes, v1 else.
 *
 * Versions before 2.19 answer v3 searches but ignore `query.attributes`; versions from 2.21 no longer have the v1 search
 * (reference traces-apis 0.1, 0.2). The probe asks v3 for an attribute that no span has: who returns traces does not filter.
 */
export async function chooseApi(http: HttpClient, now: number, signal?: AbortSignal): Promise<Api> {
  const services = await v3Services(http, signal);
  if (services === null) return 'v1';
  if (services.length === 0) return (await answersV1(http, signal)) ? 'v1' : 'v3';
  const window = { from: epochMs(now - 7 * DAY), to: epochMs(now) };
  const call = searchV3({ ...window, service: services[0]!, attributes: { 'weir.probe.no-such-attribute': 'x' }, limit: 1 });
  const found = await http.send({ ...call, signal, accept: [404, 400] });
  const filters = found.status === 404 || (found.status === 200 && !hasSpans(parse(found.text)));
  return filters || !(await answersV1(http, signal)) ? 'v3' : 'v1';
}

/** Services by v3, or null where it is missing. */
export async function v3Services(http: HttpClient, signal?: AbortSignal): Promise<readonly string[] | null> {
  const answer = await http.send({ path: 'api/v3/services', signal, accept: [404, 400, 405] });
  if (answer.status !== 200) return null;
  const parsed = v3ServicesSchema.safeParse(parse(answer.text));
  return parsed.success ? parsed.data.services : null;
}

async function answersV1(http: HttpClient, signal?: AbortSignal): Promise<boolean> {
  const answer = await http.send({ path: 'api/services', signal, accept: [404, 400, 405] });
  return answer.status === 200 && answer.text.trimStart().startsWith('{');
}

/** The first document of a text, or null: several may follow one another, each a piece of the answer. */
function parse(text: string): unknown {
  return parseDocuments(text)?.[0] ?? null;
}
