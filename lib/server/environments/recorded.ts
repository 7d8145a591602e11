import type { OpenedRecording } from '../../adapters/recording';
import type { Capability } from '../../domain/capability';
import { signalCatalog, signalNames } from '../../domain/signals';
import { epochMs } from '../../domain/units';
import type { Environment } from './types';

const SETTLED_MS = 10 * 60_000;

/** A recording as an environment: same questions, no source behind them, and its end is "now". */
export function makeRecordedEnvironment(id: string, recording: OpenedRecording): Environment {
  const { environment, range, title, madeAt } = recording.manifest;
  const from = epochMs(range.from);
  const to = epochMs(range.to);
  return {
    info: {
      name: id,
      kind: 'recording',
      note: [title, environment.note].filter((text) => text !== '').join('. '),
      proxies: environment.proxies.map(({ name, dialect }) => ({ name, dialect })),
      recorded: { from, to },
      tracesUi: null,
    },
    signals: recording.signals,
    traces: recording.traces,
    annotations: recording.annotations,
    services: environment.proxies.flatMap(({ name, traceService }) => (traceService === null ? [] : [{ proxy: name, service: traceService }])),
    now: async () => to,
    // Nothing in a recording is still on its way.
    clock: () => epochMs(to + SETTLED_MS),
    scrapeMs: async () => range.stepMs,
    wholeRange: { from, to },
    sources: async () => [
      { source: 'metrics', type: 'recording', state: 'ok', version: null, detail: `frozen on ${new Date(madeAt).toISOString().slice(0, 10)}` },
      { source: 'traces', type: 'recording', state: 'ok', version: null, detail: (await recording.traces.probe()).detail },
      ...(recording.annotations ? [{ source: 'annotations' as const, type: 'recording', state: 'ok' as const, ...(await recording.annotations.probe()) }] : []),
    ],
    capabilities: async (asked) =>
      Promise.all(
        signalNames.map(async (signal): Promise<Capability> => {
          const { state, reason, mend } = await recording.signals.load(signal, asked);
          const ofProxy = signalCatalog[signal].labels.some((label) => label === 'proxy');
          const [only, ...others] = environment.proxies;
          return { signal, proxy: ofProxy && only && others.length === 0 ? only.name : null, state, probed: true, reason, mend: state === 'available' ? null : mend };
        }),
      ),
    params: {},
  };
}
