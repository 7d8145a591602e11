import { visibleText } from '@/lib/present/hostile-text';
import { capitalClause } from '@/lib/present/words';

/** A clause as a sentence: capital in front (but not of an identifier), full stop behind. Reasons and mends are written as clauses, so that they can be joined. */
export function asSentence(text: string): string {
  const clean = visibleText(text.trim());
  if (clean === '') return '';
  return /[.!?…]$/.test(clean) ? capitalClause(clean) : `${capitalClause(clean)}.`;
}
