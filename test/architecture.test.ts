import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Layer of a file, most special prefix first; which layers each may import. The table of style.md, plus `wire` and `cli`. */
const layers: Record<string, readonly string[]> = {
  'lib/domain': ['lib/domain'],
  'lib/ports': ['lib/ports', 'lib/domain'],
  'lib/wire': ['lib/wire', 'lib/domain'],
  'lib/detectors': ['lib/detectors', 'lib/domain'],
  'lib/dialects': ['lib/dialects', 'lib/domain'],
  'lib/adapters': ['lib/adapters', 'lib/domain', 'lib/ports', 'lib/wire'],
  'lib/present': ['lib/present', 'lib/domain'],
  'lib/url': ['lib/url', 'lib/domain'],
  'lib/server': ['lib/server', 'lib/domain', 'lib/ports', 'lib/wire', 'lib/detectors', 'lib/dialects', 'lib/adapters', 'lib/present', 'lib/url'],
  'lib/cli': ['lib/cli', 'lib/server', 'lib/domain', 'lib/ports', 'lib/wire', 'lib/detectors', 'lib/dialects', 'lib/present', 'lib/url'],
  'lib/client': ['lib/client', 'lib/domain', 'lib/url', 'lib/present'],
  components: ['components', 'lib/domain', 'lib/present', 'lib/url', 'lib/client'],
  app: ['app', 'components', 'lib/server', 'lib/client', 'lib/url', 'lib/domain', 'lib/present'],
};

/** One plug-in folder must not know its neighbour. `shared` folders hold what several need. */
const islands = ['lib/detectors', 'lib/dialects', 'lib/adapters'];
const sharedFolders = ['shared', 'http'];

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(full);
    return /\.tsx?$/.test(entry.name) ? [path.relative(root, full)] : [];
  });
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1]!);
  return found.flatMap((target) => {
    if (target.startsWith('@/')) return [target.slice(2)];
    if (target.startsWith('.')) return [path.relative(root, path.resolve(root, path.dirname(file), target))];
    return [];
  });
}

const layerOf = (file: string) => Object.keys(layers).find((layer) => file === layer || file.startsWith(`${layer}/`));

const files = ['lib', 'components', 'app'].flatMap((folder) => sourceFiles(path.join(root, folder)));

describe('the arrows of style.md', () => {
  it('sees the code', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(files).toContain('lib/domain/units.ts');
    expect(importsOf('lib/domain/time-range.ts')).toContain('lib/domain/units');
  });

  it('finds a layer for each file', () => {
    expect(files.filter((file) => !layerOf(file))).toEqual([]);
  });

  it('imports point one way', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => layerOf(target) && !layers[layerOf(file)!]!.includes(layerOf(target)!))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('plug-ins do not know each other', () => {
    const folderOf = (file: string) => {
      const island = islands.find((name) => file.startsWith(`${name}/`));
      const rest = island ? file.slice(island.length + 1).split('/') : [];
      return island && rest.length > 1 ? `${island}/${rest[0]}` : null;
    };
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => {
          const [here, there] = [folderOf(file), folderOf(target)];
          if (!here || !there || here === there) return false;
          return !sharedFolders.includes(there.split('/').at(-1)!);
        })
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('the pure middle imports nothing that has effects', () => {
    const pure = ['lib/domain', 'lib/ports', 'lib/detectors', 'lib/dialects', 'lib/present', 'lib/url', 'lib/wire'];
    const forbidden = /from ['"](react|react-dom|next|next\/.*|node:.*|undici|server-only|zod)['"]/;
    const wrong = files
      .filter((file) => pure.includes(layerOf(file)!))
      .filter((file) => statSync(path.join(root, file)).size > 0 && forbidden.test(readFileSync(path.join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });
});
