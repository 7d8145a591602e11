'use client';

import { useQueryState } from 'nuqs';
import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { cn } from '@/lib/client/class-names';
import { formatDateTime } from '@/lib/present/format';
import { visibleText } from '@/lib/present/hostile-text';
import { compareView, comparisonMarkdown, type CompareView } from '@/lib/present/zone-compare';
import { MOMENT } from '@/lib/url/zones-url';
import { MomentForm } from '../ui/moment-form';

/** Did it help? Before and after a moment that the URL holds; a moment may be proposed. */
export function ComparePanel({ detail, proxy, zone }: { readonly detail: ZoneDetail; readonly proxy: string; readonly zone: string }) {
  const [moment, setMoment] = useQueryState(MOMENT, { history: 'push' });
  const comparison = detail.comparison?.find((one) => one.proxy === proxy) ?? null;
  const proposed = detail.proposed?.find((one) => one.proxy === proxy) ?? null;
  const choose = (value: string | null) => { void setMoment(value); };
  return (
    <section className="panel mb-3 px-3 py-2.5" aria-labelledby="compare-heading" data-testid="zone-compare" data-verdict={comparison?.verdict ?? 'none'}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="compare-heading" className="text-sm font-semibold">Did a change help?</h2>
        <MomentForm key={moment ?? ''} moment={moment} onChoose={choose} />
        {moment === null ? null : <button type="button" className="tool" onClick={() => choose(null)}>clear</button>}
        {comparison && detail.comparison ? <Exports detail={detail} zone={zone} /> : null}
      </div>
      {proposed && moment === null ? (
        <p className="mt-1.5 text-xs text-ink-2">{visibleText(proposed.why)} <button type="button" className="link" onClick={() => choose(String(proposed.at))}>Compare at {formatDateTime(proposed.at, zone)}</button></p>
      ) : null}
      {moment === null && !proposed ? <p className="mt-1.5 text-xs text-ink-3">Give the time of a change, such as the switch to trafficDistribution: PreferSameZone, to compare before and after.</p> : null}
      {comparison ? <Comparison view={compareView(comparison)} at={formatDateTime(comparison.moment, zone)} /> : null}
    </section>
  );
}

const tones: Readonly<Record<CompareView['verdict'], string>> = { helped: 'text-good', worse: 'text-bad', 'no-difference': 'text-ink', 'cannot-tell': 'text-warn' };

function Comparison({ view, at }: { readonly view: CompareView; readonly at: string }) {
  return (
    <div className="mt-2">
      <p><b className={cn('font-semibold', tones[view.verdict])}>{view.title}.</b> <span className="text-ink-2">{visibleText(view.text)}</span></p>
      <div className="mt-1 grid grid-cols-1 gap-x-6 [overflow-wrap:anywhere] md:grid-cols-2">
        <table className="data-table" aria-label={`Before and after ${at}`}>
          <thead><tr><th scope="col">{at}</th><th scope="col" className="r">before</th><th scope="col" className="r">after</th></tr></thead>
          <tbody>{view.rows.map((row) => <tr key={row.what}><th scope="row">{row.what}</th><td className="r">{row.before}</td><td className="r">{row.after}</td></tr>)}</tbody>
        </table>
        <ul className="mt-2 text-xs text-ink-2 [&>li]:mb-1">
          {view.harm.map((text, i) => <li key={i}>{visibleText(text)}</li>)}
          {view.caveats.map((text, i) => <li key={`note${i}`} className="text-warn">{visibleText(text)}</li>)}
        </ul>
      </div>
    </div>
  );
}

/** What is compared, as files made in the browser. */
function Exports({ detail, zone }: { readonly detail: ZoneDetail; readonly zone: string }) {
  const save = (name: string, type: string, text: string) => {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = Object.assign(document.createElement('a'), { href: address, download: name });
    link.click();
    URL.revokeObjectURL(address);
  };
  const comparisons = detail.comparison ?? [];
  return (
    <span className="ml-auto flex gap-1" role="group" aria-label="Export the comparison">
      <button type="button" className="tool" onClick={() => save('zones-before-after.json', 'application/json', `${JSON.stringify(comparisons, null, 2)}\n`)}>JSON</button>
      <button type="button" className="tool" onClick={() => save('zones-before-after.md', 'text/markdown', comparisonMarkdown(comparisons, zone))}>Markdown</button>
    </span>
  );
}
