import { describe, expect, it } from 'vitest';
import { attribute } from '@/lib/detectors/hop-verdict';
import { whyNotKnown } from '../../../lab/chains/known';
import { cases } from '../../../lab/chains/network';
import { readRun } from '../../../lab/chains/saved';
import { remaindersOf } from '../../../lab/chains/subsets';
import { claimsWrongHop, namesBothHops, outcomeOf } from '../../../lab/chains/truth';

const run = readRun();
const modes = [['default', {}], ['learned', run.profiles]] as const;
const named = cases.map((one) => [one.host.replace('.example.org', ''), one] as const);
const traceOf = (host: string) => run.traces.get(host)![0]!;

describe('traces of chains of real proxies', () => {
  it('there is one of every cause at every hop', () => {
    expect(cases.filter(({ host }) => run.traces.get(host)?.length !== 1)).toEqual([]);
    expect(cases.length).toBeGreaterThan(700);
  });

  describe.each(modes)('with %s profiles', (mode, profiles) => {
    it.each(named)('%s', (_name, one) => {
      const verdict = attribute(traceOf(one.host), { profiles });
      const allowed = whyNotKnown(one, mode) === null ? ['right'] : ['right', 'hedged'];
      const { answeredBy, causedBy, mechanism, band } = verdict;
      expect(allowed, JSON.stringify({ answeredBy, causedBy, mechanism, band, truth: one.cause.truth })).toContain(outcomeOf(verdict, one, run.network));
    });

    it('the list of what cannot be known has no idle entries', () => {
      const idle = named.filter(([, one]) => whyNotKnown(one, mode) !== null && outcomeOf(attribute(traceOf(one.host), { profiles }), one, run.network) === 'right');
      expect(idle.map(([name]) => name)).toEqual([]);
    });

    if (mode === 'default') it('as long as the outermost span is there, no wrong hop is likely', () => {
      for (const [name, one] of named) {
        const whole = traceOf(one.host);
        const root = whole.spans.find((span) => span.parentId === null)!;
        for (const { trace } of remaindersOf(whole, 0.3)) {
          if (!trace.spans.includes(root)) continue;
          const verdict = attribute(trace, { profiles });
          if (verdict.confidence >= 0.6 && claimsWrongHop(verdict, one, run.network)) expect.fail(`${name}: ${verdict.confidence} for ${verdict.answeredBy.service}, ${verdict.causedBy.service} from ${trace.spans.map((span) => `${span.service} ${span.kind}`).join(', ')}`);
        }
      }
    });

    it('whatever spans are lost, no wrong hop is certain', () => {
      let right = 0;
      for (const [name, one] of named) {
        for (const { trace, chance } of remaindersOf(traceOf(one.host), 0.3)) {
          const verdict = attribute(trace, { profiles });
          if (verdict.band === 'certain' && claimsWrongHop(verdict, one, run.network)) expect.fail(`${name}: certain of ${verdict.answeredBy.service}, ${verdict.causedBy.service} from ${trace.spans.map((span) => `${span.service} ${span.kind}`).join(', ')}`);
          if ((verdict.band === 'certain' || verdict.band === 'likely') && namesBothHops(verdict, one, run.network)) right += chance;
        }
      }
      // Of what is left when 30 % of the spans are lost, this share still names both hops at likely or above.
      expect(right / cases.length).toBeGreaterThan(0.55);
    });
  });
});
