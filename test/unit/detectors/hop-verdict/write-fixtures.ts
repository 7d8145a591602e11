import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { encode } from '../../wire/encode';
import { exampleTrace, examples } from './examples';

/** Writes `test/fixtures/traces` from the builders: `npx tsx test/unit/detectors/hop-verdict/write-fixtures.ts`. A test compares both. */
const folder = path.resolve(import.meta.dirname, '../../../fixtures/traces');
const expectations: Record<string, unknown> = {};

for (const example of examples) {
  const slug = example.title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 50).replace(/-$/, '');
  const file = `${String(example.row).padStart(2, '0')}-${slug}.v1.json`;
  writeFileSync(path.join(folder, file), `${JSON.stringify(encode(exampleTrace(example), 'jaeger-v1'), null, 1)}\n`);
  const expected = example.alone ?? example.expected;
  expectations[file] = { row: example.row, title: example.title, ...expected, earlierAttempts: expected.earlierAttempts ?? 0 };
}
writeFileSync(path.join(folder, 'expected.json'), `${JSON.stringify(expectations, null, 1)}\n`);
