import type { Finding } from '@/lib/domain/findings';
import { clipText } from '@/lib/present/hostile-text';
import { cn } from '@/lib/client/class-names';

interface Hop {
  readonly name: string;
  readonly state: 'passed' | 'answered' | 'not-reached';
}

/** The way of the request where the finding itself knows it: a route miss ends at the proxy, by definition. Others need traces. */
export function hopsOf(finding: Finding): readonly Hop[] | null {
  const end: Hop = { name: 'backend', state: 'not-reached' };
  switch (finding.kind) {
    case 'routeless-instance': return [{ name: 'client', state: 'passed' }, { name: clipText(finding.data.instance, 28).text, state: 'answered' }, end];
    case 'fleet-route-loss':
    case 'route-lost': return [{ name: 'client', state: 'passed' }, { name: 'every proxy', state: 'answered' }, end];
    case 'zone-route-gap': return [{ name: 'client', state: 'passed' }, { name: `proxies in ${clipText(finding.data.zone, 24).text}`, state: 'answered' }, end];
    default: return null;
  }
}

/** Client › proxy › backend, with the hop that answered marked. */
export function HopChain({ hops }: { readonly hops: readonly Hop[] }) {
  const spoken = hops.map(({ name, state }) => (state === 'answered' ? `${name} answered` : state === 'not-reached' ? `${name} was not reached` : name)).join(', then ');
  return (
    <span className="inline-flex flex-wrap items-center gap-1 text-xs" role="img" aria-label={spoken}>
      {hops.map(({ name, state }, i) => (
        <span key={i} className="inline-flex items-center gap-1">
          {i > 0 ? <span className="text-ink-3">›</span> : null}
          <span className={cn('rounded-[5px] border border-line-strong px-1.5', state === 'answered' && 'border-[var(--c)] bg-[var(--soft)] font-semibold text-[var(--c)]', state === 'not-reached' && 'border-dashed text-ink-3')}>{name}</span>
        </span>
      ))}
    </span>
  );
}
