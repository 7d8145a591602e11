import { z } from 'zod';
import { classifyBatch, classifyNotFound } from '../../detectors/not-found-split';
import { type ChangePointParams, changePointDefaults, findChangePoints } from '../../detectors/shared/change-points/find-change-points';
import { detectRolloutErrors, rolloutErrors } from '../../detectors/rollout-errors';
import { unsafeReplicas } from '../../detectors/shared/hints';
import { zoneFlapping } from '../../detectors/zone-flapping';
import { detectZoneFlapping } from '../../detectors/zone-flapping/detect';
import { checkInput } from '../check-input';
import { inputs } from '../inputs';
import { type Io, UsageError, readJson, readLines, writeJson, writeLine } from '../io';
import { changePointParams, changePointsInput, hintsInput, notFoundLine, rolloutErrorsInput, zoneFlappingInput, zoneParams } from '../schemas';

/** Parameters that a detector has, each of the type of its default. Throws UsageError for any other. */
function checkParams<Params extends object>(given: Readonly<Record<string, unknown>>, defaults: Params): Partial<Params> {
  checkNames(given, defaults);
  for (const [key, value] of Object.entries(given)) {
    const known = (defaults as Record<string, unknown>)[key];
    if (typeof known !== typeof value) throw new UsageError(`params.${key}: expected a ${typeof known}`);
  }
  // Each key is one of the defaults and has the type of its default.
  return given as Partial<Params>;
}

/** Parameters that a detector has, each within its bounds. Throws UsageError for any other. */
function checkBounds<Params extends object>(given: Readonly<Record<string, unknown>>, defaults: Params, bounds: z.ZodType<Partial<Params>>): Partial<Params> {
  checkNames(given, defaults);
  return checkInput(z.object({ params: bounds }), { params: given }).params;
}

function checkNames(given: Readonly<Record<string, unknown>>, defaults: object): void {
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(defaults, key));
  if (unknown !== undefined) throw new UsageError(`params.${unknown}: unknown parameter; expected one of ${Object.keys(defaults).join(', ')}`);
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
  const params = checkBounds(input.params, zoneFlapping.defaults, zoneParams);
  writeJson(io, asUsage(() => detectZoneFlapping({ ...input, params })));
}

export async function detectChangePoints(io: Io): Promise<void> {
  const input = checkInput(changePointsInput, await readJson(io), { expected: inputs.changePoints.words });
  const params: Partial<ChangePointParams> = checkBounds(input.params, changePointDefaults, changePointParams);
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

/** Zones times replica counts of one answer of `weir hints`. */
const MOST_HINT_CELLS = 1_000_000;

export async function hints(io: Io): Promise<void> {
  const { cpuByZone, replicas } = checkInput(hintsInput, await readJson(io), { expected: inputs.hints.words });
  if (replicas[0] > replicas[1]) throw new UsageError('replicas: expected the smaller count first');
  if (replicas[1] - replicas[0] > 100_000) throw new UsageError('replicas: expected a span of at most 100000');
  // Each count lists every zone: the answer would be longer than anybody reads and take minutes.
  const most = Math.floor(MOST_HINT_CELLS / Math.max(1, Object.keys(cpuByZone).length));
  if (replicas[1] - replicas[0] >= most) throw new UsageError(`replicas: expected a span of fewer than ${most} counts for ${Object.keys(cpuByZone).length} zones`);
  const { unsafe, perReplica } = asUsage(() => unsafeReplicas(cpuByZone, replicas[0], replicas[1]));
  writeJson(io, { unsafe, perReplica });
}
