'use client';

import { useQuery } from '@tanstack/react-query';
import { Archive, CircleAlert, Download } from 'lucide-react';
import Link from 'next/link';
import type { RecordingInfo } from '@/lib/domain/requests';
import { apiPath } from '@/lib/client/fetch-answer';
import { environmentsQuery, recordingsQuery } from '@/lib/client/queries';
import { useTimeZone } from '@/lib/client/use-time-zone';
import { useViewState } from '@/lib/client/use-view-state';
import { findingKindLabel } from '@/lib/present/finding';
import { formatBytes, formatDateTime, formatDuration, formatRange, plural } from '@/lib/present/format';
import { clipText, visibleText } from '@/lib/present/hostile-text';
import { pageLink } from '@/lib/url/links';
import { FailedPage } from '../ui/failed-page';
import { PageHead } from '../ui/page-head';

/** Frozen windows: what each holds, open it, take it along. */
export function RecordingsView() {
  const answer = useQuery(recordingsQuery());
  const environments = useQuery(environmentsQuery());
  if (answer.error && !answer.data) return <FailedPage error={answer.error} onRetry={() => { void answer.refetch(); }} />;
  const recordings = answer.data;
  const open = new Set((environments.data ?? []).filter(({ kind }) => kind === 'recording').map(({ name }) => name));
  return (
    <>
      <PageHead title={recordings ? plural(recordings.length, 'recording') : 'Recordings'}>
        <span>A recording holds signals, traces, findings and queries of one window. It opens with the same pages and numbers when the sources are gone.</span>
      </PageHead>
      {recordings?.length === 0 ? <p className="panel px-4 py-4 text-ink-2">No recordings yet. <code className="font-mono text-xs">npm run -s weir -- record --from now-1h --to now --out FILE.weir</code> makes one; put it into the recordings folder of the configuration.</p> : null}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(340px,100%),1fr))] gap-3">
        {recordings ? recordings.map((recording) => <RecordingCard key={recording.id} recording={recording} openable={open} />) : [0, 1, 2].map((i) => <div key={i} className="panel h-40 animate-pulse bg-sunken" role="status"><span className="sr-only">Loading</span></div>)}
      </div>
    </>
  );
}

function RecordingCard({ recording, openable }: { readonly recording: RecordingInfo; readonly openable: ReadonlySet<string> }) {
  const zone = useTimeZone();
  const { state } = useViewState();
  // Environments of recordings are named by the recording's id; older servers by the environment in it.
  const name = openable.has(recording.id) ? recording.id : openable.has(recording.environment) ? recording.environment : recording.id;
  const here = state.env === name;
  return (
    <article className="panel flex flex-col px-3.5 py-3" data-testid="recording" data-broken={recording.broken !== null}>
      <p className="flex items-center gap-2 font-medium">
        {recording.broken === null ? <Archive size={15} aria-hidden className="text-accent" /> : <CircleAlert size={15} aria-hidden className="text-bad" />}
        {clipText(recording.title, 80).text}{here ? <span className="badge ml-auto bg-accent-soft text-accent">open</span> : null}
      </p>
      {recording.broken === null ? <Contents recording={recording} zone={zone} /> : <p className="mt-1.5 rounded-md bg-bad-soft px-2 py-1 text-bad" role="alert">Cannot be opened: {visibleText(recording.broken)}</p>}
      <p className="mt-auto flex items-center gap-4 pt-3 text-xs">
        {recording.broken === null ? <Link className="link" href={pageLink('/', { ...state, env: name, from: null, to: null, proxy: null, refreshMs: null })}>Open</Link> : null}
        <a className="link inline-flex items-center gap-1" href={apiPath(`recordings/${encodeURIComponent(recording.id)}`)} download={`${recording.id}.weir`}><Download size={12} aria-hidden />Download {formatBytes(recording.bytes)}</a>
      </p>
    </article>
  );
}

function Contents({ recording, zone }: { readonly recording: RecordingInfo; readonly zone: string }) {
  const kinds = [...new Set(recording.findings)];
  return (
    <>
      <p className="mt-1 text-ink-2">{formatDateTime(recording.from, zone).slice(0, 10)}, {formatRange(recording.from, recording.to, zone)} ({formatDuration(recording.to - recording.from)}), environment {clipText(recording.environment, 40).text}</p>
      <p className="mt-2 flex flex-wrap gap-1">
        {kinds.length === 0 ? <span className="badge bg-good-soft text-good">no findings</span> : kinds.map((kind) => <span key={kind} className="badge bg-sunken text-ink-2">{findingKindLabel(kind)}</span>)}
      </p>
      <p className="mt-2 text-xs text-ink-3">made {formatDateTime(recording.madeAt, zone)} by Weir {visibleText(recording.appVersion)}</p>
    </>
  );
}
