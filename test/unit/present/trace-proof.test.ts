import { describe, expect, it } from 'vitest';
import type { VerdictEvidence } from '@/lib/domain/verdict';
import { proofElsewhere } from '@/lib/present/trace-proof';
import { resetTrace } from '../../support/samples-traces';

const flag: VerdictEvidence = { code: 'ENVOY_FLAG', spanId: 'a1', weight: 0.6, text: '' };
const text: VerdictEvidence = { code: 'CONNECT_ERROR_TEXT', spanId: 'a2', weight: 0.6, text: '' };

describe('proofElsewhere', () => {
  it.each([
    ['heaviest on the try', [{ ...flag, weight: 0.2 }, text], 'a1', { spanId: 'a2', mark: 'CONNECT_ERROR_TEXT +0.60', where: 'router apiserver egress · envoy-gw' }],
    ['heaviest on the shown span', [flag, { ...text, weight: 0.2 }], 'a1', null],
    ['as heavy on the shown span', [text, flag], 'a1', null],
    ['no evidence has a span', [{ ...text, spanId: null }], 'a1', null],
    ['nothing weighs', [{ ...text, weight: 0 }], 'a1', null],
    ['a span that the trace has not', [{ ...text, spanId: 'zz' }], 'a1', null],
  ])('%s', (_name, evidence, shown, expected) => {
    expect(proofElsewhere({ evidence }, resetTrace().spans, shown)).toEqual(expected);
  });
});
