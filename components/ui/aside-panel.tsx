import { type ReactNode, useId } from 'react';

/** A small panel with a heading. */
export function AsidePanel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel mb-3 px-3.5 py-3" aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}
