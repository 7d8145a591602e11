import type { HarmVerdict, ZoneFleet } from '@/lib/domain/zone-detail';
import { visibleText } from '@/lib/present/hostile-text';

const tones: Readonly<Record<HarmVerdict, string>> = { worse: 'text-bad', better: 'text-good', 'no-measurable-harm': 'text-ink-2', 'cannot-tell': 'text-ink-3', 'not-measured': 'text-ink-3' };

/** Concentrated against spread for each zone in one sentence, with intervals. */
export function HarmVerdicts({ fleet }: { readonly fleet: ZoneFleet | null }) {
  const changes = fleet?.harmChange ?? [];
  if (changes.length === 0) return null;
  return (
    <ul className="mt-2 border-t border-line pt-2 text-xs" aria-label="Concentrated against spread">
      {changes.map((change) => <li key={change.zone} className={tones[change.verdict]}>{visibleText(change.text)}</li>)}
    </ul>
  );
}
