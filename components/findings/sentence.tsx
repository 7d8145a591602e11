import type { SentencePart } from '@/lib/present/finding';

/** A sentence with its stressed parts. All of it is text. */
export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return <>{parts.map((part, i) => (typeof part === 'string' ? <span key={i}>{part}</span> : <b key={i} className="font-semibold">{part.strong}</b>))}</>;
}
