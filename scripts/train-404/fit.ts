import { CAP, SCANNER_AT, type PathModel } from '../../lib/detectors/shared/path-evidence/score';
import { inputsOf, type Inputs } from './inputs';
import { boundsOf, isStiff, priorOf } from './prior';
import type { LabelledPath } from './rows';

const ROUNDS = 300;
const RIDGE = 0.001;
const WORD_RIDGE = 0.0002;
const STIFFNESS = 20;
/** Words that only one source knows are names of that source more than signs of a kind. */
const ALONE = 20;
const LEAST_WEIGHT = 0.15;

/**
 * Logistic regression by full-batch gradient descent with momentum; deterministic. Weights stay within the caps of the score (each trait
 * by itself, the words of a path together), so that what is trained is what is used. `bias` holds no threshold yet: see `moveTo`.
 */
export function fit(rows: readonly LabelledPath[]): PathModel {
  const inputs = inputsOf(rows);
  const prior = Float64Array.from(inputs.names, priorOf);
  const pull = Float64Array.from(inputs.names, (name, at) => (name.startsWith('w:') ? WORD_RIDGE : RIDGE) * (isStiff(name) ? STIFFNESS : 1) * (name.startsWith('w:') && inputs.sources[at]! < 2 ? ALONE : 1));
  const bounds = inputs.names.map((name, at) => boundsOf(name, inputs.applications[at]!));
  const weights = Float64Array.from(prior);
  const speed = new Float64Array(weights.length);
  let [bias, biasSpeed] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = pull.map((strength, at) => strength * (weights[at]! - prior[at]!));
    biasSpeed = 0.9 * biasSpeed - 0.5 * addSlopes(inputs, weights, bias, slope);
    bias += biasSpeed;
    for (let at = 0; at < weights.length; at += 1) {
      speed[at] = 0.9 * speed[at]! - 0.5 * slope[at]!;
      const moved = weights[at]! + speed[at]!;
      weights[at] = Math.max(bounds[at]![0], Math.min(bounds[at]![1], moved));
      if (weights[at] !== moved) speed[at] = 0;
    }
  }
  return toModel(inputs.names, weights, bias);
}

/** Adds the slope of the loss to `slope`; gives back the slope of the bias. */
function addSlopes({ start, columns, words, target, share }: Inputs, weights: Float64Array, bias: number, slope: Float64Array): number {
  let biasSlope = 0;
  for (let row = 0; row < target.length; row += 1) {
    let [sum, ofWords] = [bias, 0];
    for (let at = start[row]!; at < start[row + 1]!; at += 1) {
      if (words[columns[at]!]) ofWords += weights[columns[at]!]!;
      else sum += weights[columns[at]!]!;
    }
    const cut = Math.abs(ofWords) > CAP;
    sum += Math.max(-CAP, Math.min(CAP, ofWords));
    const error = (1 / (1 + Math.exp(-sum)) - target[row]!) * share[row]!;
    biasSlope += error;
    for (let at = start[row]!; at < start[row + 1]!; at += 1) if (!cut || !words[columns[at]!]) slope[columns[at]!]! += error;
  }
  return biasSlope;
}

function toModel(names: readonly string[], weights: Float64Array, bias: number): PathModel {
  const kept = names.flatMap((name, at) => (Math.abs(weights[at]!) >= LEAST_WEIGHT ? [[name, Math.round(weights[at]! * 100) / 100] as const] : []));
  return {
    about: 'Log-odds of path traits, scanner (+) against real route (-). Made by scripts/train-404.ts; do not edit by hand.',
    bias: Math.round(bias * 100) / 100,
    weights: Object.fromEntries(kept),
  };
}

const EXTENSION_CLASSES = ['php', 'legacy', 'archive', 'backup', 'config', 'key', 'script', 'document', 'page', 'markup', 'json', 'asset', 'other', 'none', 'none-at-root'];

/** A bare word at the root (`/grafana`) takes one more trait to be called scanner: any application may have it. */
const BARE_WORD_AT_MOST = SCANNER_AT - 0.3;

/** The same model, moved so that a score of `threshold` becomes SCANNER_AT. What the cap would cut off the bias goes to the extension classes: a path has at most one. */
export function moveTo(model: PathModel, threshold: number): PathModel {
  const round = (value: number) => Math.round(value * 100) / 100;
  const moved = model.bias + SCANNER_AT - threshold;
  const bias = round(Math.max(-CAP, Math.min(CAP, moved)));
  const shifted = Object.fromEntries(EXTENSION_CLASSES.map((name) => [`ext:${name}`, round((model.weights[`ext:${name}`] ?? 0) + moved - bias)]));
  const bare = Math.min(shifted['ext:none-at-root']!, round(BARE_WORD_AT_MOST - bias));
  return { ...model, bias, weights: { ...model.weights, ...shifted, 'ext:none-at-root': bare } };
}
