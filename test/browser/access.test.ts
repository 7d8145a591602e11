import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, closeBrowser, openPage, startApp } from './harness';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pages = ['/', '/zones', '/not-found', '/rollouts', '/hops', '/traces?status=404', '/recordings', '/sources'];
const shapes = [['wide and light', { width: 1440, dark: false }], ['narrow and dark', { width: 390, dark: true }]] as const;
const cases = pages.flatMap((page) => shapes.map(([name, options]) => [page, name, options] as const));

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly impact: string | null; readonly nodes: readonly { readonly target: readonly string[] }[] }[];
}

describe('everybody can use it', () => {
  let app: RunningApp;

  beforeAll(async () => {
    app = await startApp({ WEIR_RECORDINGS: path.resolve('public/recordings') });
  });

  afterAll(async () => {
    await closeBrowser();
    await app?.stop();
  });

  it.each(cases)('%s, %s: axe finds nothing serious', async (pathname, _name, options) => {
    const { page, context } = await openPage(app, pathname, options);
    await page.waitForLoadState('networkidle');
    // The page's policy forbids injected scripts: axe comes in through the debugger instead.
    await page.evaluate(axe);
    const result = await page.evaluate(async () => (await (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run()));
    const serious = result.violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
    expect(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join('; ')}`)).toEqual([]);
    await context.close();
  });

  it.each(pages)('%s does not scroll sideways on a phone', async (pathname) => {
    const { page, context } = await openPage(app, pathname, { width: 390, height: 844 });
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await context.close();
  });

  it('the environment and the range can be reached by keyboard', async () => {
    const { page, context } = await openPage(app, '/');
    // Charts are drawn by the page's scripts: once one is there, keys are listened to.
    await page.getByTestId('plot').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });
});
