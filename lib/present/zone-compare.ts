import type { CompareSide, CompareVerdict, ZoneComparison } from '../domain/zone-compare';
import type { Estimate } from '../domain/zone-detail';
import { formatDateTime, formatPercent, NBSP } from './format';
import { clipText } from './hostile-text';

/** Verdicts in the words of a heading. */
export const verdictWords: Readonly<Record<CompareVerdict, string>> = {
  helped: 'It helped', 'no-difference': 'No difference', worse: 'It got worse', 'cannot-tell': 'Cannot tell',
};

/** One row of the table: what, before, after. */
export interface CompareRow { readonly what: string; readonly before: string; readonly after: string }

export interface CompareView {
  readonly proxy: string;
  readonly verdict: CompareVerdict;
  readonly title: string;
  /** Why, without the words of the title. */
  readonly text: string;
  readonly rows: readonly CompareRow[];
  /** The rate ratio with its interval in words; null: no flips at all. */
  readonly ratio: string | null;
  readonly harm: readonly string[];
  readonly caveats: readonly string[];
}

/** A comparison ready to be drawn or written. */
export function compareView(comparison: ZoneComparison): CompareView {
  const { before, after, verdict, rateRatio } = comparison;
  const row = (what: string, tell: (side: CompareSide) => string): CompareRow => ({ what, before: tell(before), after: tell(after) });
  return {
    proxy: clipText(comparison.proxy, 60).text, verdict, title: verdictWords[verdict], text: withoutTitle(comparison.text),
    rows: [
      row('known time', ({ knownHours }) => (knownHours < 2 ? `${Math.round(knownHours * 60)} min` : `${knownHours.toFixed(1)} h`)),
      row('flips', ({ flips }) => String(flips)),
      row('flips a day', ({ flipsPerDay }) => (flipsPerDay === null ? 'not known' : flipsPerDay.toFixed(flipsPerDay < 10 ? 1 : 0))),
      row('time concentrated', ({ concentratedShare }) => (concentratedShare === null ? 'not known' : formatPercent(concentratedShare))),
      row('requests in another zone than expected', ({ misplaced }) => estimateText(misplaced)),
    ],
    ratio: rateRatio ? `${times(rateRatio.value)} times the flips an hour, 95 % interval ${times(rateRatio.low)} to ${times(rateRatio.high)}` : null,
    harm: comparison.harm.map(({ text }) => text).filter((text) => !comparison.caveats.includes(text)), caveats: comparison.caveats,
  };
}

/** `Helped: 6 flips …` to `6 flips …`: the title says the verdict already. */
function withoutTitle(text: string): string {
  const rest = text.replace(/^(Helped|Worse|No difference|Cannot tell): /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

const times = (value: number | null) => (value === null ? 'unbounded' : value.toFixed(2));

function estimateText(estimate: Estimate | null): string {
  return estimate ? `${formatPercent(estimate.value)} (${formatPercent(estimate.low)}${NBSP}to${NBSP}${formatPercent(estimate.high)})` : 'not known';
}

/** Comparisons as Markdown, for a postmortem. Names come from outside: what could be markup is escaped. */
export function comparisonMarkdown(comparisons: readonly ZoneComparison[], timeZone: string): string {
  const lines = comparisons.flatMap((comparison) => {
    const view = compareView(comparison);
    return [
      `## ${escape(view.proxy)}: ${view.title}`, '', `Before and after ${formatDateTime(comparison.moment, timeZone)} (${timeZone}).`, '', escape(view.text), '',
      '| | before | after |', '|---|---|---|', ...view.rows.map(({ what, before, after }) => `| ${what} | ${before} | ${after} |`), '',
      ...(view.ratio ? [`- ${view.ratio}`] : []), ...view.harm.map((text) => `- ${escape(text)}`), ...view.caveats.map((text) => `- note: ${escape(text)}`), '',
    ];
  });
  return ['# Zones before and after', '', ...lines].join('\n');
}

function escape(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
