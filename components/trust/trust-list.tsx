import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Answer } from '@/lib/domain/answer';
import type { Overview } from '@/lib/domain/overview';
import { formatCount } from '@/lib/present/format';
import { describeTrustNotes } from '@/lib/present/trust';
import { capital, listShort, sourceName } from '@/lib/present/words';
import { asSentence } from '../ui/as-sentence';

/** What is sound, as far as it was looked at: only what an answer really shows, never the mere lack of a note. */
export function goodNews({ scrapes, zones }: Overview): readonly { readonly title: string; readonly text: string }[] {
  const fleets = zones.kind === 'checked' ? zones.detail.fleets : [];
  const allZonesKnown = fleets.length > 0 && fleets.every((fleet) => fleet.unknownRps === null && !fleet.zones.includes(''));
  return [
    ...(scrapes !== null && scrapes.expected > 0 && scrapes.present >= scrapes.expected ? [{ title: 'All scrapes present', text: `${formatCount(scrapes.present)} of ${formatCount(scrapes.expected)}` }] : []),
    ...(allZonesKnown ? [{ title: 'All zones known', text: 'every request is counted in a zone' }] : []),
  ];
}

/** "Can we trust the data?": sources that failed, known limits with effect and mend, and what is sound. */
export function TrustList({ answer, good }: { readonly answer: Pick<Answer<unknown>, 'trust' | 'failures'>; readonly good: readonly { readonly title: string; readonly text: string }[] }) {
  const notes = describeTrustNotes(answer.trust);
  const rows = good.length + notes.length + answer.failures.length;
  if (rows === 0) return <p className="text-ink-2">Every source that was asked answered, and no check of this range (scrapes, resets, sampling, search limits) found a limit. What speaks against a finding stands with it.</p>;
  return (
    <ul className="[&>li+li]:border-t [&>li+li]:border-line [&>li]:py-2 [&>li:first-child]:pt-0 [&>li:last-child]:pb-0">
      {answer.failures.map((failure, i) => (
        <li key={`f${i}`} className="text-ink-2" data-testid="source-failure">
          <b className="flex items-center gap-1.5 font-medium text-bad"><TriangleAlert size={13} aria-hidden className="shrink-0" />{capital(sourceName(failure.source))} does not answer</b>
          {asSentence(failure.message)}{failure.affects.length > 0 ? <span className="block text-xs text-ink-3">Missing: {listShort(failure.affects)}</span> : null}
        </li>
      ))}
      {notes.map((note, i) => (
        <li key={`n${i}`} className="text-ink-2" data-trust={note.code}>
          <b className="flex items-center gap-1.5 font-medium text-warn"><TriangleAlert size={13} aria-hidden className="shrink-0" />{note.title}</b>
          {note.about ? <span className="block text-xs text-ink-3">for {note.about}</span> : null}{asSentence(note.effect)}
          <span className="block text-xs text-ink-3">{asSentence(note.mend)}</span>
        </li>
      ))}
      {good.map((one) => (
        <li key={one.title} className="text-ink-2">
          <b className="flex items-center gap-1.5 font-medium text-ink"><CircleCheck size={13} aria-hidden className="text-good" />{one.title}</b>{one.text}
        </li>
      ))}
    </ul>
  );
}
