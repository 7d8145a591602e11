import { visibleText } from '@/lib/present/hostile-text';
import type { RolloutPageModel } from '@/lib/present/rollout-page';
import { Tag } from '../traces/tag';
import { CopyBlock } from './copy-block';

/** What to change, best first: why, what it will not do, and the text to apply. */
export function RemedyList({ model }: { readonly model: Pick<RolloutPageModel, 'remedies' | 'advice' | 'count'> }) {
  const { remedies, advice } = model;
  if (remedies === null) return <Advice advice={advice} failed={model.count.failed} />;
  if (remedies.length === 0) return <p className="px-3 pb-3 text-ink-2">Nothing to change follows from what was observed.</p>;
  return (
    <ol className="grid gap-3 px-3 pb-3">
      {remedies.map((remedy, i) => (
        <li key={`${remedy.kind}${i}`} className="min-w-0 border-t border-line pt-2.5 first:border-t-0 first:pt-0" data-testid="remedy" data-kind={remedy.kind}>
          <h3 className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">{visibleText(remedy.title)} <Tag tone="neutral">{visibleText(remedy.kind.replaceAll('-', ' '))}</Tag></h3>
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-[13px] text-ink-2 [overflow-wrap:anywhere] [&_dt]:text-ink-3">
            <dt>because</dt><dd>{visibleText(remedy.reason)}</dd>
            {remedy.effect === undefined ? null : <><dt>does</dt><dd>{visibleText(remedy.effect)}</dd></>}
            <dt>will not</dt><dd>{visibleText(remedy.willNot)}</dd>
          </dl>
          {remedy.yaml === null ? null : <CopyBlock label={`YAML: ${visibleText(remedy.title)}`} text={remedy.yaml} />}
        </li>
      ))}
    </ol>
  );
}

function Advice({ advice, failed }: { readonly advice: readonly string[]; readonly failed: number }) {
  if (failed === 0) return <p className="px-3 pb-3 text-ink-2">No request failed: nothing to mend.</p>;
  return (
    <div className="px-3 pb-3 text-ink-2">
      <p>Ready changes for this workload: not checked.</p>
      {advice.length === 0 ? null : <ul className="mt-1 list-disc pl-5 text-[13px]">{advice.map((text, i) => <li key={i}>{visibleText(text)}</li>)}</ul>}
    </div>
  );
}
