'use client';

import { useState } from 'react';
import type { TargetRow } from '@/lib/present/not-found';

type Parts = TargetRow['evidence'];

const WIDTH = 64;
/** Sum of weights that fills one side. */
const FULL = 6;
const SHOWN = 2;
/** Below this a part weighs nothing that could be seen. */
const LEAST = 0.05;

/** Parts of the evidence: a bar to both sides of zero (log-odds), and each part in words with its sign. */
export function EvidenceBar({ parts }: { readonly parts: Parts }) {
  const [open, setOpen] = useState(false);
  if (parts.length === 0) return <span className="text-ink-3">none</span>;
  return (
    <div className="flex items-start gap-2">
      <Bar parts={parts} />
      <ul className="min-w-0">
        {(open ? parts : parts.slice(0, SHOWN)).map(({ text, weight }, i) => <li key={i}><bdi>{text}</bdi>{Math.abs(weight) < LEAST ? null : <span className="text-ink-3"> {signed(weight)}</span>}</li>)}
        {parts.length > SHOWN ? <li><button type="button" className="tool -ml-1" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? 'less' : `and ${parts.length - SHOWN} more`}</button></li> : null}
      </ul>
    </div>
  );
}

const signed = (weight: number) => `${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(1)}`;

function Bar({ parts }: { readonly parts: Parts }) {
  const middle = WIDTH / 2;
  const sum = parts.reduce((total, { weight }) => total + weight, 0);
  const boxes = [...boxesOf(parts.filter(({ weight }) => weight < 0)), ...boxesOf(parts.filter(({ weight }) => weight > 0))];
  return (
    <svg role="img" aria-label={`Evidence ${signed(sum)}`} width={WIDTH} height={14} viewBox={`0 0 ${WIDTH} 14`} className="mt-0.5 shrink-0">
      <title>{`sum ${signed(sum)}: ${parts.map(({ text, weight }) => `${text} ${signed(weight)}`).join(', ')}`}</title>
      {boxes.map(({ x, width, negative }, i) => <rect key={i} x={x} y={3} width={width} height={8} fill={`var(${negative ? '--nf-route-miss' : '--nf-scanner'})`} />)}
      <line x1={middle} x2={middle} y1={0} y2={14} stroke="var(--ink-3)" />
    </svg>
  );
}

/** Boxes from the middle outwards, a hair apart; what goes beyond the edge is cut. */
function boxesOf(parts: Parts): { readonly x: number; readonly width: number; readonly negative: boolean }[] {
  const middle = WIDTH / 2;
  let used = 0;
  return parts.flatMap(({ weight }) => {
    const from = Math.min(middle, (used / FULL) * middle);
    used += Math.abs(weight);
    const width = Math.min(middle, (used / FULL) * middle) - from - 0.75;
    return width <= 0 ? [] : [{ x: weight < 0 ? middle - from - width : middle + from, width, negative: weight < 0 }];
  });
}
