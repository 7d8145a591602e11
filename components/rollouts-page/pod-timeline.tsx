import { formatDuration, formatTime } from '@/lib/present/format';
import type { PodBar, TimelineModel } from '@/lib/present/rollouts';

const ROW = 20;
const TOP = 18;
const MOST_PODS = 24;

/** Pods of one rollout over time: thin while not ready, full while ready; old ones grey, new ones in the accent. */
export function PodTimeline({ model, zone }: { readonly model: TimelineModel; readonly zone: string }) {
  const pods = model.pods.slice(0, MOST_PODS);
  const share = (at: number) => `${((at - model.from) / Math.max(1, model.to - model.from)) * 100}%`;
  const height = TOP + pods.length * ROW;
  return (
    <figure className="mt-2 border-t border-line pt-2 first:mt-0 first:border-t-0">
      <figcaption className="mb-1 flex flex-wrap justify-between gap-x-3 text-xs"><b className="font-medium"><bdi>{model.title}</bdi></b><span className="text-ink-3">{formatTime(model.rolloutFrom, zone, true)}, {formatDuration(model.rolloutTo - model.rolloutFrom)}</span></figcaption>
      {pods.length === 0 ? <p className="text-ink-2">Its pods are not known: pod readiness is not collected.</p> : (
        <div className="grid grid-cols-[minmax(90px,200px)_minmax(0,1fr)]">
          <ol className="min-w-0 text-[11px]" style={{ paddingTop: TOP }}>
            {pods.map((pod) => <li key={pod.pod} className="truncate pr-2 font-mono leading-5 text-ink-2" title={spoken(pod, zone)}><bdi>{pod.pod}</bdi></li>)}
          </ol>
          <svg width="100%" height={height} role="img" aria-label={`Pods of ${model.title}: ${pods.map((pod) => spoken(pod, zone)).join('; ')}`}>
            <rect x={share(model.rolloutFrom)} y={TOP} width={share(model.from + model.rolloutTo - model.rolloutFrom)} height={height - TOP} fill="var(--rollout)" />
            {[model.rolloutFrom, model.rolloutTo].map((at) => <line key={at} x1={share(at)} x2={share(at)} y1={TOP} y2={height} stroke="var(--rollout-line)" />)}
            <text x={share((model.rolloutFrom + model.rolloutTo) / 2)} y={12} fontSize={11} fill="var(--ink-3)" textAnchor="middle">{formatTime(model.rolloutFrom, zone, true)} to {formatTime(model.rolloutTo, zone, true)}</text>
            {pods.map((pod, i) => <PodLine key={pod.pod} pod={pod} y={TOP + i * ROW} share={share} model={model} />)}
          </svg>
        </div>
      )}
      {model.pods.length > pods.length ? <p className="text-xs text-ink-3">{model.pods.length - pods.length} more pods</p> : null}
    </figure>
  );
}

function PodLine({ pod, y, share, model }: { readonly pod: PodBar; readonly y: number; readonly share: (at: number) => string; readonly model: TimelineModel }) {
  const color = pod.generation === 'new' ? 'var(--accent)' : 'var(--ink-3)';
  const width = (from: number, to: number) => share(model.from + Math.max(0, to - from));
  // An old pod that was ready before the window counts as ready in it.
  const readyAt = pod.readyAt ?? (pod.openStart ? pod.from : null);
  return (
    <g>
      <rect x={share(pod.from)} y={y + 9} width={width(pod.from, pod.to)} height={2} fill={color} opacity={0.5} />
      {readyAt === null ? null : <rect x={share(readyAt)} y={y + 5} width={width(readyAt, pod.to)} height={10} rx={2} fill={color} opacity={0.75} />}
      {pod.openEnd ? null : <line x1={share(pod.to)} x2={share(pod.to)} y1={y + 3} y2={y + 17} stroke={color} strokeWidth={1.5} />}
    </g>
  );
}

function spoken(pod: PodBar, zone: string): string {
  const created = pod.openStart ? 'was there before' : `created ${formatTime(pod.from, zone, true)}`;
  const ready = pod.readyAt === null ? '' : `, ready ${formatTime(pod.readyAt, zone, true)}`;
  const gone = pod.openEnd ? '' : `, gone ${formatTime(pod.to, zone, true)}`;
  return `${pod.generation} pod ${pod.pod}, ${created}${ready}${gone}`;
}
