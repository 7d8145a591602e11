import { describe, expect, it } from 'vitest';
import { epochMs, millis } from '@/lib/domain/units';
import type { AnnotationSource } from '@/lib/ports/annotation-source';
import { SourceError } from '@/lib/ports/source-error';
import { AnswerParts } from '@/lib/server/use-cases/answer';
import { loadAnnotations } from '@/lib/server/use-cases/load-annotations';

const range = { from: epochMs(0), to: epochMs(60_000), stepMs: millis(15_000) };
const note = { id: '1', at: epochMs(1), to: epochMs(1), text: 'x', tags: [] };

async function load(list: AnnotationSource['list'] | null) {
  const parts = new AnswerParts();
  const annotations = list && { type: 'grafana', list, probe: async () => ({ version: null, detail: '' }) };
  const set = await loadAnnotations({ annotations }, range, parts, 50);
  return { set, ...parts.finish(null, range, null) };
}

describe('loadAnnotations', () => {
  it('gives what the source has, and says how it was asked', async () => {
    expect(await load(async () => ({ annotations: [note], truncated: false, queries: ['/q'] }))).toMatchObject({ set: { annotations: [note] }, queries: [{ source: 'grafana', query: '/q' }], failures: [], trust: [] });
  });
  it('is no failure where none is configured', async () => {
    expect(await load(null)).toMatchObject({ set: null, failures: [] });
  });
  it('says that there may be more', async () => {
    expect((await load(async () => ({ annotations: [note], truncated: true, queries: [] }))).trust).toMatchObject([{ code: 'search-truncated', about: 'annotations' }]);
  });
  it.each([
    ['no rights', async () => { throw new SourceError('unauthorized', 'no'); }, 'unauthorized'],
    ['it hangs', (_range, signal) => new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(new SourceError('aborted', 'given up')))), 'timeout'],
  ] as readonly [string, AnnotationSource['list'], string][])('%s: named, and the answer stands', async (_name, list, kind) => {
    expect(await load(list)).toMatchObject({ set: null, failures: [{ source: 'annotations', kind, affects: ['annotations'] }] });
  });
});
