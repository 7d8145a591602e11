import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const root = path.resolve(import.meta.dirname, '../..');

export interface RunningApp {
  readonly url: string;
  /** What the app wrote so far: for tests that look for secrets or stacks in it. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts the built app on a free loopback port with this environment; ends with the test. */
export async function startApp(env: Record<string, string>): Promise<RunningApp> {
  const child = spawn(process.execPath, [path.join(root, 'test/browser/serve.mjs')], {
    cwd: root, env: { ...process.env, WEIR_CONFIG: '', WEIR_RECORDINGS: '', ...env }, stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => { output += chunk.toString(); });
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      output += `${line}\n`;
      if (line.startsWith('READY ')) resolve(line.slice('READY '.length));
    });
    child.once('exit', (code) => reject(new Error(`the app ended (${code}) before it was ready:\n${output}`)));
  });
  const url = await ready;
  return {
    url,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null) return;
      // The server process ends when its standard input closes: also when the test runner dies.
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, of the console, and requests to other origins, as text. Empty on a healthy page. */
  readonly troubles: string[];
}

let browser: Browser | undefined;

/** A fresh page in a fresh profile. */
export async function openPage(app: RunningApp, pathname: string, options: { width?: number; height?: number; dark?: boolean } = {}): Promise<OpenPage> {
  browser ??= await chromium.launch({
    executablePath: process.env.WEIR_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 1000 },
    colorScheme: options.dark ? 'dark' : 'light',
    timezoneId: 'UTC', locale: 'en-GB', reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`script: ${error.message}`));
  page.on('console', (message) => { if (message.type() === 'error') troubles.push(`console: ${message.text()}`); });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(app.url) && !/^(data|blob):/.test(url)) troubles.push(`foreign request: ${url}`);
  });
  await page.goto(`${app.url}${pathname}`, { waitUntil: 'load' });
  // Clicks before the page's scripts run are lost, and what still arrives moves what is aimed at.
  await page.waitForLoadState('networkidle');
  return { page, context, troubles };
}

/** Call in afterAll of each file. */
export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}
