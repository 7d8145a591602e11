import type { Annotation } from '../../domain/annotation';
import { epochMs } from '../../domain/units';
import { annotationSchema } from './schema';

/** Text of a note is for a line on a page; some tools write whole reports into it. */
const MOST_TEXT = 500;
const MOST_TAGS = 20;
const MOST_TAG = 100;

/** One note of Grafana; null when it has no time that can be read. */
export function mapAnnotation(raw: unknown): Annotation | null {
  const parsed = annotationSchema.safeParse(raw);
  if (!parsed.success) return null;
  const { id, time, timeEnd, text, tags } = parsed.data;
  const at = Math.round(time);
  return {
    id: id.slice(0, 40), at: epochMs(at), to: epochMs(Math.max(at, Math.min(Math.round(timeEnd ?? at), 8_640_000_000_000_000))),
    text: (text ?? '').slice(0, MOST_TEXT),
    tags: (tags ?? []).filter((tag) => typeof tag === 'string').slice(0, MOST_TAGS).map((tag) => tag.slice(0, MOST_TAG)),
  };
}
