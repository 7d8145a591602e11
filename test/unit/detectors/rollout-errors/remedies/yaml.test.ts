import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { type YamlNode, commented, fillIn, toYaml } from '@/lib/detectors/rollout-errors/remedies/yaml';
import { names } from '@/test/support/rollout-facts';

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

describe('toYaml', () => {
  it('writes what a person would', () => {
    expect(toYaml({ kind: 'Deployment', spec: { replicas: fillIn(2, 'how many'), list: [{ name: 'a', more: { x: true } }, 'b', []] } }, ['A patch.'])).toBe(
      '# A patch.\nkind: Deployment\nspec:\n  replicas: 2 # FILL IN: how many\n  list:\n    - name: a\n      more:\n        x: true\n    - b\n    - []\n',
    );
  });

  it.each(['on', 'No', 'null', '1e3', '10s', '', '~', 'a: b', '- a', '# a', '"', '\\', 'a\nb: c', '\u2028', '🦊', '{{', '*x', 'true'])('the text %j stays text', (text) => {
    for (const version of ['1.1', '1.2'] as const) expect(parse(toYaml({ text }), { version })).toEqual({ text });
  });

  it('gives back any data, comments or not, to readers of YAML 1.1 and 1.2', () => {
    const { node } = fc.letrec<{ node: YamlNode }>((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, names.map(wellFormed), fc.integer(), fc.boolean(), fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(names.map(wellFormed).filter((key) => key !== '__proto__'), tie('node'), { maxKeys: 3 })),
    }));
    fc.assert(fc.property(node, fc.constantFrom('1.1' as const, '1.2' as const), (data, version) => {
      expect(parse(toYaml({ data }), { version, uniqueKeys: true })).toEqual({ data });
      expect(parse(toYaml({ data: commented(data, 'why') }), { version })).toEqual({ data });
    }));
  });

  it('no name adds a key, a comment or a document', () => {
    fc.assert(fc.property(names, (name) => {
      const text = toYaml({ metadata: { name }, spec: 1 });
      expect(text.split('\n')).toHaveLength(4);
      const document = parseDocument(text, { strict: true });
      expect([document.errors, document.warnings]).toEqual([[], []]);
      expect(document.toJS()).toEqual({ metadata: { name: wellFormed(name) }, spec: 1 });
    }));
  });
});
