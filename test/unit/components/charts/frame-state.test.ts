import { describe, expect, it } from 'vitest';
import { frameState } from '@/components/charts/frame-state';
import { queriesOf } from '@/components/charts/chart-panel';
import { ApiError } from '@/lib/client/fetch-answer';
import { answerOf } from '../../../support/samples';

const failure = { source: 'metrics', kind: 'timeout', message: 'took longer than 10\u00A0s', affects: ['zone-latency'] };
const ready = { state: 'ready', model: 1 } as const;
const notChecked = { state: 'not-checked', why: 'no endpoint slices', missing: ['hinted-share'], mend: 'collect them' } as const;
const loaded = (failures: readonly (typeof failure)[] = [], placeholder = false) => ({ data: answerOf(0, { failures }), error: null, isPlaceholderData: placeholder });
const broken = { data: undefined, error: new ApiError(502, 'Source failed', 'prometheus: refused', 'prometheus'), isPlaceholderData: false };

describe('frameState', () => {
  it.each([
    ['loading', { data: undefined, error: null, isPlaceholderData: false }, null, 'loading'],
    ['failed', broken, null, 'failed'],
    ['ready', loaded(), ready, 'ready'],
    ['empty', loaded(), { state: 'empty', why: 'no 404' } as const, 'empty'],
    ['not checked', loaded(), notChecked, 'not-checked'],
    ['not checked because the source failed is failed', loaded([{ ...failure, affects: ['hinted-share'] }]), notChecked, 'failed'],
  ] as const)('%s', (_name, answer, panel, kind) => {
    expect(frameState(answer, panel, ['hinted-share']).kind).toBe(kind);
  });

  it('names the source and the next step', () => {
    expect(frameState(broken, null, [])).toMatchObject({ message: 'Source failed: prometheus: refused', next: expect.stringContaining('prometheus') });
  });

  it('a failure shows only where it matters', () => {
    expect(frameState(loaded([failure]), ready, ['zone-latency'])).toMatchObject({ failures: [failure] });
    expect(frameState(loaded([failure]), ready, ['zone-requests'])).toMatchObject({ failures: [] });
  });

  it('an old answer stays on the screen, marked, while a new one loads', () => {
    expect(frameState(loaded([], true), ready, [])).toMatchObject({ kind: 'ready', stale: true });
  });
});

describe('queriesOf', () => {
  it('a panel shows the queries of its signals', () => {
    expect(queriesOf(answerOf(0), ['zone-latency']).map(({ purpose }) => purpose)).toEqual(['zone-latency']);
    expect(queriesOf(answerOf(0), [])).toHaveLength(6);
  });
});
