import type { TrustCode, TrustNote } from '../domain/trust';
import { formatCount } from './format';
import { clipText } from './hostile-text';
import { capital } from './words';

/** What a trust code is called; effect and mend come with the note itself. */
const titles: Record<TrustCode, string> = {
  'scrape-gap': 'Scrapes are missing',
  'stale-source': 'The newest data is old',
  'incomplete-last-step': 'Last step is incomplete',
  'rate-window-short': 'Rate window is short for this scrape interval',
  'counter-reset': 'Counters were reset',
  'first-sample': 'A counter began inside the range',
  'zone-unknown': 'Some traffic has no known zone',
  'double-count': 'Requests may be counted twice',
  'join-loss': 'Some series found no partner',
  'collector-missing': 'A collector is missing',
  'known-label-fault': 'A known fault of labels applies',
  'low-traffic': 'Too few requests to tell',
  'sampled-traces': 'Traces are sampled',
  'search-truncated': 'The trace search hit its limit',
  'young-window': 'The window is young',
  'clock-skew': 'Clocks disagree',
  'partial-response': 'A source answered in part',
  'paths-disagree': 'Two counts disagree',
  'step-widened': 'The step was widened',
  'engine-rate': 'Rates differ by engine',
  'modelled-data': 'Part of the data is modelled',
  'long-range': 'The range has very many steps',
};

export interface TrustView {
  readonly code: TrustCode;
  readonly title: string;
  readonly about: string | null;
  readonly effect: string;
  readonly mend: string;
}

/** A trust note in words. `about` may hold text from outside: draw as text. */
export function describeTrust(note: TrustNote): TrustView {
  const about = note.about === null ? null : clipText(note.about, 120).text;
  return { code: note.code, title: titles[note.code], about, effect: sentence(note.effect), mend: sentence(note.mend) };
}

/** Notes are written as clauses: a capital in front, numbers grouped as everywhere. */
const sentence = (clause: string) => capital(groupThousands(clipText(clause, 600).text));

/** `12353 requests` as `12,353 requests`. Digits within names, dates, ports and longer numbers stay. */
function groupThousands(text: string): string {
  return text.replace(/(?<![\w:/-]|\d[.,])\d{4,12}(?![\w-]|[.,:/]\w)/g, (digits) => formatCount(Number(digits)));
}

/** Notes with equal code and effect once, with what they are about side by side. */
export function describeTrustNotes(notes: readonly TrustNote[]): TrustView[] {
  const merged = new Map<string, { view: TrustView; about: Set<string> }>();
  for (const view of notes.map(describeTrust)) {
    const key = JSON.stringify([view.code, view.effect, view.mend]);
    const entry = merged.get(key) ?? { view, about: new Set<string>() };
    if (view.about !== null) entry.about.add(view.about);
    merged.set(key, entry);
  }
  return [...merged.values()].map(({ view, about }) => ({ ...view, about: about.size === 0 ? null : aboutText([...about]) }));
}

const aboutText = (names: readonly string[]) => (names.length <= 4 ? names.join(', ') : `${names.slice(0, 4).join(', ')} and ${names.length - 4} more`);
