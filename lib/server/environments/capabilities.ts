import type { Capability } from '../../domain/capability';
import { type SignalName, signalCatalog, signalNames } from '../../domain/signals';
import type { ResolvedRange } from '../../domain/time-range';
import { isSourceError } from '../../ports/source-error';
import { type Fleet, knowsSignal, type LiveSignals, notConfigured } from '../signals/live';

/** Asks each signal of each fleet over the range: what the dialect promises and what the source really has. */
export async function probeCapabilities({ fleets, signals, range }: { fleets: readonly Fleet[]; signals: LiveSignals; range: ResolvedRange }): Promise<Capability[]> {
  const rows = await Promise.all(signalNames.map((signal) => probeSignal(signal, fleets, signals, range)));
  return rows.flat();
}

async function probeSignal(signal: SignalName, fleets: readonly Fleet[], signals: LiveSignals, range: ResolvedRange): Promise<Capability[]> {
  const ofProxy = signalCatalog[signal].labels.some((label) => label === 'proxy');
  const asked = fleets.filter((fleet) => (fleet.dialect.scope === 'proxy') === ofProxy && (ofProxy || knowsSignal(fleet, signal)));
  if (asked.length === 0) {
    const why = ofProxy ? { reason: 'no proxy is configured', mend: null } : notConfigured(signal);
    return [{ signal, proxy: null, state: 'not-observable', probed: false, ...why }];
  }
  return Promise.all(asked.map((fleet) => probeFleet(signal, fleet, signals, range)));
}

async function probeFleet(signal: SignalName, fleet: Fleet, signals: LiveSignals, range: ResolvedRange): Promise<Capability> {
  const base = { signal, proxy: fleet.name };
  try {
    const answer = await signals.loadFleet(signal, fleet, range);
    if (!answer) return { ...base, state: 'not-observable', probed: false, reason: `${fleet.dialect.title} does not know this signal`, mend: null };
    const { plan, frame } = answer;
    const none = frame !== null && frame.series.length === 0 ? '; nothing of it happened in this range' : '';
    return { ...base, state: plan.state, probed: true, reason: `${plan.reason}${none}`, mend: plan.state === 'available' ? null : plan.mend };
  } catch (error) {
    if (!isSourceError(error)) throw error;
    return { ...base, state: 'not-checked', probed: false, reason: `could not be asked: ${error.message}`, mend: 'bring the metrics source back' };
  }
}
