import type { NotFoundVerdict } from '../classify';

/**
 * The family of a scanner's path: what spoke most against it. `.php` and other extensions by name, else the trait of the path model
 * (`path-dotfile`, `path-traversal`, `path-payload`, `path-words`, ...).
 */
export function familyOf(path: string, { evidence }: NotFoundVerdict): string {
  let heaviest = { code: 'path', weight: 0 };
  for (const part of evidence) if (part.code.startsWith('path-') && part.code !== 'path-prior' && part.weight > heaviest.weight) heaviest = part;
  if (heaviest.code !== 'path-extension') return heaviest.code;
  const extension = /\.([a-z][a-z0-9]{0,7})~?$/i.exec(path.slice(0, 1024).replace(/[?#].*$/s, ''))?.[1];
  return extension === undefined ? heaviest.code : `.${extension.toLowerCase()}`;
}
