/** Data for YAML. Comments are our own constant words, never text from outside. */
export type YamlNode = string | number | boolean | Commented | readonly YamlNode[] | { readonly [key: string]: YamlNode };

class Commented {
  constructor(readonly node: YamlNode, readonly text: string) {}
}

/** A node with a comment behind it. */
export const commented = (node: YamlNode, text: string): YamlNode => new Commented(node, text);
/** A value that a person must set or confirm. */
export const fillIn = (node: YamlNode, what: string): YamlNode => commented(node, `FILL IN: ${what}`);

/** A YAML document: comment lines, then the mapping. Strings that YAML could read as anything else are quoted and escaped. */
export function toYaml(document: { readonly [key: string]: YamlNode }, comments: readonly string[] = []): string {
  return [...comments.map((line) => `# ${line}`), ...lines(document)].join('\n') + '\n';
}

function lines(node: YamlNode): string[] {
  if (isList(node)) return node.flatMap(item);
  if (node instanceof Commented) return lines(node.node);
  if (typeof node !== 'object') return [scalar(node)];
  return Object.entries(node).flatMap(([key, value]) => {
    const { inner, tail } = peel(value);
    if (typeof inner !== 'object') return [`${scalar(key)}: ${scalar(inner)}${tail}`];
    if (isEmpty(inner)) return [`${scalar(key)}: ${isList(inner) ? '[]' : '{}'}${tail}`];
    return [`${scalar(key)}:${tail}`, ...lines(inner).map((line) => `  ${line}`)];
  });
}

function item(value: YamlNode): string[] {
  const { inner, tail } = peel(value);
  if (typeof inner !== 'object') return [`- ${scalar(inner)}${tail}`];
  if (isEmpty(inner)) return [`- ${isList(inner) ? '[]' : '{}'}${tail}`];
  const [first, ...rest] = lines(inner);
  return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
}

function peel(node: YamlNode): { readonly inner: Exclude<YamlNode, Commented>; readonly tail: string } {
  return node instanceof Commented ? { inner: peel(node.node).inner, tail: ` # ${node.text}` } : { inner: node, tail: '' };
}

const isList = (node: YamlNode): node is readonly YamlNode[] => Array.isArray(node);
const isEmpty = (node: object) => Object.keys(node).length === 0;

/** Words that a YAML reader of any age takes for something else than text. */
const RESERVED = /^(true|false|null|yes|no|on|off|y|n|nan|inf)$/i;
const PLAIN = /^[A-Za-z][A-Za-z0-9._/-]*$/;

function scalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return PLAIN.test(value) && !RESERVED.test(value) ? value : quoted(value);
}

/** A double-quoted scalar of printable ASCII alone: no text can end it, break its line or turn the direction of writing. */
function quoted(text: string): string {
  const escaped = text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7e]/gu, (sign) => `\\U${sign.codePointAt(0)!.toString(16).padStart(8, '0')}`);
  return `"${escaped}"`;
}
