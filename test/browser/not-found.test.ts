import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, closeBrowser, openPage, startApp } from './harness';
import { hostileRequests, makeHostileFolder } from './hostile-recording';

afterAll(closeBrowser);

/** From ten minutes in: the recording holds as much before it. */
const LATER = '/not-found?from=1795995610000&to=1795996260000';
const targets = (page: Page) => page.getByTestId('target');

async function download(page: Page, name: string): Promise<{ readonly name: string; readonly text: string }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

describe('the page "Not found"', () => {
  let app: RunningApp;
  beforeAll(async () => { app = await startApp({ WEIR_RECORDINGS: path.resolve('public/recordings') }); });
  afterAll(() => app?.stop());

  it('the whole recording has nothing before it, and says so', async () => {
    const { page, context, troubles } = await openPage(app, '/not-found');
    await page.getByTestId('changes').scrollIntoViewIfNeeded();
    await page.locator('[data-testid=changes][data-verdict=no-data-before]').waitFor();
    expect(await page.getByTestId('changes').innerText()).toContain('No data before');
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('the second window is asked only when the panel comes near the view', async () => {
    const { page, context } = await openPage(app, LATER, { height: 400 });
    const asked: string[] = [];
    page.on('request', (request) => { if (request.url().includes('/not-found/changes')) asked.push(request.url()); });
    await page.reload({ waitUntil: 'networkidle' });
    expect(asked).toEqual([]);
    await page.getByTestId('changes').scrollIntoViewIfNeeded();
    await page.locator('[data-testid=changes][data-verdict=changed]').waitFor();
    expect(asked).toHaveLength(1);
    await context.close();
  });

  it('the scanner wave is a change; a chosen window goes into the address and comes back from it', async () => {
    const { page, context } = await openPage(app, LATER);
    await page.getByTestId('changes').scrollIntoViewIfNeeded();
    const changes = page.locator('[data-testid=changes][data-verdict=changed]');
    await changes.waitFor();
    expect(await changes.locator('tr[data-changed=true]').first().innerText()).toMatch(/scanner|application/);
    await changes.getByRole('button', { name: 'other window' }).click();
    await page.getByLabel(/same length that begins at/).fill('half past nine');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    expect(await page.getByRole('dialog').getByRole('alert').innerText()).toContain('expected a time');
    await page.getByLabel(/same length that begins at/).fill('2026-11-29 23:25');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('against')).toBe('2026-11-29 23:25');
    await page.reload();
    await page.getByTestId('changes').scrollIntoViewIfNeeded();
    await expect.poll(() => page.getByTestId('changes').innerText()).toContain('23:25');
    await context.close();
  });

  it('campaigns are closed; open, each leads to its paths and traces', async () => {
    const { page, context, troubles } = await openPage(app, '/not-found');
    const panel = page.getByTestId('campaigns');
    expect(await panel.getAttribute('data-open')).toBe('false');
    expect(await panel.innerText()).toMatch(/campaigns, about [\d,]+ requests/);
    await panel.getByRole('button', { name: 'Scanner campaigns' }).press('Enter');
    const first = page.getByTestId('campaign').first();
    await first.getByRole('button').first().click();
    expect(await first.getByRole('link', { name: /Example trace/ }).count()).toBeGreaterThan(0);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('class, host and hidden campaigns filter the hosts and paths, from the address too', async () => {
    const { page, context } = await openPage(app, '/not-found');
    await page.getByRole('button', { name: 'route miss', exact: true }).last().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('class')).toBe('route-miss');
    await expect.poll(async () => new Set(await targets(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-class'))))).toEqual(new Set(['route-miss']));
    await page.goto(`${app.url}/not-found?class=scanner`, { waitUntil: 'networkidle' });
    await expect.poll(async () => new Set(await targets(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-class'))))).toEqual(new Set(['scanner']));
    await page.goto(`${app.url}/not-found?campaigns=hidden&host=shop.example.org`, { waitUntil: 'networkidle' });
    const rows = await targets(page).evaluateAll((list) => list.map((row) => `${row.getAttribute('data-class')} ${row.textContent}`));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.startsWith('scanner') || !row.includes('shop.example.org'))).toEqual([]);
    await context.close();
  });

  it.each([
    ['Export the ledger as CSV', /^404-ledger-20261129T2329Z-to-20261129T2351Z\.csv$/, 'step ends (UTC),all 404,route miss'],
    ['Export hosts and paths as Markdown', /^404-hosts-and-paths-.*\.md$/, '# Most missed hosts and paths'],
    ['Export the campaigns as CSV', /^404-campaigns-.*\.csv$/, 'campaign,requests (about)'],
  ])('%s', async (button, name, start) => {
    const { page, context } = await openPage(app, '/not-found');
    const file = await download(page, button);
    expect(file.name).toMatch(name);
    expect(file.text.startsWith(start)).toBe(true);
    await context.close();
  });
});

describe('hostile text on the page "Not found"', () => {
  let app: RunningApp;
  let folder: string;
  beforeAll(async () => {
    folder = makeHostileFolder(path.resolve('public/recordings/story.weir'));
    app = await startApp({ WEIR_RECORDINGS: folder });
  });
  afterAll(async () => {
    await app?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens all that can be opened: campaigns, evidence, clipped texts, further rows. */
  async function openAll(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Scanner campaigns' }).click();
    // In the page itself: a hundred clicks one by one take minutes, and each changes which buttons are left.
    await expect.poll(() => page.evaluate(() => {
      const left = [...document.querySelectorAll<HTMLButtonElement>('main button')].filter((button) => /^show \d+ more/.test(button.innerText)
        || (button.getAttribute('aria-expanded') === 'false' && (button.innerText === 'all' || button.closest('[data-testid=campaign]') !== null)));
      for (const button of left) button.click();
      return left.length;
    })).toBe(0);
  }

  it.each([[1440], [390]])('at %i px nothing of it runs, becomes an element or breaks the page', async (width) => {
    const { page, context, troubles } = await openPage(app, '/not-found', { width });
    await openAll(page);
    expect(await page.evaluate(() => (globalThis as { pwned?: unknown }).pwned)).toBeUndefined();
    expect(await page.locator('main img, main svg[onload], main b:has-text("agent"), main a[href^="javascript"]').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('all of it can be read: what hides or reorders is written out', async () => {
    const { page, context } = await openPage(app, '/not-found');
    await openAll(page);
    const text = await page.locator('main').innerText();
    const parts = ['<script>window.pwned=1</script>', '<img src=x onerror="window.pwned=1">', '⟨U+202E⟩gnp.exe', 'pay⟨U+200B⟩pal', '/%zz%e0', 'nul⟨U+0000⟩after⟨U+001B⟩[31m', '😀', 'مرحبا', 'a'.repeat(2000)]; // of 4 kB the samples keep 2,048 characters
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
    expect(text).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u202a-\u202e\u2066-\u2069\u200b\ufeff]/);
    await context.close();
  });

  it('as CSV and Markdown it is no formula and no markup', async () => {
    const { page, context } = await openPage(app, '/not-found');
    const csv = (await download(page, 'Export hosts and paths as CSV')).text;
    expect(csv).toContain("'=cmd|calc!A1");
    expect(csv).not.toMatch(/(^|[,\n;\t])"?[=+@\uff1d]/);
    const md = (await download(page, 'Export hosts and paths as Markdown')).text;
    const rows = md.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(hostileRequests.length);
    expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([8]));
    expect(rows.filter((row) => row.replace(/`[^`]*`/g, '').includes('<'))).toEqual([]);
    await context.close();
  });
});
