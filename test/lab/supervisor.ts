import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { sleep } from './random';

export interface Started {
  readonly name: string;
  readonly pid: number;
  /** True until the process ended. */
  alive(): boolean;
  /** First line of standard output that the test accepts. Rejects when the process ends or time is up. */
  line(accept: (text: string) => boolean, timeoutMs: number): Promise<string>;
  /** SIGTERM, then SIGKILL after the grace time. Resolves when it is gone. */
  stop(graceMs?: number): Promise<void>;
  /** SIGKILL at once. Resolves when it is gone. */
  kill(): Promise<void>;
}

export interface SpawnOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts processes, keeps their logs and ends them all: by `stopAll`, on failure, on Ctrl-C, and by a watchdog when we die. */
export class Supervisor {
  readonly #running = new Map<number, Started>();
  readonly #watchdog: ChildProcess;
  readonly #logs: string;
  #stopping = false;
  /** Called once when a process ends that nobody asked to end. */
  onUnexpectedExit: ((name: string, code: number | null) => void) | null = null;

  constructor(folder: string, lifetimeMs: number) {
    this.#logs = path.join(folder, 'logs');
    mkdirSync(this.#logs, { recursive: true });
    const script = path.join(import.meta.dirname, 'watchdog.mjs');
    this.#watchdog = spawn(process.execPath, [script, String(lifetimeMs), String(process.pid)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true, // its own group: Ctrl-C must not reach it before us
    });
    this.#watchdog.stdin?.on('error', () => undefined);
    this.#watchdog.unref();
  }

  /** Ids of all running processes, with their names. */
  get processes(): readonly Started[] {
    return [...this.#running.values()];
  }

  spawn(name: string, command: string, args: readonly string[], options: SpawnOptions = {}): Started {
    if (this.#stopping) throw new Error('the lab is ending');
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env }, cwd: options.cwd });
    const log = createWriteStream(path.join(this.#logs, `${name}.log`), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    return this.#adopt(name, child);
  }

  async stopAll(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.processes.map((started) => started.stop(3_000)));
    this.#watchdog.stdin?.end();
  }

  #adopt(name: string, child: ChildProcess): Started {
    let wanted = false;
    let ended = false;
    const gone = new Promise<void>((resolve) => {
      const finish = (code: number | null) => {
        if (ended) return;
        ended = true;
        if (child.pid !== undefined) this.#forget(child.pid);
        if (!wanted && !this.#stopping) this.onUnexpectedExit?.(name, code);
        resolve();
      };
      child.once('exit', finish);
      child.once('error', () => finish(null));
    });
    const end = (signal: NodeJS.Signals) => {
      wanted = true;
      if (!ended) child.kill(signal);
      return gone;
    };
    const started: Started = {
      name,
      pid: child.pid ?? -1,
      alive: () => !ended,
      line: (accept, timeoutMs) => waitForLine(name, child, accept, timeoutMs, gone),
      stop: async (graceMs = 5_000) => {
        await Promise.race([end('SIGTERM'), sleep(graceMs)]);
        await end('SIGKILL');
      },
      kill: () => end('SIGKILL'),
    };
    if (child.pid !== undefined) {
      this.#running.set(child.pid, started);
      this.#watchdog.stdin?.write(`+${child.pid}\n`);
    }
    return started;
  }

  #forget(pid: number): void {
    this.#running.delete(pid);
    this.#watchdog.stdin?.write(`-${pid}\n`);
  }
}

function waitForLine(name: string, child: ChildProcess, accept: (text: string) => boolean, timeoutMs: number, gone: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let rest = '';
    const timer = setTimeout(() => reject(new Error(`${name} said nothing within ${timeoutMs} ms`)), timeoutMs);
    const finish = (act: () => void) => {
      clearTimeout(timer);
      child.stdout?.off('data', onData);
      act();
    };
    const onData = (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      const found = lines.find(accept);
      if (found !== undefined) finish(() => resolve(found));
    };
    child.stdout?.on('data', onData);
    void gone.then(() => finish(() => reject(new Error(`${name} ended before it was ready`))));
  });
}
