/**
 * Makes `test/fixtures/tempo` and `test/fixtures/victoria-traces` from the real traces that Jaeger recorded, in the shapes that the
 * documentation of Tempo and VictoriaTraces gives. Run by hand: `npx tsx test/unit/adapters/write-fixtures.ts`.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentedFixtures } from './documented-fixtures';

for (const [name, body] of Object.entries(documentedFixtures())) {
  writeFileSync(path.join(import.meta.dirname, '../../fixtures', name), `${JSON.stringify(body)}\n`);
}
