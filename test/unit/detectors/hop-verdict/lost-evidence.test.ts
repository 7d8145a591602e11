import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '@/lib/detectors/hop-verdict';
import type { Trace } from '@/lib/domain/traces';
import { epochMs } from '@/lib/domain/units';
import type { Verdict } from '@/lib/domain/verdict';
import { parseTraces } from '@/lib/wire/parse-traces';
import { encode, encodings } from '../../wire/encode';
import { trace } from './build';
import { type Piece, type Whole, isSameAnswer, isWrongHop, lossesOf, piecesOf, wholes, without } from './cases';
import { allChains } from './chains';
import { situations } from './situations';

const brief = ({ answeredBy, causedBy, mechanism, status, confidence, evidence }: Verdict) => ({ by: answeredBy.role, cause: causedBy.role, mechanism, status, confidence, why: evidence.map((item) => item.code).join() });
const spans = (left: Trace) => left.spans.map((span) => `${span.service} ${span.kind}`).join(', ');

/** Each loss or removal that breaks the promise, as something to read. */
function broken(cases: readonly Whole[], losses: (whole: Whole, truth: Verdict) => readonly (readonly [string, Trace])[], isBroken: (verdict: Verdict, truth: Verdict) => boolean): unknown[] {
  return cases.flatMap((whole) => {
    const truth = attribute(whole.trace, whole.options);
    return losses(whole, truth).flatMap(([what, left]) => {
      const verdict = attribute(left, whole.options);
      return isBroken(verdict, truth) ? [{ title: whole.title, what, truth: brief(truth), verdict: brief(verdict) }] : [];
    });
  });
}

const allLosses = ({ trace: whole }: Whole) => lossesOf(whole).map((left) => [spans(left), left] as const);

describe('chains of two proxies, every fault at each hop', () => {
  it.each(allChains.map((chain) => [chain.title, chain] as const))('%s', (_title, chain) => {
    const verdict = attribute(trace(1, 'old', chain.specs));
    const causes = chain.causedBy === 'backend' ? verdict.causedBy.role : (verdict.causedBy.service ?? verdict.causedBy.role);
    expect([verdict.answeredBy.service ?? verdict.answeredBy.role, causes, verdict.mechanism]).toEqual([chain.answeredBy ?? 'nobody', chain.causedBy ?? 'client', chain.mechanism]);
  });
});

describe('any spans lost, of every whole trace', () => {
  it('no wrong "certain"', () => {
    expect(broken(wholes, allLosses, (verdict, truth) => verdict.band === 'certain' && (isWrongHop(verdict, truth) || verdict.mechanism !== truth.mechanism))).toEqual([]);
  });

  it('never more confidence in the same answer', () => {
    expect(broken(wholes, allLosses, (verdict, truth) => isSameAnswer(verdict, truth) && verdict.confidence > truth.confidence)).toEqual([]);
  });

  it('what is not certain does not become so when more is lost', () => {
    const nested = fc.constantFrom(...wholes).chain((whole) => fc.subarray([...whole.trace.spans], { minLength: 1 }).chain((some) => fc.tuple(fc.constant(whole), fc.constant(some), fc.subarray(some))));
    fc.assert(fc.property(nested, ([whole, some, fewer]) => {
      const before = attribute({ ...whole.trace, spans: some }, whole.options);
      const after = attribute({ ...whole.trace, spans: fewer }, whole.options);
      if (after.band === 'certain' && before.band !== 'certain') expect.fail(JSON.stringify({ title: whole.title, some: spans({ ...whole.trace, spans: some }), before: brief(before), fewer: spans({ ...whole.trace, spans: fewer }), after: brief(after) }));
    }), { numRuns: 3000, seed: 20261130 });
  });
});

/** The spans that the verdict names, and everything that each of them says. */
function named({ trace: whole }: Whole, truth: Verdict): Piece[][] {
  const ids = new Set(truth.evidence.map((item) => item.spanId));
  return whole.spans.filter((span) => ids.has(span.spanId)).map(piecesOf);
}

function removals(whole: Whole, truth: Verdict): (readonly [string, Trace])[] {
  const bySpan = named(whole, truth);
  const all = bySpan.flat();
  const sets = [...all.map((piece) => [piece]), ...bySpan, all.filter((piece) => !piece.what.endsWith('status_code')), all.filter((piece) => /^(events|message|error)/.test(piece.what))];
  const ids = [...new Set(bySpan.flat().map((piece) => piece.spanId))];
  const lost = [...ids.map((id) => [id]), ids].map((gone) => ({ ...whole.trace, spans: whole.trace.spans.filter((span) => !gone.includes(span.spanId)) }));
  return [
    ...sets.map((pieces) => [`without ${pieces.map((piece) => piece.what).join(', ')}`, without(whole.trace, pieces)] as const),
    ...lost.map((left) => [`left: ${spans(left)}`, left] as const),
  ];
}

