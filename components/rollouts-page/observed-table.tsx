import { visibleText } from '@/lib/present/hostile-text';
import type { Observed } from '@/lib/present/rollout-extras';
import { observedValue } from '@/lib/present/rollout-page';
import { ScrollBox } from '../ui/scroll-box';

/** What was seen of retries, ejections, checks and budgets in the time of the rollout, each with its query. */
export function ObservedTable({ facts }: { readonly facts: readonly Observed[] }) {
  return (
    <ScrollBox label="Observed facts">
      <table className="data-table stack-table">
        <caption className="sr-only">Observed facts</caption>
        <thead><tr><th scope="col">fact</th><th scope="col" className="r">value</th><th scope="col">query</th></tr></thead>
        <tbody>
          {facts.map((fact, i) => (
            <tr key={`${fact.code}${i}`} data-testid="observed" data-code={fact.code}>
              <th scope="row" className="[overflow-wrap:anywhere]">{visibleText(fact.text)}{fact.mend ? <span className="block text-xs text-ink-3">{visibleText(fact.mend)}</span> : null}</th>
              <td className={fact.value === null ? 'r beside whitespace-nowrap text-ink-3' : 'r beside whitespace-nowrap font-medium'} data-label="value">{observedValue(fact.value)}</td>
              <td>{fact.query === null ? <span className="text-ink-3">none</span> : <details><summary className="tool inline-block cursor-pointer" aria-label={`Query: ${visibleText(fact.text)}`}>show</summary><code className="block max-w-md whitespace-pre-wrap font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">{visibleText(fact.query)}</code></details>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
