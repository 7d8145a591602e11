import { formatDateTime } from '@/lib/present/format';
import { clipText, visibleText } from '@/lib/present/hostile-text';
import type { NoteMarker } from '@/lib/present/rollout-extras';
import { listShort } from '@/lib/present/words';

const MOST = 20;

/** What delivery tools and people noted about the range, newest first. All of it is text from outside. */
export function NoteList({ notes, zone }: { readonly notes: readonly NoteMarker[]; readonly zone: string }) {
  const newest = [...notes].sort((a, b) => b.from - a.from).slice(0, MOST);
  return (
    <section className="panel mb-3 px-3 py-2.5" aria-labelledby="rollout-notes">
      <h2 id="rollout-notes" className="text-sm font-semibold">Notes about this time <span className="text-xs font-normal text-ink-3">from delivery tools and annotations</span></h2>
      <ul className="mt-1 text-[13px] [overflow-wrap:anywhere]">
        {newest.map((note, i) => <li key={i} className="py-0.5"><span className="text-ink-3">{formatDateTime(note.from, zone)} {visibleText(note.source.replaceAll('-', ' '))}:</span> <bdi>{clipText(note.text, 200).text}</bdi>{note.workloads.length > 0 ? <span className="text-ink-3"> ({listShort(note.workloads)})</span> : null}</li>)}
      </ul>
      {notes.length > newest.length ? <p className="text-xs text-ink-3">{notes.length - newest.length} earlier ones not shown.</p> : null}
    </section>
  );
}
