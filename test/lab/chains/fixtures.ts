/**
 * Makes the traces of `test/fixtures/real/chains`: one answer of Jaeger (v1) a chain with a trace of each case. Run by hand
 * when a part changes: `npx tsx test/lab/chains/fixtures.ts [folder]`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Trace } from '../../../lib/domain/traces';
import { chains } from './chain';
import { byHost, profilesOf, tracesOf, whenAllArrived } from './collect';
import { makeAllHappen } from './happen';
import { cases } from './network';
import { startChains } from './stack';

const target = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', '..', 'fixtures', 'real', 'chains'));
const stack = await startChains(path.resolve('.lab/chains-fixtures'), 5 * 60_000);
try {
  const from = Date.now();
  const statuses = await makeAllHappen(stack);
  for (const { host, cause } of cases) {
    const got = statuses.get(host) ?? [];
    if (!got.every((status) => cause.truth.statuses.includes(status))) console.log(`${host}: expected ${cause.truth.statuses.join(' or ')}, clients saw ${got.join(', ')}`);
  }
  console.log(`all happened in ${Date.now() - from} ms`);
  const traces = byHost(await whenAllArrived(stack.jaeger.url, from));
  mkdirSync(target, { recursive: true });
  for (const chain of chains) {
    const picked = cases.filter((one) => one.chain === chain).map((one) => mostSpans(tracesOf(one, traces)) ?? console.log(`no trace of ${one.host}`));
    const data = [];
    for (const trace of picked) if (trace) data.push(...(await wireTrace(trace.traceId)));
    writeFileSync(path.join(target, `${chain.name}.v1.json.gz`), gzipSync(JSON.stringify({ data }), { level: 9 }));
  }
  writeFileSync(path.join(target, 'run.json'), `${JSON.stringify({ made: new Date(from).toISOString().slice(0, 10), network: stack.network, profiles: profilesOf(traces) }, null, 1)}\n`);
} finally {
  await stack.stop();
}

function mostSpans(traces: readonly Trace[]): Trace | null {
  return [...traces].sort((a, b) => b.spans.length - a.spans.length)[0] ?? null;
}

/** The trace as Jaeger wrote it. */
async function wireTrace(traceId: string): Promise<readonly unknown[]> {
  const answer = (await (await fetch(`${stack.jaeger.url}/api/traces/${traceId}`)).json()) as { readonly data: readonly unknown[] };
  return answer.data;
}
