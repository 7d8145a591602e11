import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheFolder } from './parts';

/** A program that decodes documents strictly into the real Go types, and checks a policy by its real CRD. */
export type TypeCheck = { readonly program: string; readonly crd: string } | { readonly missing: string };

const source = path.join(import.meta.dirname, 'remedy-types');
const CRD = 'charts/gateway-helm/charts/crds/crds/generated/gateway.envoyproxy.io_backendtrafficpolicies.yaml';

/** Builds it once (some two minutes) and keeps it in the lab's cache. Without Go or its modules it says what is missing. */
export function prepareTypeCheck(): TypeCheck {
  const files = ['main.go', 'go.mod', 'go.sum'].map((file) => readFileSync(path.join(source, file)));
  const digest = createHash('sha256').update(Buffer.concat(files)).digest('hex').slice(0, 12);
  const kept = path.join(cacheFolder(), `remedy-types-${digest}`);
  const found = { program: path.join(kept, 'check'), crd: path.join(kept, 'crd.yaml') };
  if (existsSync(found.program)) return found;
  const work = mkdtempSync(path.join(os.tmpdir(), 'weir-remedy-types-'));
  try {
    cpSync(source, work, { recursive: true });
    const built = go(work, ['build', '-ldflags=-s -w', '-o', path.join(work, 'out', 'check'), '.']);
    if (!built.ok) return { missing: built.text };
    const listed = go(work, ['list', '-m', '-f', '{{.Dir}}', 'github.com/envoyproxy/gateway']);
    if (!listed.ok) return { missing: listed.text };
    cpSync(path.join(listed.text, CRD), path.join(work, 'out', 'crd.yaml'));
    mkdirSync(path.dirname(kept), { recursive: true });
    rmSync(kept, { recursive: true, force: true });
    cpSync(path.join(work, 'out'), `${kept}.new`, { recursive: true });
    renameSync(`${kept}.new`, kept);
    return found;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function go(cwd: string, args: readonly string[]): { readonly ok: boolean; readonly text: string } {
  const { status, stdout, stderr, error } = spawnSync('go', args, { cwd, encoding: 'utf8', timeout: 10 * 60_000 });
  if (error) return { ok: false, text: `go: ${error.message}` };
  return status === 0 ? { ok: true, text: stdout.trim() } : { ok: false, text: `go ${args[0]}: ${stderr.trim().slice(0, 300)}` };
}

/** One line for each document: `ok KIND` or `error KIND: why`. */
export function checkDocuments({ program, crd }: Exclude<TypeCheck, { missing: string }>, documents: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(program, [crd], { input: documents.join('\n---\n'), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n');
}
