import { describe, expect, it } from 'vitest';
import { detectorIds, detectors, isDetectorId } from '@/lib/detectors';
import type { DetectorRun } from '@/lib/domain/detector';
import type { SeriesFrame } from '@/lib/domain/series';
import { type SignalName, isSignalName, signalCatalog } from '@/lib/domain/signals';
import { stepTimes } from '@/lib/domain/time-range';
import { epochMs, millis } from '@/lib/domain/units';

const range = { from: epochMs(1_795_992_000_000), to: epochMs(1_795_995_600_000), stepMs: millis(15_000) };
const at = stepTimes(range);
const now = epochMs(range.to + 600_000);

/** A frame with one line whose labels are all there, some hostile. */
function frame(signal: SignalName, value: number | null): SeriesFrame {
  const labels = Object.fromEntries(signalCatalog[signal].labels.map((label) => [label, label === 'host' ? '<script>alert(1)</script>' : `some-${label}`]));
  return { at, stepMs: range.stepMs, series: [{ labels, values: at.map(() => value) }] };
}

describe.each(detectors.map((detector) => [detector.id, detector] as const))('detector %s', (id, detector) => {
  const { required, optional } = detector.needs;
  const all: readonly SignalName[] = [...required, ...optional];
  const run = (signals: Partial<Record<SignalName, SeriesFrame>>): DetectorRun<unknown> =>
    // Each detector takes the parameters that are its own defaults.
    (detector.run as (input: unknown) => DetectorRun<unknown>)({ range, now, signals, traces: null, params: detector.defaults });

  it('has an id of its own and a title', () => {
    expect(isDetectorId(id)).toBe(true);
    expect(detectorIds.filter((other) => other === id)).toHaveLength(1);
    expect(detector.title).not.toBe('');
  });

  it('asks only for signals of the catalogue, none twice', () => {
    expect(all.every((signal) => isSignalName(signal))).toBe(true);
    expect(new Set(all).size).toBe(all.length);
    expect(required.length).toBeGreaterThan(0);
  });

  it('says "not checked", with what is missing and how to get it, when it has nothing', () => {
    const result = run({});
    expect(result.kind).toBe('not-checked');
    if (result.kind === 'not-checked') {
      expect(result.missing.length).toBeGreaterThan(0);
      expect(result.why).not.toBe('');
      expect(result.mend).not.toBe('');
    }
  });

  it.each([['quiet', 0], ['steady', 20], ['unknown', null]])('finds nothing in %s signals', (_name, value) => {
    const result = run(Object.fromEntries(all.map((signal) => [signal, frame(signal, value)])));
    if (result.kind === 'checked') expect(result.findings.filter((finding) => finding.severity !== 'info')).toEqual([]);
  });

  it('stands empty frames', () => {
    const empty = Object.fromEntries(all.map((signal) => [signal, { at, stepMs: range.stepMs, series: [] }]));
    expect(['checked', 'not-checked']).toContain(run(empty).kind);
  });

  it('answers the same for the same input', () => {
    const signals = Object.fromEntries(all.map((signal) => [signal, frame(signal, 7)]));
    expect(JSON.stringify(run(signals))).toBe(JSON.stringify(run(signals)));
  });
});
