import { type SignalName, signalCatalog } from '../../domain/signals';
import type { LabelledSeries, Labels, SeriesFrame, Value } from '../../domain/series';
import type { ResolvedRange } from '../../domain/time-range';
import { stepTimes } from '../../domain/time-range';
import { subtractCarrying } from './increments';

/** Series under construction, by signal labels. */
export class FrameBuilder {
  private readonly plus = new Map<string, { labels: Labels; values: Value[] }>();
  private readonly minus = new Map<string, Value[]>();

  constructor(
    private readonly signal: SignalName,
    private readonly range: ResolvedRange,
    private readonly merge: (a: Value, b: Value) => Value,
  ) {}

  /** Adds one series; those with equal labels are merged. `sign` -1 takes it away in the end. */
  add(labels: Labels, values: readonly Value[], sign: 1 | -1 = 1): void {
    const key = keyOf(labels);
    if (sign === -1) {
      const known = this.minus.get(key);
      this.minus.set(key, known ? known.map((value, i) => addValues(value, values[i] ?? null)) : [...values]);
      return;
    }
    const known = this.plus.get(key);
    if (!known) this.plus.set(key, { labels, values: [...values] });
    else known.values = known.values.map((value, i) => this.merge(value, values[i] ?? null));
  }

  /** The frame, its series sorted by labels: equal input gives equal bytes. */
  build(): SeriesFrame {
    const series: LabelledSeries[] = [...this.plus].map(([key, { labels, values }]) => {
      const away = this.minus.get(key);
      return { labels, values: away ? subtractCarrying(values, away) : values };
    });
    series.sort((a, b) => compareText(keyOf(a.labels), keyOf(b.labels)));
    return { at: stepTimes(this.range), stepMs: this.range.stepMs, series };
  }

  /** Labels of the signal from those of the source; a label that the source does not have is `''`. */
  labelsOf(source: Labels, mapping: Readonly<Record<string, string>>, fixed: Labels): Labels {
    const named = signalCatalog[this.signal].labels;
    return Object.fromEntries(named.map((label) => [label, fixed[label] ?? source[mapping[label] ?? ''] ?? '']));
  }
}

export function addValues(a: Value, b: Value): Value {
  if (a === null) return b;
  return b === null ? a : a + b;
}

export function maxValues(a: Value, b: Value): Value {
  if (a === null) return b;
  return b === null ? a : Math.max(a, b);
}

/** Key of labels: stable in their order. */
export function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => compareText(a, b)));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
