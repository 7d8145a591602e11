import { expect, it } from 'vitest';
import { rolloutLabels } from '@/components/charts/marks-layer';

const span = { from: 0, to: 1_000_000 };
const rollout = (from: number, label: string) => ({ from, to: from + 20_000, label, tone: 'rollout' as const });
const many = { regions: [700_000, 760_000, 820_000, 880_000, 940_000].map((from, i) => rollout(from, `namespace/workload-${i}  0.24.1 → 0.24.2`)) };

it.each([390, 700, 1_200])('names of rollouts neither overlap nor leave the plot at %d px', (width) => {
  const labels = rolloutLabels(many, span, width);
  expect(labels.length).toBeGreaterThan(0);
  for (const { x, room } of labels) expect(x + room).toBeLessThanOrEqual(width - 14);
  for (const a of labels) for (const b of labels) if (a !== b && a.line === b.line) expect(a.x + a.room <= b.x || b.x + b.room <= a.x).toBe(true);
});

it('regions that are no rollout have no name in the plot', () => {
  expect(rolloutLabels({ regions: [{ ...rollout(0, 'concentrated'), tone: 'warn' }] }, span, 700)).toEqual([]);
});
