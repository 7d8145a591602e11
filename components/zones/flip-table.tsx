'use client';

import { useState } from 'react';
import { formatDateTime, formatPercent, plural } from '@/lib/present/format';
import type { Panel } from '@/lib/present/panel';
import type { FlipRow } from '@/lib/present/zones';
import { FlipCauseCell } from './flip-cause-cell';
import { ChartFrame } from '../charts/chart-frame';
import { type AnswerState, frameState } from '../charts/frame-state';
import { moveCrosshair } from '../charts/crosshair';

/** Each flip with its cause and what speaks for it. Hovering a row moves the crosshair of the charts there. */
export function FlipTable({ answer, panel, zone }: { readonly answer: AnswerState; readonly panel: Panel<readonly FlipRow[]> | null; readonly zone: string }) {
  const some = panel?.state === 'ready' && panel.model.length === 0 ? { state: 'empty' as const, why: 'No flip in this range.' } : panel;
  return (
    <ChartFrame title="Flips and their causes" state={frameState(answer, some, ['zone-requests'])} height={64} zone={zone}>
      {(flips) => <Flips flips={flips} zone={zone} />}
    </ChartFrame>
  );
}

/** So many flips are shown before somebody asks for the rest: the newest. */
const SHOWN = 12;

function Flips({ flips, zone }: { readonly flips: readonly FlipRow[]; readonly zone: string }) {
  const [all, setAll] = useState(false);
  const earlier = all ? 0 : Math.max(0, flips.length - SHOWN);
  return (
    <div className="px-3 pb-2">
      {earlier === 0 ? null : <p className="text-xs text-ink-2">{plural(earlier, 'earlier flip')} not shown. <button type="button" className="link" onClick={() => setAll(true)}>Show all {flips.length}</button></p>}
      <table className="data-table stack-table" aria-label="Flips">
        <thead><tr><th scope="col">time</th><th scope="col">to</th><th scope="col">gaining</th><th scope="col">cause</th><th scope="col" className="r">sure</th><th scope="col" className="r">distance</th></tr></thead>
        <tbody onMouseLeave={() => moveCrosshair({ at: null, owner: null })}>{flips.slice(earlier).map((flip) => <Flip key={flip.at} flip={flip} zone={zone} />)}</tbody>
      </table>
      <p className="mt-1 text-xs text-ink-3">sure: confidence in the cause. distance: how far the shares moved, from 0 (not at all) to 1 (all requests to other zones), by Hellinger.</p>
    </div>
  );
}

function Flip({ flip, zone }: { readonly flip: FlipRow; readonly zone: string }) {
  return (
    <tr onMouseEnter={() => moveCrosshair({ at: flip.at, owner: 'flips' })}>
      <td className="beside whitespace-nowrap">{formatDateTime(flip.at, zone)}</td>
      <td className={flip.to === 'concentrated' ? 'beside text-warn' : 'beside'} data-label="to">{flip.to}</td>
      <td data-label="gaining" className="[overflow-wrap:anywhere]">{flip.gaining || '–'}</td>
      <td className="min-w-52"><FlipCauseCell flip={flip} /></td>
      <td className="r beside" data-label="sure">{formatPercent(flip.causeConfidence)}</td>
      <td className="r beside" data-label="distance">{flip.distance.toFixed(2)}</td>
    </tr>
  );
}
