import { expect, it } from 'vitest';
import type { SeriesFrame } from '../../lib/domain/series';
import type { SignalName } from '../../lib/domain/signals';
import { engineMismatches, optionalSignals, rolloutSignals } from './both-engines';
import { remedyMismatches, rolloutMismatches, variantMismatches } from './expectations';
import type { RunResult } from './run';
import type { Addresses } from './stack';
import type { Truth } from './truth';
import { analyze, askedRange, details, onVictoria, signal } from './weir';

/** What both rolling scenarios are asked beside the usual: near misses, patterns, hops, and the same from a second engine. */
export function rollingSuite(run: () => RunResult): void {
  it('knows its near misses from two sides', () => {
    const sides = run().truth.rollouts.map(({ workload, nearMisses, nearMissesByCounter }) => ({ workload, nearMisses, nearMissesByCounter }));
    expect(sides.filter((one) => one.nearMisses !== one.nearMissesByCounter)).toEqual([]);
  });

  it('has near misses, pattern and answering hop of each rollout right', async () => {
    const { addresses, truth } = run();
    expect(variantMismatches(truth, (await details(addresses, truth)).rollouts, (await analyze(addresses, truth)).data)).toEqual([]);
  });

  it('has remedies that fit, and sees what was at work as it was', async () => {
    const { addresses, truth } = run();
    expect(remedyMismatches(truth, (await details(addresses, truth)).rollouts)).toEqual([]);
  });

  it('has the same from VictoriaMetrics', async () => {
    const { addresses, truth } = run();
    const second = onVictoria(addresses);
    const { rollouts } = await details(second, truth);
    expect(rolloutMismatches(truth, rollouts)).toEqual([]);
    expect(variantMismatches(truth, rollouts, (await analyze(second, truth)).data)).toEqual([]);
  });

  it.each(rolloutSignals)('reads %s alike from both engines', async (name) => {
    const { addresses, truth } = run();
    const first = await signal(addresses, name, askedRange(truth));
    expect(first.series.length).toBeGreaterThan(0);
    expect(engineMismatches(name, first, await signal(onVictoria(addresses), name, askedRange(truth)))).toEqual([]);
  });

  it.each(optionalSignals)('reads %s alike from both engines, or misses it for the same reason', async (name) => {
    const { addresses, truth } = run();
    const [first, second] = [await frameOrReason(name, addresses, truth), await frameOrReason(name, onVictoria(addresses), truth)];
    if (typeof first === 'string' || typeof second === 'string') expect(second).toBe(first);
    else expect(engineMismatches(name, first, second)).toEqual([]);
  });
}

function frameOrReason(name: SignalName, addresses: Addresses, truth: Truth): Promise<SeriesFrame | string> {
  return signal(addresses, name, askedRange(truth)).catch((error: unknown) => String(error));
}