/** What cannot be told apart by anything that is in the trace. */
const alike: readonly [title: RegExp, what: RegExp, why: string][] = [
  [/^envoy 2: one span/, /upstream_cluster/, 'no cluster and no flag is how Envoy writes an answer of its own'],
  [/^envoy 4: via_upstream/, /^left:/, 'the details say via_upstream although a filter changed the status'],
  [/an outer traefik that turned|the outer proxy turned/, /^left:|status_code/, 'an outer hop is lost as a whole: the inner answer is right, and said to have a missing parent'],
  [/^envoy-plain .*both tries failed/, /status_code/, 'without spans of the tries it is open which one was the last'],
  [/a second pass through the network|no route at the (inner|last) one|the (inner|last) one/, /^left:/, 'the next hop is an application that is never traced, or a proxy that was lost'],
];
const isAlike = (title: string, what: string) => alike.some(([ofTitle, ofWhat]) => ofTitle.test(title) && ofWhat.test(what));

describe('deciding evidence removed', () => {
  const allRemovals = (whole: Whole, truth: Verdict) => removals(whole, truth);

  it('never a wrong "certain" about a hop', () => {
    expect(broken(wholes, allRemovals, (verdict, truth) => verdict.band === 'certain' && isWrongHop(verdict, truth))).toEqual([]);
  });

  it('never a wrong hop at "likely" or above, but where nothing in the trace could tell', () => {
    const found = broken(wholes, (whole, truth) => allRemovals(whole, truth).filter(([what]) => !isAlike(whole.title, what)), (verdict, truth) => verdict.confidence >= 0.6 && isWrongHop(verdict, truth));
    expect(found).toEqual([]);
  });

  it('no single piece of a worked example leads to a wrong hop at "likely"', () => {
    const rows = wholes.filter((whole) => whole.title.startsWith('example'));
    const single = ({ trace: whole }: Whole) => whole.spans.flatMap(piecesOf).map((piece) => [piece.what, without(whole, [piece])] as const);
    expect(broken(rows, single, (verdict, truth) => verdict.confidence >= 0.6 && isWrongHop(verdict, truth))).toEqual([]);
  });

  it('any spans and any pieces lost together: no wrong "certain"', () => {
    const any = fc.constantFrom(...wholes.filter((whole) => whole.trace.spans.length > 0)).chain((whole) => fc.tuple(fc.constant(whole), fc.subarray([...whole.trace.spans], { minLength: 1 }), fc.array(fc.constantFrom(...whole.trace.spans.flatMap(piecesOf)), { maxLength: 4 })));
    fc.assert(fc.property(any, ([whole, some, pieces]) => {
      const truth = attribute(whole.trace, whole.options);
      const verdict = attribute(without({ ...whole.trace, spans: some }, pieces), whole.options);
      if (verdict.band === 'certain' && isWrongHop(verdict, truth)) expect({ title: whole.title, some: spans({ ...whole.trace, spans: some }), pieces: pieces.map((piece) => piece.what), verdict: brief(verdict) }).toEqual(brief(truth));
    }), { numRuns: 3000, seed: 20261130 });
  });
});

describe('every whole trace', () => {
  it.each([...situations.map(([proxy, title, specs]) => [`${proxy} ${title}`, specs] as const), ...allChains.map((chain) => [chain.title, chain.specs] as const)])('%s: the same with the stable attribute names', (_title, specs) => {
    expect(attribute(trace(1, 'new', specs))).toEqual(attribute(trace(1, 'old', specs)));
  });

  it('has the same verdict in any order of its spans', () => {
    fc.assert(fc.property(fc.constantFrom(...wholes).chain((whole) => fc.tuple(fc.constant(whole), fc.shuffledSubarray([...whole.trace.spans], { minLength: whole.trace.spans.length }))), ([whole, shuffled]) => {
      expect(attribute({ ...whole.trace, spans: shuffled }, whole.options)).toEqual(attribute(whole.trace, whole.options));
    }), { numRuns: 500 });
  });

  it('has the same answer and evidence when the clocks of its processes differ by up to two seconds', () => {
    fc.assert(fc.property(fc.constantFrom(...wholes), fc.infiniteStream(fc.integer({ min: -2000, max: 2000 })), (whole, chance) => {
      const shifts = new Map<string, number>();
      const skewed = whole.trace.spans.map((span) => {
        const key = span.service;
        if (!shifts.has(key)) shifts.set(key, chance.next().value as number);
        return { ...span, start: epochMs(span.start + shifts.get(key)!) };
      });
      const before = attribute(whole.trace, whole.options);
      const after = attribute({ ...whole.trace, spans: skewed }, whole.options);
      const plain = ({ confidence: _confidence, against, ...rest }: Verdict) => ({ ...rest, against: against.filter((item) => item.code !== 'SKEW') });
      expect(plain(after)).toEqual(plain(before));
    }), { numRuns: 1000 });
  });

  it.each(encodings)('has the same verdict read from %s', (encoding) => {
    const short = ({ answeredBy, causedBy, mechanism, band, status, earlierAttempts }: Verdict) => [answeredBy.role, answeredBy.service, causedBy.role, mechanism, band, status, earlierAttempts];
    for (const whole of wholes) {
      const parsed = parseTraces(JSON.parse(JSON.stringify(encode(whole.trace, encoding))));
      if (!parsed.ok) throw new Error(parsed.error);
      expect([whole.title, ...short(attribute(parsed.traces[0]!, whole.options))]).toEqual([whole.title, ...short(attribute(whole.trace, whole.options))]);
    }
  });
});
