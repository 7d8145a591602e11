import type { Window } from './server';

/** A weir.yaml that reads the modelled fleet from these stores (contracts.md section 3). */
export function weirYaml(environments: readonly { readonly name: string; readonly url: string }[]): string {
  return `environments:\n${environments.map(({ name, url }) => `  - name: ${name}
    metrics: {type: prometheus, url: "${url}", scrapeIntervalSeconds: 15}
    zones: {from: target-label, label: az}
    proxies:
      - name: skipper
        dialect: skipper
        selector: {job: skipper}
        labels: {pod: pod, namespace: namespace}
    workloads: {from: kube-state-metrics}
`).join('')}`;
}

export type UiKind = 'prometheus' | 'vmui';

/** Graph pages of the stores, first choice first. Debian's Prometheus has the classic page only, later ones the other. */
const pages: Readonly<Record<UiKind, readonly string[]>> = { prometheus: ['/classic/graph', '/graph'], vmui: ['/vmui/'] };

/** The first graph page that a store really serves; null when its build has none (packages often leave it out). */
export async function findUi(kind: UiKind, store: string): Promise<string | null> {
  for (const page of pages[kind]) {
    const answer = await fetch(store + page, { signal: AbortSignal.timeout(5_000) });
    if (answer.ok && (answer.headers.get('content-type') ?? '').includes('html')) return page;
  }
  return null;
}

/** Address of a graph page with a query drawn over a window. Times are UTC: the browser's zone must be, too. */
export function uiUrl(kind: UiKind, page: string, query: string, { from, to }: Window): string {
  const end = new Date(to).toISOString().slice(0, 19);
  const common = { 'g0.expr': query, 'g0.range_input': `${Math.round((to - from) / 1000)}s`, 'g0.step_input': '15' };
  if (kind === 'vmui') return `${page}#/?${new URLSearchParams({ ...common, 'g0.end_input': end, 'g0.tab': 'chart' }).toString()}`;
  return `${page}?${new URLSearchParams({ ...common, 'g0.end_input': end.replace('T', ' '), 'g0.tab': '0' }).toString()}`;
}
