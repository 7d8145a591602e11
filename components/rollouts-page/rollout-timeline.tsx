import { formatCount, formatTime, formatTimeTick } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import type { ErrorLane, RolloutPageModel } from '@/lib/present/rollout-page';
import { timeTicks } from '../charts/geometry';
import { PodLine, spokenPod } from './pod-line';

const LANE = 48;
const POD = 20;
const BOTTOM = 20;
const MOST_PODS = 40;

/** Errors by code above, pods below, on one axis: which pod came or went when a request failed. */
export function RolloutTimeline({ model, zone }: { readonly model: RolloutPageModel; readonly zone: string }) {
  const span = model.pods;
  const share = (at: number) => `${((at - span.from) / Math.max(1, span.to - span.from)) * 100}%`;
  const events = model.events ?? [];
  const pods = span.pods.slice(0, MOST_PODS);
  const podsTop = (model.lanes.length || 1) * LANE + (events.length > 0 ? POD : 0);
  const height = podsTop + pods.length * POD + BOTTOM;
  return (
    <div className="px-3 pb-2">
      <div className="grid grid-cols-[112px_minmax(0,1fr)] sm:grid-cols-[210px_minmax(0,1fr)]">
        <ol className="min-w-0 text-[11px]">
          {model.lanes.length === 0 ? <li className="flex items-center text-ink-3" style={{ height: LANE }}>no gateway error</li> : null}
          {model.lanes.map((lane) => <li key={lane.key} className="flex flex-col justify-center overflow-hidden pr-2 leading-[13px]" style={{ height: LANE }} title={`${lane.label}: ${lane.note}`}><b className="text-xs font-medium">{lane.label}</b><span className="line-clamp-2 text-ink-3"><bdi>{lane.note}</bdi></span></li>)}
          {events.length > 0 ? <li className="text-ink-3" style={{ height: POD }}>events</li> : null}
          {pods.map((pod) => <li key={pod.pod} className="truncate pr-2 font-mono leading-5 text-ink-2" title={spokenPod(pod, zone)}><bdi>{pod.pod}</bdi></li>)}
        </ol>
        <svg width="100%" height={height} role="img" aria-label={spoken(model, zone)} data-testid="rollout-timeline">
          <rect x={share(span.rolloutFrom)} y={0} width={share(span.from + span.rolloutTo - span.rolloutFrom)} height={height - BOTTOM} fill="var(--rollout)" />
          {[span.rolloutFrom, span.rolloutTo].map((at) => <line key={at} x1={share(at)} x2={share(at)} y1={0} y2={height - BOTTOM} stroke="var(--rollout-line)" />)}
          {model.lanes.map((lane, i) => <Lane key={lane.key} lane={lane} y={i * LANE} top={model.top} share={share} from={span.from} zone={zone} />)}
          {events.map((event, i) => <circle key={i} cx={share(event.at)} cy={podsTop - POD / 2} r={4} fill="var(--warn)"><title>{eventText(event, zone)}</title></circle>)}
          {pods.map((pod, i) => <PodLine key={pod.pod} pod={pod} y={podsTop + i * POD} share={share} model={span} />)}
          <line x1="0%" x2="100%" y1={height - BOTTOM} y2={height - BOTTOM} stroke="var(--line)" />
          {timeTicks(span, zone, 4).map((at, i) => <text key={at} className={i % 2 === 1 ? 'max-sm:hidden' : undefined} x={share(at)} y={height - 6} fontSize={11} fill="var(--ink-3)" textAnchor={anchorOf(at, span)}>{formatTimeTick(at, span.to - span.from, zone)}</text>)}
        </svg>
      </div>
      {span.pods.length === 0 ? <p className="text-xs text-ink-2">Its pods are not known: pod readiness is not collected.</p> : null}
      {span.pods.length > pods.length ? <p className="text-xs text-ink-3">{span.pods.length - pods.length} more pods</p> : null}
      <p className="mt-1 text-xs text-ink-3">Shaded: the rollout, {formatTime(span.rolloutFrom, zone, true)} to {formatTime(span.rolloutTo, zone, true)}. Pods: thin while not ready, full while ready; old ones grey. Errors are those of all services behind the proxies in this time.{model.events === null ? ' Restarts, OOM kills, evictions and drains were not checked.' : ''}</p>
    </div>
  );
}

/** Labels at the ends stay within the drawing. */
function anchorOf(at: number, span: { readonly from: number; readonly to: number }): 'start' | 'middle' | 'end' {
  const place = (at - span.from) / Math.max(1, span.to - span.from);
  return place < 0.08 ? 'start' : place > 0.92 ? 'end' : 'middle';
}

function Lane({ lane, y, top, share, from, zone }: { readonly lane: ErrorLane; readonly y: number; readonly top: number; readonly share: (at: number) => string; readonly from: number; readonly zone: string }) {
  const room = LANE - 16;
  return (
    <g>
      <line x1="0%" x2="100%" y1={y + LANE - 1} y2={y + LANE - 1} stroke="var(--grid)" />
      {lane.marks.map((mark) => {
        const tall = Math.max(3, (mark.count / top) * room);
        return (
          <g key={mark.from}>
            <rect x={share(mark.from)} y={y + LANE - 1 - tall} width={share(from + mark.to - mark.from)} height={tall} fill={`var(${lane.colorVar})`}><title>{`${lane.label}: ${formatCount(mark.count)} until ${formatTime(mark.to, zone, true)}`}</title></rect>
            {lane.marks.length <= 12 ? <text x={share((mark.from + mark.to) / 2)} y={y + LANE - 4 - tall} fontSize={10} fill="var(--ink-2)" textAnchor="middle">{formatCount(mark.count)}</text> : null}
          </g>
        );
      })}
    </g>
  );
}

type PageEvent = NonNullable<RolloutPageModel['events']>[number];

/** `oom kill of shop/cart, pod cart-1, 13:05:10`. */
export function eventText(event: PageEvent, zone: string): string {
  return `${clipText(event.kind.replaceAll('-', ' '), 24).text} of ${clipText(event.workload, 48).text}${event.pod === null ? '' : `, pod ${clipText(event.pod, 48).text}`}, ${event.text ? `: ${clipText(event.text, 60).text}` : ''}, ${formatTime(event.at, zone, true)}`;
}

function spoken(model: RolloutPageModel, zone: string): string {
  const errors = model.lanes.length === 0 ? 'no gateway error' : model.lanes.map((lane) => `${lane.label}: ${lane.note}`).join('; ');
  return `Errors and pods of ${model.workload}. ${errors}. ${model.pods.pods.slice(0, MOST_PODS).map((pod) => spokenPod(pod, zone)).join('; ')}`;
}
