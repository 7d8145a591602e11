'use client';

import Link from 'next/link';
import { useViewState } from '@/lib/client/use-view-state';
import { formatP } from '@/lib/present/format';
import { clipText } from '@/lib/present/hostile-text';
import type { RolloutPageModel } from '@/lib/present/rollout-page';
import { rolloutLink } from '@/lib/url/rollouts-url';
import { Known } from '../traces/known';
import { ScrollBox } from '../ui/scroll-box';

/** All that may be behind the errors: this rollout, others at the same time, other suspects, each with its p where one was computed. */
export function SuspectTable({ model }: { readonly model: RolloutPageModel }) {
  const { state } = useViewState();
  return (
    <>
      <ScrollBox label="Suspects">
        <table className="data-table min-w-[420px]">
          <caption className="sr-only">Suspects</caption>
          <thead><tr><th scope="col">suspect</th><th scope="col">kind</th><th scope="col">relation to the errors</th><th scope="col" className="r">chance</th></tr></thead>
          <tbody>
            <tr><th scope="row"><bdi>{model.workload}</bdi></th><td>this rollout</td><td>{model.linkWords}</td><td className="r whitespace-nowrap">{formatP(model.count.p)}</td></tr>
            {model.others.map((other) => (
              <tr key={`${other.workload}@${other.at}`}>
                <th scope="row"><Link className="link" href={rolloutLink(state, other)}><bdi>{other.label}</bdi></Link></th><td>rollout</td><td>{other.relation}</td><td className="r"><span className="text-ink-3">on its page</span></td>
              </tr>
            ))}
            {(model.suspects ?? []).map((suspect, i) => (
              <tr key={i} data-testid="suspect" data-kind={suspect.kind}>
                <th scope="row" className="[overflow-wrap:anywhere]"><bdi>{clipText(suspect.label, 80).text}</bdi></th><td>{clipText(suspect.kind.replaceAll('-', ' '), 30).text}</td><td>{clipText(suspect.relation.replaceAll('-', ' '), 60).text}</td><td className="r whitespace-nowrap"><Known value={suspect.p} write={formatP} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {model.suspects === null ? <p className="px-3 pb-2 text-xs text-ink-3">Other suspects (OOM kills, restarts, evictions, drains, scaling, load) were not checked.</p> : null}
      {model.suspects?.length === 0 ? <p className="px-3 pb-2 text-xs text-ink-3">Other suspects were looked for; none lies near the errors.</p> : null}
    </>
  );
}
