import type { RolloutComparison, RolloutSide } from '../domain/rollout-compare';
import { formatDateTime } from './format';

const titles: Readonly<Record<RolloutComparison['verdict'], string>> = {
  better: 'Better', worse: 'Worse', 'no-difference': 'No difference seen', 'cannot-tell': 'Cannot tell',
};

const rows: readonly (readonly [what: string, tell: (side: RolloutSide) => string])[] = [
  ['rollouts', ({ rollouts }) => String(rollouts)],
  ['failed requests', ({ failed }) => String(failed)],
  ['failed per rollout', ({ failed, rollouts }) => (rollouts === 0 ? 'none to count' : (failed / rollouts).toFixed(2))],
  ['expected outside of rollouts', ({ expected }) => expected.toFixed(2)],
  ['near misses', ({ nearMisses }) => (nearMisses === null ? 'not known' : String(nearMisses))],
  ['requests in its rollouts', ({ requests }) => (requests === null ? 'not known' : String(requests))],
];

/** Comparisons as Markdown, for a postmortem. Names come from outside: what could be markup is escaped. */
export function rolloutComparisonMarkdown(comparisons: readonly RolloutComparison[], timeZone: string): string {
  const lines = comparisons.flatMap(({ workload, moment, verdict, text, before, after, ratio, caveats }) => [
    `## ${escape(workload)}: ${titles[verdict]}`, '', `Rollouts before and after ${formatDateTime(moment, timeZone)} (${timeZone}).`, '', escape(text), '',
    '| | before | after |', '|---|---|---|', ...rows.map(([what, tell]) => `| ${what} | ${tell(before)} | ${tell(after)} |`), '',
    ...(ratio ? [`- ${times(ratio.value)} times the failed requests per rollout, 95 % interval ${times(ratio.low)} to ${times(ratio.high)}`] : []),
    ...caveats.map((caveat) => `- note: ${escape(caveat)}`), '',
  ]);
  return ['# Rollouts before and after', '', ...(lines.length > 0 ? lines : ['No rollout was seen in this range.', ''])].join('\n');
}

const times = (value: number | null) => (value === null ? 'unbounded' : value.toFixed(2));

function escape(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
