import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';

export interface Measured {
  readonly output: string;
  readonly seconds: number;
  /** Processor time of the process and its children: what the wall clock would be on a machine that does nothing else. To 10 ms; null without /proc. */
  readonly cpuSeconds: number | null;
  /** Largest resident memory of the process or one of its children; null where /proc does not tell. */
  readonly peakMegabytes: number | null;
}

/** Runs a program, keeps its output (not of `cat`), and watches its memory. `inputFile` becomes its standard input. Throws when it fails. */
export function runMeasured(program: string, args: readonly string[], inputFile: string | null = null): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const input = inputFile === null ? 'ignore' : openSync(inputFile, 'r');
    const child = spawn(program, args, { stdio: [input, program === 'cat' ? 'ignore' : 'pipe', 'inherit'] });
    if (input !== 'ignore') closeSync(input);
    let output = '';
    let peak = 0;
    const ticks = new Map<number, number>();
    const watch = setInterval(() => {
      for (const pid of familyOf(child.pid!)) {
        peak = Math.max(peak, peakOf(pid));
        ticks.set(pid, Math.max(ticks.get(pid) ?? 0, ticksOf(pid)));
      }
    }, 20);
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(watch);
      if (code !== 0) return reject(new Error(`${program} ended with ${code}`));
      const cpu = [...ticks.values()].reduce((sum, one) => sum + one, 0);
      resolve({ output, cpuSeconds: cpu === 0 ? null : cpu / 100, seconds: Math.round(performance.now() - from) / 1000, peakMegabytes: peak === 0 ? null : Math.round(peak / 1024) });
    });
  });
}

/** The process and its children. */
function familyOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number));
    return [pid, ...children.flatMap(familyOf)];
  } catch {
    return [pid];
  }
}

/** User and system time in ticks of 10 ms; the fields behind the name, which may hold blanks, are counted from the closing bracket. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/** High-water mark of resident memory in KiB; the kernel keeps it, so that nothing is missed between two looks. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
