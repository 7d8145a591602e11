'use client';

import { formatDateTime, formatPercent } from '@/lib/present/format';
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
      {(flips) => (
        <div className="max-h-96 overflow-auto px-3 pb-1" tabIndex={0} role="region" aria-label="Table of flips">
          <table className="data-table">
            <thead><tr><th scope="col">time</th><th scope="col">to</th><th scope="col">gaining</th><th scope="col">cause</th><th scope="col" className="r">sure</th><th scope="col" className="r" title="Hellinger distance between the two distributions, 0 to 1">distance</th></tr></thead>
            <tbody onMouseLeave={() => moveCrosshair({ at: null, owner: null })}>
              {flips.map((flip) => (
                <tr key={flip.at} onMouseEnter={() => moveCrosshair({ at: flip.at, owner: 'flips' })}>
                  <td className="whitespace-nowrap">{formatDateTime(flip.at, zone)}</td>
                  <td className={flip.to === 'concentrated' ? 'text-warn' : ''}>{flip.to}</td>
                  <td>{flip.gaining || '–'}</td>
                  <td className="min-w-52"><FlipCauseCell flip={flip} /></td>
                  <td className="r">{formatPercent(flip.causeConfidence)}</td>
                  <td className="r">{flip.distance.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ChartFrame>
  );
}
