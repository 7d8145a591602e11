import { type Shown, show } from '@/lib/present/format';

/** A value, or an en dash titled "not known". */
export function Known({ value, write }: { readonly value: number | null | undefined; readonly write: (value: number) => string }) {
  const shown: Shown = show(value, write);
  if (shown.title === undefined) return <>{shown.text}</>;
  return <span className="text-ink-3" title={shown.title}><span aria-hidden>{shown.text}</span><span className="sr-only">{shown.title}</span></span>;
}
