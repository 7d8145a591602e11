import { classifyBatch, classifyNotFound } from '../../detectors/not-found-split';
import { type ChangePointParams, changePointDefaults, findChangePoints } from '../../detectors/shared/change-points/find-change-points';
import { detectRolloutErrors, rolloutErrors } from '../../detectors/rollout-errors';
import { unsafeReplicas } from '../../detectors/shared/hints';
import { zoneFlapping } from '../../detectors/zone-flapping';
import { detectZoneFlapping } from '../../detectors/zone-flapping/detect';
import { checkInput } from '../check-input';
import { inputs } from '../inputs';
import { type Io, UsageError, readJson, readLines, writeJson, writeLine } from '../io';
import { changePointsInput, hintsInput, notFoundLine, rolloutErrorsInput, zoneFlappingInput } from '../schemas';

/** Parameters that a detector has, each of the type of its default. Throws UsageError for any other. */
function checkParams<Params extends object>(given: Readonly<Record<string, unknown>>, defaults: Params): Partial<Params> {
  for (const [key, value] of Object.entries(given)) {
    const known = (defaults as Record<string, unknown>)[key];
    if (!Object.hasOwn(defaults, key)) throw new UsageError(`params.${key}: unknown parameter; expected one of ${Object.keys(defaults).join(', ')}`);
    if (typeof known !== typeof value) throw new UsageError(`params.${key}: expected a ${typeof known}`);
  }
  // Each key is one of the defaults and has the type of its default.
  return given as Partial<Params>;
}

/** RangeErrors of the pure functions are about the input: they name the field. */
function asUsage<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

export async function detectZones(io: Io): Promise<void> {
  const input = checkInput(zoneFlappingInput, await readJson(io), { expected: inputs.zoneFlapping.words });
  const params = checkParams(input.params, zoneFlapping.defaults);
  writeJson(io, asUsage(() => detectZoneFlapping({ ...input, params })));
}

export async function detectChangePoints(io: Io): Promise<void> {
  const input = checkInput(changePointsInput, await readJson(io), { expected: inputs.changePoints.words });
  const params: Partial<ChangePointParams> = checkParams(input.params, changePointDefaults);
  writeJson(io, asUsage(() => findChangePoints(input.values, params)));
}

export async function detectRollouts(io: Io): Promise<void> {
  const input = checkInput(rolloutErrorsInput, await readJson(io), { expected: inputs.rolloutErrors.words });
  const params = checkParams(input.params, rolloutErrors.defaults);
  writeJson(io, asUsage(() => detectRolloutErrors({ ...input, params })));
}

/** One request a line in, one verdict a line out, in the same order. With `batch` the lines inform each other. */
export async function classify(io: Io, batch: boolean): Promise<void> {
  const held = [];
  for await (const { line, value } of readLines(io)) {
    const request = checkInput(notFoundLine, value, { where: `line ${line}:` });
    if (batch) held.push(request);
    else await writeLine(io, classifyNotFound(request));
  }
  if (!batch) return;
  for (const verdict of classifyBatch(held)) await writeLine(io, verdict);
}

export async function hints(io: Io): Promise<void> {
  const { cpuByZone, replicas } = checkInput(hintsInput, await readJson(io), { expected: inputs.hints.words });
  if (replicas[0] > replicas[1]) throw new UsageError('replicas: expected the smaller count first');
  if (replicas[1] - replicas[0] > 100_000) throw new UsageError('replicas: expected a span of at most 100000');
  const { unsafe, perReplica } = asUsage(() => unsafeReplicas(cpuByZone, replicas[0], replicas[1]));
  writeJson(io, { unsafe, perReplica });
}
