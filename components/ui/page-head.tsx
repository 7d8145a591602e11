import type { ReactNode } from 'react';

/** Headline of a page and the line under it. */
export function PageHead({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <header className="mb-3.5">
      <h1>{title}</h1>
      {children ? <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2">{children}</div> : null}
    </header>
  );
}
