import { cn } from '@/lib/client/class-names';
import type { LadderHop } from '@/lib/present/ladder';

/** The way of the request, hop by hop. Who answered and who caused it is said in words and marked by colour. `good`: nothing is to blame. Many hops go on in a next line. */
export function Ladder({ hops, good, onSelect }: { readonly hops: readonly LadderHop[]; readonly good: boolean; readonly onSelect: (spanId: string) => void }) {
  return (
    <ol className="mb-1 mt-4 flex flex-col gap-[18px] md:flex-row md:flex-wrap md:gap-x-0 md:gap-y-3" aria-label="Way of the request">
      {hops.map((hop, i) => (
        <li key={hop.key} className="relative flex min-w-0 flex-1 md:mr-[34px] md:min-w-[140px] md:last:mr-0">
          <Rung hop={hop} good={good} onSelect={onSelect} />
          {i < hops.length - 1 ? <Edge cut={hop.cut} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Rung({ hop, good, onSelect }: { readonly hop: LadderHop; readonly good: boolean; readonly onSelect: (spanId: string) => void }) {
  const answeredInk = good ? 'text-good' : 'text-bad';
  const body = (
    <>
      <span className={cn('block text-[11.5px]', hop.answered ? answeredInk : hop.caused ? 'text-warn' : 'text-ink-3', hop.status !== null && 'pr-9')}>{hop.label}</span>
      <b className="line-clamp-2 font-semibold [overflow-wrap:anywhere]" title={hop.name}><bdi>{hop.name}</bdi></b>
      <span className="block text-[11.5px] text-ink-3"><bdi>{hop.detail}</bdi></span>
      {hop.status === null ? null : (
        <span className={cn('absolute right-2.5 top-2.5 font-semibold', hop.answered && answeredInk)} title={hop.status === '–' ? 'sent no status' : undefined}>
          <span className="sr-only">status </span>{hop.status}
        </span>
      )}
    </>
  );
  const look = cn(
    'relative flex min-w-0 flex-1 flex-col items-stretch justify-start rounded-lg border border-line-strong bg-surface px-3 py-2.5 text-left',
    hop.state === 'not-reached' && 'border-dashed text-ink-3', hop.state === 'unseen' && 'border-dashed',
    hop.caused && 'border-warn bg-warn-soft', hop.answered && (good ? 'border-good bg-good-soft' : 'border-bad bg-bad-soft'),
  );
  const { spanId } = hop;
  if (spanId === null) return <div className={look} data-hop={hop.state}>{body}</div>;
  return <button type="button" className={look} data-hop={hop.state} title="Show its span" onClick={() => onSelect(spanId)}>{body}</button>;
}

function Edge({ cut }: { readonly cut: boolean }) {
  const look = cut ? 'border-dashed border-bad' : 'border-line-strong';
  return (
    <>
      <span aria-hidden className={cn('absolute left-6 top-full h-[18px] border-l-[1.5px] md:left-full md:top-1/2 md:h-0 md:w-[34px] md:border-l-0 md:border-t-[1.5px]', look)} />
      {cut ? <span className="sr-only">the connection to the next hop broke</span> : null}
    </>
  );
}
