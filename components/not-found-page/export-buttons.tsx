'use client';

import type { NotFoundDetail } from '@/lib/domain/not-found-detail';
import { type ExportFormat, type ExportKind, exportNotFound } from '@/lib/present/not-found-export';

const formats: readonly (readonly [ExportFormat, string])[] = [['csv', 'CSV'], ['md', 'Markdown']];
const titles: Readonly<Record<ExportKind, string>> = { ledger: 'the ledger', 'hosts-and-paths': 'hosts and paths', campaigns: 'the campaigns' };

/** Files of one table, made in the browser. They hold all rows, whatever is filtered on the screen. */
export function ExportButtons({ detail, kind, range }: { readonly detail: NotFoundDetail; readonly kind: ExportKind; readonly range: { readonly from: number; readonly to: number } }) {
  const save = (format: ExportFormat) => {
    const { name, type, text } = exportNotFound(detail, kind, format, range);
    const address = URL.createObjectURL(new Blob([text], { type }));
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <span role="group" aria-label={`Export ${titles[kind]}`} className="flex gap-1">
      {formats.map(([format, label]) => <button key={format} type="button" className="tool" aria-label={`Export ${titles[kind]} as ${label}`} onClick={() => save(format)}>{label}</button>)}
    </span>
  );
}
