import { extensionClass } from '../../shared/path-evidence/features';
import { splitPath } from '../../shared/path-evidence/split-path';
import type { NotFoundVerdict } from '../classify';

/** Extensions that make a family of their own; pages, assets and the like say too little. */
const TELLING = new Set(['php', 'legacy', 'archive', 'backup', 'config', 'key', 'script']);
/** Traits that tell more than the extension does. */
const STRONGER = new Set(['path-dotfile', 'path-traversal', 'path-payload', 'path-device-admin', 'path-cgi']);

/**
 * The family of a scanner's path: a telling trait (`path-dotfile`, `path-traversal`, ...), else the kind of its extension (`extension-backup`,
 * `extension-php`, ...), else what spoke most against it.
 */
export function familyOf(path: string, { evidence }: NotFoundVerdict): string {
  const against = evidence.filter(({ code, weight }) => weight > 0 && code !== 'path-prior').sort((a, b) => b.weight - a.weight);
  const strong = against.find(({ code }) => STRONGER.has(code));
  if (strong !== undefined) return strong.code;
  const extension = extensionClass(splitPath(path));
  if (extension !== null && TELLING.has(extension)) return `extension-${extension}`;
  return (against.find(({ code }) => code.startsWith('path-') || code === 'interface-probe') ?? against[0])?.code ?? 'path';
}
