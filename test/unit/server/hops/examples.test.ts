import { expect, it } from 'vitest';
import type { Verdict } from '@/lib/domain/verdict';
import { epochMs } from '@/lib/domain/units';
import { makeExamples } from '@/lib/server/hops/examples';
import type { JudgedRequest } from '@/lib/server/hops/verdicts';

const at = (time: number, confidence: number) => ({ request: { at: epochMs(time) }, verdict: { traceId: `t${time}`, confidence, band: confidence >= 0.9 ? 'certain' : 'likely' } as Verdict }) as JudgedRequest;
const chosen = (judged: readonly JudgedRequest[]) => makeExamples(judged)(judged.map(({ verdict }) => verdict)).map(({ traceId, band }) => `${traceId} ${band}`);

it.each([
  ['the surest come first', [at(1, 0.5), at(2, 0.9), at(3, 0.7)], ['t2 certain', 't3 likely', 't1 likely']],
  ['among equals the first, the middle and the last in time', [5, 3, 1, 2, 4].map((time) => at(time, 0.9)), ['t1 certain', 't3 certain', 't5 certain']],
  ['less sure ones only where others lack', [at(1, 0.95), at(2, 0.6), at(3, 0.95), at(4, 0.95), at(5, 0.6)], ['t1 certain', 't3 certain', 't4 certain']],
  ['a lone one', [at(7, 0.4)], ['t7 likely']],
  ['none', [], []],
])('%s', (_name, judged, expected) => expect(chosen(judged)).toEqual(expected));
