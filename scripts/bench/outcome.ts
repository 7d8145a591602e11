/** The names of contracts.md section 6. */
export const benchNames = [
  'serverOverhead', 'queriesPerPage', 'pageVsPrometheusUi', 'pageVsVmui', 'hoverP95Ms', 'scriptKbPerPage', 'detectorsMsPerMillionPoints',
  'attributePerSecond', 'classifyPerSecond', 'rssMb',
] as const;

export type BenchName = (typeof benchNames)[number];

/** One result: a figure with the numbers behind it, or the reason why there is none. */
export type Measured =
  | { readonly value: number; readonly raw: Readonly<Record<string, unknown>> }
  | { readonly value: null; readonly reason: string; readonly raw?: Readonly<Record<string, unknown>> };

export type Outcomes = Readonly<Partial<Record<BenchName, Measured>>>;

/** A figure, or its absence with the reason where the measurement gave none. */
export function measured(value: number | null, raw: Readonly<Record<string, unknown>>, otherwise = 'too few measurements'): Measured {
  return value === null ? { value: null, reason: otherwise, raw } : { value, raw };
}

/** The object that `npm run bench` prints: every name is there; what was not measured is null and named in `notMeasured`. */
export function report(outcomes: Outcomes, circumstances: Readonly<Record<string, unknown>>) {
  const values: Record<string, number | null> = {};
  const raw: Record<string, unknown> = {};
  const notMeasured: Record<string, string> = {};
  for (const name of benchNames) {
    const outcome = outcomes[name] ?? { value: null, reason: 'the run ended before it' };
    values[name] = outcome.value;
    if (outcome.raw) raw[name] = outcome.raw;
    if (outcome.value === null) notMeasured[name] = outcome.reason;
  }
  return { ...values, notMeasured, raw: { ...raw, circumstances } };
}
