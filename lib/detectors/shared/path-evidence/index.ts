import model from './model.json';
import { scoreWith, type PathScore } from './score';

export { CAP, SCANNER_AT, type PathPart, type PathScore } from './score';
export { isAutomatic, isInterface, isStaleAsset, pathTemplate } from './kinds';

/** Log-odds of a path: scanner (+) against real route (-), by the model trained on the development split. Never throws; linear time. */
export function scorePath(path: string): PathScore {
  return scoreWith(model, path);
}
