import { Check, CircleDashed, CircleHelp, X } from 'lucide-react';
import type { Capability, CapabilityState } from '@/lib/domain/capability';
import { signalCatalog } from '@/lib/domain/signals';
import { visibleText } from '@/lib/present/hostile-text';
import { asSentence } from '../ui/as-sentence';
import { ScrollBox } from '../ui/scroll-box';

const looks: Record<CapabilityState, { readonly icon: typeof Check; readonly tone: string; readonly word: string }> = {
  available: { icon: Check, tone: 'text-good', word: 'available' },
  inferred: { icon: CircleDashed, tone: 'text-warn', word: 'by inference' },
  'not-observable': { icon: X, tone: 'text-bad', word: 'not observable' },
  'not-checked': { icon: CircleHelp, tone: 'text-ink-3', word: 'not checked' },
};

/** Per fleet and signal: can it be seen, why (not), and the mend. What cannot be seen comes first. */
export function CapabilityTable({ capabilities, frozen }: { readonly capabilities: readonly Capability[]; readonly frozen: boolean }) {
  const fleets = [...new Set(capabilities.map(({ proxy }) => proxy))].sort((a, b) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1));
  return fleets.map((fleet) => (
    <section key={fleet ?? ''} className="panel mb-3" aria-label={fleet === null ? 'Signals of the cluster' : `Signals of fleet ${visibleText(fleet)}`}>
      <h2 className="px-3 pb-1 pt-2.5 text-sm font-semibold">{fleet === null ? 'Cluster' : <>Fleet {visibleText(fleet)}</>}</h2>
      <ScrollBox label={`signals, ${fleet === null ? 'cluster' : visibleText(fleet)}`} className="pb-1">
        <table className="data-table min-w-[720px] max-sm:min-w-[960px]">
          <thead><tr><th scope="col">signal</th><th scope="col">state</th><th scope="col" className="min-w-48">why</th><th scope="col" className="min-w-48">{frozen ? 'what to do where it was recorded' : 'what to do'}</th></tr></thead>
          <tbody>{inOrder(capabilities.filter(({ proxy }) => proxy === fleet)).map((capability) => <CapabilityRow key={capability.signal} capability={capability} frozen={frozen} />)}</tbody>
        </table>
      </ScrollBox>
    </section>
  ));
}

const order: readonly CapabilityState[] = ['not-observable', 'not-checked', 'inferred', 'available'];

function inOrder(capabilities: readonly Capability[]): Capability[] {
  return [...capabilities].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.signal < b.signal ? -1 : 1));
}

/** Whom the state is from. A signal of no fleet that nobody was asked for has no source in the configuration: the dialect is not to blame. */
function basisOf({ probed, state, proxy }: Capability, frozen: boolean): string {
  if (frozen) return 'as recorded';
  if (probed) return 'the source was asked';
  if (state === 'not-checked') return 'the source could not be asked';
  return proxy === null ? 'no source is configured' : 'says the dialect';
}

function CapabilityRow({ capability, frozen }: { readonly capability: Capability; readonly frozen: boolean }) {
  const { icon: Icon, tone, word } = looks[capability.state];
  return (
    <tr data-testid="capability" data-signal={capability.signal} data-state={capability.state}>
      <td className="min-w-40 lg:w-56"><span className="font-medium">{signalCatalog[capability.signal]?.title ?? capability.signal}</span><span className="block font-mono text-2xs text-ink-3">{capability.signal}</span></td>
      <td className="w-32 whitespace-nowrap"><span className={`inline-flex items-center gap-1 ${tone}`}><Icon size={14} aria-hidden />{word}</span><span className="block text-2xs text-ink-3">{basisOf(capability, frozen)}</span></td>
      <td className="text-ink-2">{asSentence(capability.reason)}</td>
      <td className="text-ink-2">{capability.mend && capability.state !== 'available' ? asSentence(capability.mend) : null}</td>
    </tr>
  );
}
