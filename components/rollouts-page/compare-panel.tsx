import { cn } from '@/lib/client/class-names';
import { formatDateTime } from '@/lib/present/format';
import { visibleText } from '@/lib/present/hostile-text';
import type { CompareView } from '@/lib/present/rollout-trend';
import { parseTimeText } from '@/lib/url/time-text';
import { MomentForm } from '../ui/moment-form';

const tones: Readonly<Record<CompareView['verdict'], string>> = { better: 'text-good', worse: 'text-bad', 'no-difference': 'text-ink', 'cannot-tell': 'text-warn', 'not-checked': 'text-ink-2' };

/** Did a fix help? Failed requests per rollout before and after a moment that the URL holds. */
export function ComparePanel({ view, moment, zone, onMoment }: { readonly view: CompareView | null; readonly moment: string | null; readonly zone: string; readonly onMoment: (moment: string | null) => void }) {
  return (
    <div className="border-t border-line px-3 py-2.5" role="group" aria-labelledby="rollout-compare" data-testid="rollout-compare" data-verdict={view?.verdict ?? 'none'}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="rollout-compare" className="text-sm font-medium">Did a fix help?</h3>
        <MomentForm key={moment ?? ''} moment={moment} onChoose={onMoment} />
        {moment === null ? null : <button type="button" className="tool" onClick={() => onMoment(null)}>clear</button>}
      </div>
      {moment === null ? <p className="mt-1.5 text-xs text-ink-3">Give the time of a change, such as a policy with retries or a preStop pause, to compare the rollouts before with those after it.</p> : null}
      {view ? <Comparison view={view} at={momentLabel(moment, zone)} /> : null}
    </div>
  );
}

/** A relative time stays as it is: its moment moves. */
function momentLabel(moment: string | null, zone: string): string {
  const time = moment === null ? null : parseTimeText(moment);
  return time?.kind === 'absolute' ? formatDateTime(time.at, zone) : (moment ?? '');
}

function Comparison({ view, at }: { readonly view: CompareView; readonly at: string }) {
  return (
    <div className="mt-2">
      <p><b className={cn('font-semibold', tones[view.verdict])}>{view.title}.</b> <span className="text-ink-2">{visibleText(view.text)}</span></p>
      <ul className="text-xs text-ink-2">
        {view.ratio === null ? null : <li>{view.ratio}</li>}
        {view.needed === null ? null : <li className="text-warn">{view.needed}</li>}
        {view.caveats.map((text, i) => <li key={i} className="text-warn">{visibleText(text)}</li>)}
      </ul>
      <table className="data-table mt-1 max-w-lg" aria-label={`Rollouts before and after ${at}`}>
        <thead><tr><th scope="col">{at}</th><th scope="col" className="r">before</th><th scope="col" className="r">after</th></tr></thead>
        <tbody>{view.rows.map((row) => <tr key={row.what}><th scope="row">{row.what}</th><td className="r">{row.before}</td><td className="r">{row.after}</td></tr>)}</tbody>
      </table>
    </div>
  );
}
