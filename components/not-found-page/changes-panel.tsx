'use client';

import { useQuery } from '@tanstack/react-query';
import { changesQuery } from '@/lib/client/queries';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import type { NotFoundChangesRun } from '@/lib/domain/not-found-changes';
import { changesModel, type ChangesModel } from '@/lib/present/not-found-changes';
import type { Panel } from '@/lib/present/panel';
import { toRangeRequest } from '@/lib/url/view-state';
import { ChartFrame } from '../charts/chart-frame';
import { frameState } from '../charts/frame-state';
import { AgainstForm } from './against-form';
import { ChangesReport } from './changes-report';
import { useNotFoundView } from './use-not-found-view';
import { useSeen } from './use-seen';

/**
 * What changed against the window before. It reads a second window, so it is asked when the page's own answer is there and the panel comes
 * near the view, and never again by itself.
 */
export function ChangesPanel({ ready }: { readonly ready: boolean }) {
  const { state } = useViewState();
  const { view } = useNotFoundView();
  const zone = useTimeZone();
  const [ref, seen] = useSeen<HTMLDivElement>();
  const question = useQuery({ ...changesQuery(toRangeRequest(state), view.against), enabled: ready && seen });
  const run = question.data?.data ?? null;
  const model = run ? panelOfRun(run, zone) : null;
  const again = () => { void question.refetch(); };
  return (
    <div ref={ref} data-testid="changes" data-verdict={model?.state === 'ready' ? model.model.verdict : 'none'}>
      <ChartFrame
        title="What changed" note={model?.state === 'ready' ? model.model.windows : 'against the window before'} height={64} zone={zone} onRetry={again}
        queries={question.data?.queries ?? []} state={frameState(question, model, [])}
        tools={<><AgainstForm key={view.against ?? ''} />{run ? <button type="button" className="tool" disabled={question.isFetching} onClick={again}>{question.isFetching ? 'asking…' : 'ask again'}</button> : null}</>}
      >
        {(changes) => <ChangesReport changes={changes} />}
      </ChartFrame>
    </div>
  );
}

function panelOfRun(run: NotFoundChangesRun, zone: string): Panel<ChangesModel> {
  if (run.kind === 'not-checked') return { state: 'not-checked', why: run.why, missing: run.missing, mend: run.mend };
  return { state: 'ready', model: changesModel(run.changes, zone) };
}
