import { existsSync, readFileSync, statSync } from 'node:fs';
import { LineCounter, type Node, isScalar, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { type Config, configSchema } from './schema';

/** The configuration cannot be used. The text names the file, the line, the key and what was expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Env = Readonly<Record<string, string | undefined>>;

/** A configuration is some kB; what is larger is another file. */
const MOST_BYTES = 1024 * 1024;
/** More faults than a person mends in one go hide the first one. */
const MOST_FAULTS = 20;

/**
 * Reads and checks a YAML configuration. `${VAR}` and `${file:/path}` are filled into values after parsing, so that no value
 * can change the structure. Throws ConfigError with every fault found, one a line.
 */
export function parseConfig(text: string, file: string, env: Env): Config {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineOf = (offset: number | undefined) => (offset === undefined ? 1 : lines.linePos(offset).line);
  if (document.errors.length > 0) {
    throw faults(document.errors.map((error) => `${file}:${lineOf(error.pos[0])}: not YAML: ${error.message.split('\n')[0]}`));
  }
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key' && typeof node.value === 'string') node.value = fill(node.value, env, `${file}:${lineOf(node.range?.[0])}`);
    },
  });
  const parsed = configSchema.safeParse(toPlain(document, file) ?? {});
  if (parsed.success) return parsed.data;
  const at = (path: readonly PropertyKey[]) => lineOf(offsetOf(document.contents, document.getIn.bind(document), path));
  throw faults(parsed.error.issues.flatMap((issue) => describe(issue).map(({ path, what }) => `${file}:${at(path)}: ${what}`)));
}

function faults(lines: readonly string[]): ConfigError {
  const more = lines.length - MOST_FAULTS;
  return new ConfigError([...lines.slice(0, MOST_FAULTS), ...(more > 0 ? [`${more} more`] : [])].join('\n'));
}

/** The parsed values. Anchors that multiply without end (a YAML bomb) are refused by the parser, which throws. */
function toPlain(document: { toJS(): unknown }, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ConfigError(`${file}:1: not usable YAML: ${error instanceof Error ? error.message.split('\n')[0] : 'it cannot be read'}`);
  }
}

/** Reads the file of `WEIR_CONFIG` (default ./weir.yaml); null when there is none. */
export function readConfigFile(env: Env): Config | null {
  const file = env.WEIR_CONFIG ?? './weir.yaml';
  if (!existsSync(file)) {
    if (env.WEIR_CONFIG) throw new ConfigError(`WEIR_CONFIG: there is no file ${file}`);
    return null;
  }
  return parseConfig(readText(file), file, env);
}

function readText(file: string): string {
  const expected = (what: string) => new ConfigError(`WEIR_CONFIG: ${file}: expected ${what}`);
  try {
    const about = statSync(file);
    if (!about.isFile()) throw expected('a file');
    if (about.size > MOST_BYTES) throw expected('a file of at most 1 MiB');
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw expected('a readable file');
  }
}

function fill(text: string, env: Env, where: string): string {
  return text.replace(/\$\{(file:)?([^}]*)\}/g, (_all, file: string | undefined, name: string) => {
    if (file) {
      try {
        return readFileSync(name, 'utf8').trim();
      } catch {
        throw new ConfigError(`${where}: \${file:${name}}: the file cannot be read`);
      }
    }
    const value = env[name];
    if (value === undefined) throw new ConfigError(`${where}: \${${name}}: the environment variable is not set`);
    return value;
  });
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly what: string;
}

/** One fault for each wrong key: what it is called and what was expected. Values are left out: they may be secrets. */
function describe(issue: z.core.$ZodIssue): Fault[] {
  const key = keyText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((each) => ({ path: [...issue.path, each], what: `unknown key "${keyText([...issue.path, each])}"` }));
  }
  if (issue.code === 'invalid_value') return [{ path: issue.path, what: `${key}: expected ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}` }];
  const message = issue.message.replace(/^Invalid input: /, '');
  return [{ path: issue.path, what: `${key}: ${message}` }];
}

function keyText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'configuration';
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`)).join('');
}

/** Where a key stands in the text: the deepest part of its path that is there. */
function offsetOf(root: Node | null, getIn: (path: readonly unknown[], keep: true) => unknown, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const node = getIn(path.slice(0, length), true);
    if (isRanged(node)) return keyOffset(getIn(path.slice(0, length - 1), true), path[length - 1]) ?? node.range[0];
  }
  return root?.range?.[0];
}

function isRanged(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

function keyOffset(parent: unknown, key: PropertyKey | undefined): number | undefined {
  if (typeof parent !== 'object' || parent === null || !('items' in parent) || !Array.isArray(parent.items)) return undefined;
  for (const item of parent.items as readonly unknown[]) {
    if (typeof item === 'object' && item !== null && 'key' in item && isScalar(item.key) && item.key.value === key) return item.key.range?.[0];
  }
  return undefined;
}
