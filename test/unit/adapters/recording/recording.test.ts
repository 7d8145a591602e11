import fc from 'fast-check';
import { unzipSync, zipSync, strFromU8, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openRecording, packArchive, readManifest, toFiles, verifyArchive } from '@/lib/adapters/recording';
import { resampleFrame } from '@/lib/adapters/recording/resample';
import { stepTimes } from '@/lib/domain/time-range';
import type { SeriesFrame } from '@/lib/domain/series';
import { epochMs, millis } from '@/lib/domain/units';
import type { SignalAnswer } from '@/lib/ports/signal-source';

const range = { from: epochMs(60_000), to: epochMs(120_000), stepMs: millis(5_000) };
const at = stepTimes(range);
const frame = (value: (i: number) => number | null): SeriesFrame => ({ at, stepMs: range.stepMs, series: [{ labels: { proxy: 'p', host: '<script>' }, values: at.map((_time, i) => value(i)) }] });
const answer = (signal: SignalAnswer['signal'], made: SeriesFrame | null): SignalAnswer => ({ signal, frame: made, state: 'available', reason: 'r', mend: null, queries: [], trust: [{ code: 'scrape-gap', about: null, effect: 'e', mend: 'm' }] });
const trace = {
  traceId: 'ab'.repeat(16), partial: false, warnings: [],
  spans: [{ spanId: '1'.repeat(16), parentId: null, name: 'ingress', service: 'skipper-ingress', kind: 'server' as const, start: epochMs(70_000.5), durationMs: 3, status: 'unset' as const, statusMessage: '', attributes: { 'http.status_code': 404 }, resource: {}, scope: '', events: [] }],
};
const manifest = { title: 't', environment: { name: 'lab', note: '', proxies: [{ name: 'p', dialect: 'skipper', traceService: 'skipper-ingress' }] }, range: { ...range }, appVersion: '0', madeAt: 1 };
const content = { signals: [answer('route-misses', frame((i) => i))], traces: [trace], findings: [], queries: [{ source: 'prometheus', purpose: 'x', query: 'up', range, link: 'http://inner-host/graph' }], notes: 'n' };
const bytes = packArchive(manifest, toFiles(content));

/** The archive with one file replaced. */
function tampered(path: string, change: (text: string) => string): Uint8Array {
  const files = unzipSync(bytes);
  return zipSync({ ...files, [path]: strToU8(change(files[path] ? strFromU8(files[path]) : '')) });
}

describe('a recording', () => {
  it('gives back what was put in', async () => {
    const opened = openRecording(bytes);
    const loaded = await opened.signals.load('route-misses', range);
    expect(loaded.frame).toEqual(content.signals[0]!.frame);
    expect(loaded.trust).toEqual(content.signals[0]!.trust);
    expect(await opened.traces.get(trace.traceId, null)).toEqual(trace);
    expect(opened.notes).toBe('n');
    expect(readManifest(bytes).title).toBe('t');
  });
  it('shows the query that a signal was read with, without its link; else the file it is in', async () => {
    const queries = [{ source: 'prometheus', purpose: 'route-misses', query: 'sum(rate(misses[20s]))', range, link: 'http://inner-host/graph' }, ...content.queries];
    const opened = openRecording(packArchive(manifest, toFiles({ ...content, signals: [...content.signals, answer('oom-kills', frame(() => 0))], queries })));
    expect((await opened.signals.load('route-misses', range)).queries).toEqual([{ ...queries[0], link: null }]);
    expect((await opened.signals.load('oom-kills', range)).queries).toEqual([{ source: 'recording', purpose: 'oom-kills', query: 'signals/oom-kills.json', range, link: null }]);
  });
  it('opens without its queries', async () => {
    const files = toFiles(content);
    files.delete('queries.json');
    expect((await openRecording(packArchive(manifest, files)).signals.load('route-misses', range)).queries).toMatchObject([{ source: 'recording' }]);
  });
  it('keeps the annotations of its range, and knows when there was no source of them', async () => {
    const annotations = [{ id: '1', at: epochMs(70_000), to: epochMs(75_000), text: '<b>deploy</b>', tags: ['shop'] }];
    const opened = openRecording(packArchive(manifest, toFiles({ ...content, annotations })));
    expect((await opened.annotations!.list(range)).annotations).toEqual(annotations);
    expect((await opened.annotations!.list({ from: epochMs(80_000), to: range.to })).annotations).toEqual([]);
    expect(openRecording(bytes).annotations).toBeNull();
  });
  it('whose annotations have an unknown shape is refused by name', () => {
    const files = toFiles(content).set('annotations.json', '[{"id": 1}]');
    expect(() => openRecording(packArchive(manifest, files))).toThrowError(/annotations\.json/);
  });
  it('is the same bytes for the same content', () => expect(packArchive(manifest, toFiles(content))).toEqual(bytes));
  it('names no inner host', () => expect(JSON.stringify([...toFiles(content)])).not.toContain('inner-host'));
  it('says of a signal that it does not hold that it cannot be seen', async () => {
    expect(await openRecording(bytes).signals.load('oom-kills', range)).toMatchObject({ frame: null, state: 'not-observable' });
  });
  it('of before a signal was known says that it is not in it', async () => {
    expect(await openRecording(bytes).signals.load('topology-mode', range)).toMatchObject({ frame: null, state: 'not-observable', reason: '"Services with topology mode Auto" is not in this recording' });
  });
  it('finds traces by service, status and window', async () => {
    const { traces } = openRecording(bytes);
    const search = { service: 'skipper-ingress', from: range.from, to: range.to, status: 404, attributes: {}, limit: 5 };
    expect((await traces.search(search)).traces).toHaveLength(1);
    expect((await traces.search({ ...search, status: 502 })).traces).toEqual([]);
    expect((await traces.search({ ...search, service: 'other' })).traces).toEqual([]);
    expect((await traces.search({ ...search, to: epochMs(70_000) })).traces).toEqual([]);
  });
});

