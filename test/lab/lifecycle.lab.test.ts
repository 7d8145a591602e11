import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sleep } from './random';

const root = path.resolve(import.meta.dirname, '..', '..');

interface RunningLab {
  readonly lab: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

/** Starts `quiet-day` as a user does and waits until the stack stands. */
async function startLab(): Promise<RunningLab> {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'weir-lifecycle-')), 'run');
  const lab = spawn(process.execPath, ['--import', 'tsx', 'test/lab/main.ts', 'quiet-day', '--minutes', '2', '--out', folder], { cwd: root, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => lab.once('exit', resolve));
  const file = path.join(folder, 'processes.json');
  for (let waited = 0; waited < 60_000 && !existsSync(file); waited += 200) await sleep(200);
  await sleep(300);
  return { lab, ended, processes: JSON.parse(readFileSync(file, 'utf8')) as RunningLab['processes'] };
}

/** Names of the processes that still run; a zombie does not. */
function stillRunning(processes: RunningLab['processes']): string[] {
  return processes.filter(({ pid }) => existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))).map(({ name }) => name);
}

async function expectAllGone(processes: RunningLab['processes']): Promise<void> {
  expect(processes.length).toBeGreaterThan(20);
  for (let waited = 0; waited < 15_000 && stillRunning(processes).length > 0; waited += 200) await sleep(200);
  expect(stillRunning(processes)).toEqual([]);
}

describe('the lab ends what it started', () => {
  it('on Ctrl-C', async () => {
    const { lab, ended, processes } = await startLab();
    expect(stillRunning(processes).length).toBeGreaterThan(20);
    lab.kill('SIGINT');
    expect(await ended).toBe(130);
    await expectAllGone(processes);
  });

  it('when it is killed itself', async () => {
    const { lab, processes } = await startLab();
    lab.kill('SIGKILL');
    await expectAllGone(processes);
  });

  it('when a part dies, with a failure', async () => {
    const { ended, processes } = await startLab();
    process.kill(processes.find(({ name }) => name === 'jaeger')!.pid, 'SIGKILL');
    expect(await ended).toBe(1);
    await expectAllGone(processes);
  });
});
