import { formatTime } from '@/lib/present/format';
import type { PodBar, TimelineModel } from '@/lib/present/rollouts';

/** One pod: thin while not ready, full while ready, pale while it ends, a stroke where it went. Old ones grey, new ones in the accent. 20 pixels high. */
export function PodLine({ pod, y, share, model }: { readonly pod: PodBar; readonly y: number; readonly share: (at: number) => string; readonly model: TimelineModel }) {
  const color = pod.generation === 'new' ? 'var(--accent)' : 'var(--ink-3)';
  const width = (from: number, to: number) => share(model.from + Math.max(0, to - from));
  const leavesAt = pod.terminatingAt ?? pod.to;
  // An old pod that was ready before the window counts as ready in it.
  const readyAt = pod.readyAt ?? (pod.openStart ? pod.from : null);
  return (
    <g>
      <rect x={share(pod.from)} y={y + 9} width={width(pod.from, pod.to)} height={2} fill={color} opacity={0.5} />
      {readyAt === null ? null : <rect x={share(readyAt)} y={y + 5} width={width(readyAt, leavesAt)} height={10} rx={2} fill={color} opacity={0.75} />}
      {pod.terminatingAt === null ? null : <rect x={share(leavesAt)} y={y + 7} width={width(leavesAt, pod.to)} height={6} fill={color} opacity={0.4} />}
      {pod.openEnd ? null : <line x1={share(pod.to)} x2={share(pod.to)} y1={y + 3} y2={y + 17} stroke={color} strokeWidth={1.5} />}
    </g>
  );
}

/** A pod in words. */
export function spokenPod(pod: PodBar, zone: string): string {
  const created = pod.openStart ? 'was there before' : `created ${formatTime(pod.from, zone, true)}`;
  const ready = pod.readyAt === null ? '' : `, ready ${formatTime(pod.readyAt, zone, true)}`;
  const leaves = pod.terminatingAt === null ? '' : `, terminating ${formatTime(pod.terminatingAt, zone, true)}`;
  const gone = pod.openEnd ? '' : `, gone ${formatTime(pod.to, zone, true)}`;
  return `${pod.generation} pod ${pod.pod}, ${created}${ready}${leaves}${gone}`;
}
