import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attribute } from '../../lib/detectors/hop-verdict';
import type { Trace } from '../../lib/domain/traces';
import { parseTraces } from '../../lib/wire/parse-traces';
import { causeHost, causeRoutes, type KnownCause, knownCauses } from './causes';
import { traceServices } from './fleet';
import { send } from './http-client';
import { sleep } from './random';
import { type Stack, startStack } from './stack';

const proxies = [['skipper', 'ingress'], ['envoy', 'gateway']] as const;
const cases = proxies.flatMap(([dialect]) => knownCauses.map((cause) => [dialect, cause.name, cause] as const));

describe('verdicts of traces whose cause is known', () => {
  let stack: Stack;
  const traces: Record<string, readonly Trace[]> = {};

  beforeAll(async () => {
    stack = await startStack({ folder: path.resolve('.lab/causes'), seed: 'causes', lifetimeMs: 5 * 60_000, extra: causeRoutes });
    const from = Date.now();
    for (const cause of knownCauses) await makeHappen(stack, cause);
    await sleep(8_000); // Envoy sends its spans every five seconds
    for (const [dialect] of proxies) traces[dialect] = await search(stack.jaeger.url, traceServices[dialect], from);
  });

  afterAll(async () => {
    await stack?.stop();
  });

  it.each(cases)('%s: %s', (dialect, _name, cause) => {
    const own = (traces[dialect] ?? []).filter((trace) => JSON.stringify(trace).includes(causeHost(cause.name)));
    expect(own).toHaveLength(cause.times ?? 1);
    const expected = dialect === 'envoy' ? (cause.envoyVerdict ?? cause.verdict) : cause.verdict;
    for (const trace of own) {
      const verdict = attribute(trace);
      expect([verdict.answeredBy.role, verdict.causedBy.role, verdict.mechanism]).toEqual(expected);
    }
  });
});

async function makeHappen(stack: Stack, cause: KnownCause): Promise<void> {
  for (const [, proxy] of proxies) {
    const instance = stack.readyProxies(proxy)[0]!;
    for (let n = 0; n < (cause.times ?? 1); n += 1) {
      await send({ ...cause, ip: instance.ip, port: instance.port, host: causeHost(cause.name), userAgent: 'weir-lab/1.0' });
    }
  }
}

async function search(jaeger: string, service: string, from: number): Promise<readonly Trace[]> {
  const query = new URLSearchParams({ service, start: String(from * 1000), end: String(Date.now() * 1000), limit: '200' });
  const parsed = parseTraces(await (await fetch(`${jaeger}/api/traces?${query}`)).json());
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.traces;
}
