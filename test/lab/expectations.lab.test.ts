import { describe, expect, it } from 'vitest';
import type { Finding, FindingData, FlipCause } from '../../lib/domain/findings';
import { epochMs } from '../../lib/domain/units';
import type { CompareVerdict, ZoneComparison } from '../../lib/domain/zone-compare';
import { comparisonMismatches, mismatches } from './expectations';
import { tally } from './tally';
import type { Truth, TruthEvent } from './truth';

const flip = (at: number, to: 'spread' | 'concentrated', cause: FlipCause['code']): TruthEvent => ({ kind: 'flip', at, proxy: 'ingress', from: to === 'spread' ? 'concentrated' : 'spread', to, hotZone: 'b', cause });
const truth: Truth = {
  scenario: 'flip-causes', startedAt: 0, from: 0, to: 300_000, scrapeSeconds: 5, zones: ['a', 'b'], rollouts: [], ...tally([]),
  events: [flip(60_000, 'concentrated', 'hints-regained'), flip(120_000, 'spread', 'node-without-zone'), { kind: 'zone-empty', from: 150_000, to: 200_000, proxy: 'ingress', zone: 'a' }],
};

type Seen = FindingData['zone-flapping']['flips'][number];
const seen = (at: number, to: Seen['to'], code: FlipCause['code']): Seen => ({ at: at as Seen['at'], to, cause: { code, confidence: 1, evidence: [] } });
const right = [seen(62_000, 'concentrated', 'hints-regained'), seen(121_000, 'spread', 'node-without-zone')];

const common = { id: 'x', detector: 'zone-flapping', proxy: 'ingress', subject: 'b', ongoing: false, severity: 'warning', confidence: 1, basis: 'measured', evidence: [], against: [], advice: [], strata: [] } as const;
const at = (from: number, to: number) => ({ from: from as Finding['from'], to: to as Finding['to'] });

function flapping(flips: readonly Seen[], hotZone = 'b'): Finding {
  const data = { returns: 1, returnsPerHour: 1, flips, hotZone, spreadShare: 0.3, peakShare: 0.9, concentratedShareOfTime: 0.5, p99SpreadSeconds: null, p99ConcentratedSeconds: null };
  return { ...common, ...at(60_000, 300_000), kind: 'zone-flapping', data };
}

const drained = (zone: string): Finding => ({ ...common, ...at(160_000, 190_000), kind: 'zone-drained', data: { zone } });

describe('mismatches', () => {
  it('is empty when everything was found and nothing else', () => {
    expect(mismatches(truth, [flapping(right), drained('a')])).toEqual([]);
    expect(mismatches(truth, [flapping(right)])).toEqual([]);
  });

  it.each([
    ['a flip that was missed', [flapping(right.slice(0, 1))], 'flip to spread at 120 s was not found'],
    ['a flip that did not happen', [flapping([...right, seen(200_000, 'concentrated', 'unknown')])], 'flip to concentrated at 200 s did not happen'],
    ['a flip that was found too late', [flapping([right[0]!, seen(131_000, 'spread', 'node-without-zone')])], 'flip to spread at 120 s was not found'],
    ['the wrong cause', [flapping([right[0]!, seen(120_000, 'spread', 'hints-lost')])], 'flip to spread at 120 s was by node-without-zone, found hints-lost'],
    ['the wrong zone', [flapping(right, 'a')], 'hot zone a instead of b'],
    ['nothing found', [], 'expected one zone-flapping finding, found 0'],
    ['a zone that had pods told as drained', [flapping(right), drained('b')], 'b was not drained'],
  ] as const)('tells %s', (_name, findings, sentence) => {
    expect(mismatches(truth, findings)).toContain(sentence);
  });
});

describe('comparisonMismatches', () => {
  const change: TruthEvent = { kind: 'switch', at: 150_000, proxy: 'ingress', service: 'kube-system/skipper-internal', from: 'auto', to: 'same-zone', flipsBefore: 10, flipsAfter: 0, tooShortTo: 200_000 };
  const switched: Truth = { ...truth, events: [change] };
  const side = (flips: number) => ({ ...at(0, 150_000), knownHours: 1, flips, flipsPerDay: 24 * flips, concentratedShare: null, misplaced: null });
  const comparison = (verdict: CompareVerdict, before: number, after: number): ZoneComparison => ({ proxy: 'ingress', moment: epochMs(150_000), before: side(before), after: side(after), rateRatio: null, harm: [], verdict, reason: 'fewer-flips', text: '', caveats: [] });

  it('is empty when verdict and flips are right', () => {
    expect(comparisonMismatches(switched, [comparison('helped', 9, 0)], 'helped')).toEqual([]);
  });

  it.each([
    ['another verdict', [comparison('cannot-tell', 10, 0)], 'not helped'],
    ['flips that are missing before', [comparison('helped', 8, 0)], '8 flips before the switch, were 10'],
    ['flips that did not happen after', [comparison('helped', 10, 1)], '1 flips after the switch, were 0'],
    ['no comparison at all', [], 'no comparison of ingress'],
  ] as const)('tells %s', (_name, comparisons, part) => {
    expect(comparisonMismatches(switched, comparisons, 'helped').join()).toContain(part);
  });
});
