import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '@/lib/domain/findings';
import type { RangeRequest } from '@/lib/domain/requests';
import { makeRuntime } from '@/lib/server/runtime';
import { loadFindings } from '@/lib/server/use-cases/load-findings';
import { loadTraces } from '@/lib/server/use-cases/load-traces';

const whole: RangeRequest = { env: null, from: null, to: null, maxPoints: null };
const any = { status: null, proxy: null, instance: null, zone: null, host: null };

describe('the bundled story', () => {
  let findings: readonly Finding[];

  beforeAll(async () => {
    const env = { WEIR_RECORDING: path.resolve('public/recordings/story.weir') };
    Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime(env, () => 1_796_000_000_000) });
    findings = (await loadFindings({ ...whole, kind: null, detectors: null })).data;
  });

  it('holds every kind of finding once it should, and the single 502 among them', () => {
    expect(findings.map(({ kind, subject }) => `${kind} ${subject.replace(/(canary)-.*/, '$1')}`).sort()).toEqual([
      'rollout-errors milo/apiserver', 'rollout-errors shop/cart', 'rollout-errors shop/shop', 'routeless-instance skipper-ingress-canary',
      'scanner-wave gateway', 'scanner-wave ingress', 'zone-flapping eu-central-1b',
    ]);
    const single = findings.find(({ subject }) => subject === 'shop/cart');
    expect(single?.kind === 'rollout-errors' && single.data.codes).toEqual({ 502: 1 });
  });

  it.each(['scanner-wave', 'routeless-instance'] as const)('the traces behind a %s were answered by the proxy', async (kind) => {
    const finding = findings.find((one) => one.kind === kind)!;
    const { data } = await loadTraces({ ...whole, ...any, finding: finding.id });
    const [first] = data.strata;
    expect(first!.lookedAt).toBeGreaterThan(10);
    expect(new Set(first!.groups.map(({ answeredBy }) => answeredBy))).toEqual(new Set(['proxy']));
    expect(first!.about).toBeGreaterThanOrEqual(first!.lookedAt);
  });
});
