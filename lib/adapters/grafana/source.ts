import { SourceError } from '../../ports/source-error';
import type { AnnotationSource } from '../../ports/annotation-source';
import { type HttpSettings, makeHttpClient } from '../http/client';
import { mapAnnotation } from './map';
import { annotationsSchema, healthSchema } from './schema';

/** Grafana's own default is 100, which one busy pipeline fills within a day. */
const LIMIT = 1_000;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Annotations of Grafana, only read: `GET /api/annotations`, which all versions have (reference deploys 4.4). Alerts are left out.
 * With several `tags` a note must have them all.
 */
export function makeGrafanaSource(settings: HttpSettings, options: { readonly tags?: readonly string[] } = {}): AnnotationSource {
  const http = makeHttpClient({ maxBytes: MOST_BYTES, ...settings });
  return {
    type: 'grafana',
    async list({ from, to }, signal) {
      const query = new URLSearchParams({ from: String(Math.floor(from)), to: String(Math.ceil(to)), type: 'annotation', limit: String(LIMIT) });
      for (const tag of options.tags ?? []) query.append('tags', tag);
      const { body } = await http.json({ path: 'api/annotations', query, signal });
      const parsed = annotationsSchema.safeParse(body);
      if (!parsed.success) throw new SourceError('malformed', `${http.name} answered annotations in an unknown shape`, { cause: parsed.error });
      const annotations = parsed.data.map(mapAnnotation).filter((one) => one !== null).filter((one) => one.at <= to && one.to >= from);
      annotations.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id)));
      return { annotations, truncated: parsed.data.length >= LIMIT, queries: [`/api/annotations?${query.toString()}`] };
    },
    async probe(signal) {
      // The health page needs no rights; the question itself tells whether notes may be read.
      const health = healthSchema.safeParse((await http.json({ path: 'api/health', signal, accept: [401, 403, 404] })).body);
      await http.json({ path: 'api/annotations', query: new URLSearchParams({ limit: '1', type: 'annotation' }), signal });
      return { version: health.success ? (health.data.version ?? null) : null, detail: 'annotations can be read' };
    },
  };
}