describe('a recording that is not in order', () => {
  it('cut off anywhere', () => {
    for (const share of [0, 0.3, 0.6, 0.99]) {
      expect(() => openRecording(bytes.subarray(0, Math.floor(bytes.length * share)))).toThrowError(expect.objectContaining({ kind: 'malformed' }) as Error);
    }
  });
  it('changed: names the file', () => {
    const changed = tampered('signals/route-misses.json', (text) => text.replace('"proxy":"p"', '"proxy":"q"'));
    expect(verifyArchive(changed).differing).toEqual([{ path: 'signals/route-misses.json', what: 'changed' }]);
    expect(() => openRecording(changed)).toThrowError(/signals\/route-misses\.json is changed/);
  });
  it('with a file more', () => {
    expect(verifyArchive(tampered('signals/oom-kills.json', () => '{}')).differing).toEqual([{ path: 'signals/oom-kills.json', what: 'not in the manifest' }]);
  });
  it('too new', () => {
    expect(() => openRecording(tampered('manifest.json', (text) => text.replace('"format": 1', '"format": 9')))).toThrowError(expect.objectContaining({ kind: 'unsupported' }) as Error);
  });
  it('another zip', () => expect(() => openRecording(zipSync({ 'a.txt': strToU8('x') }))).toThrowError(/no manifest\.json/));
  it('a zip that unpacks to too much', () => {
    const files = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`traces/${i}.json`, new Uint8Array(1)]));
    expect(() => openRecording(zipSync(files))).toThrowError(expect.objectContaining({ kind: 'too-large' }) as Error);
  });
  it('never crashes, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      expect(() => openRecording(noise)).toThrowError(expect.objectContaining({ name: 'SourceError' }) as Error);
    }));
  });
});

describe('resampleFrame', () => {
  const coarse = { from: epochMs(75_000), to: epochMs(120_000), stepMs: millis(15_000) };
  const values = (signal: SignalAnswer['signal'], value: (i: number) => number | null) => resampleFrame(signal, frame(value), coarse).series[0]?.values;
  it('counts add up', () => expect(values('route-misses', () => 1)).toEqual([3, 3, 3, 3]));
  it('rates are averaged', () => expect(values('zone-requests', (i) => i)).toEqual([2, 5, 8, 11]));
  it('levels keep the last', () => expect(values('zone-ready-pods', (i) => i)).toEqual([3, 6, 9, 12]));
  it('a pod that is gone stays gone', () => expect(values('pod-ready', (i) => (i < 5 ? 1 : null))).toEqual([1, null, null, null]));
  it('nothing is known outside', () => {
    expect(resampleFrame('route-misses', frame(() => 1), { from: epochMs(300_000), to: epochMs(400_000), stepMs: millis(5_000) }).series).toEqual([]);
  });
  it('whatever the step, no count is lost or made', () => {
    fc.assert(fc.property(fc.constantFrom(5_000, 10_000, 15_000, 30_000, 60_000), fc.array(fc.option(fc.nat(9)), { minLength: 13, maxLength: 13 }), (step, counts) => {
      const asked = { from: epochMs(Math.floor(60_000 / step) * step), to: epochMs(Math.ceil(120_000 / step) * step), stepMs: millis(step) };
      const sum = (list: readonly (number | null)[]) => list.reduce<number>((total, value) => total + (value ?? 0), 0);
      const series = resampleFrame('route-misses', frame((i) => counts[i] ?? null), asked).series;
      expect(sum(series[0]?.values ?? [])).toBe(sum(counts));
    }));
  });
});
