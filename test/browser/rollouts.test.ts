import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, closeBrowser, openPage, startApp } from './harness';
import { HOSTILE, makeHostileFolder } from './hostile-recording';

afterAll(closeBrowser);

const rows = (page: Page) => page.getByTestId('rollout-row');
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe('the page "Rollouts"', () => {
  let app: RunningApp;
  beforeAll(async () => { app = await startApp({ WEIR_RECORDINGS: path.resolve('public/recordings') }); });
  afterAll(() => app?.stop());

  it('a workload and an order go into the address, by keyboard, and come back from it', async () => {
    const { page, context, troubles } = await openPage(app, '/rollouts');
    const all = await rows(page).count();
    expect(all).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'workload all', exact: true }).press('Enter');
    await page.getByRole('menuitemradio', { name: 'All workloads' }).and(page.locator('[data-highlighted]')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitemradio', { name: /^milo\/apiserver/ }).and(page.locator('[data-highlighted]')).waitFor();
    await page.keyboard.press('Enter');
    // The menu begins with the workload that had the most failed requests.
    await expect.poll(() => param(page, 'workload')).toBe('milo/apiserver');
    await expect.poll(() => rows(page).count()).toBeLessThan(all);
    await page.getByRole('button', { name: 'failed', exact: true }).press('Enter');
    await expect.poll(() => param(page, 'sort')).toBe('-failed');
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.getByRole('region', { name: 'Table: Rollouts' }).getByRole('columnheader', { name: 'failed' }).getAttribute('aria-sort')).toBe('descending');
    expect(new Set(await rows(page).evaluateAll((list) => list.map((row) => row.getAttribute('data-workload'))))).toEqual(new Set(['milo/apiserver']));
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('a workload without a rollout is an empty list that says so', async () => {
    const { page, context } = await openPage(app, '/rollouts?workload=no%2Fsuch');
    expect(await page.locator('main').innerText()).toContain('No rollout of no/such in this range');
    await page.getByRole('button', { name: 'show all' }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0);
    await context.close();
  });

  it('a moment compares the rollouts before with those after it, from the address too', async () => {
    const { page, context, troubles } = await openPage(app, '/rollouts');
    const compare = page.getByTestId('rollout-compare');
    await compare.getByLabel('Moment to compare at').fill('soon');
    await compare.getByRole('button', { name: 'Compare' }).click();
    expect(await compare.getByRole('alert').innerText()).toContain('expected a time');
    await compare.getByLabel('Moment to compare at').fill('2026-11-29 23:40');
    await compare.getByRole('button', { name: 'Compare' }).click();
    await expect.poll(() => param(page, 'moment')).toBe('2026-11-29 23:40');
    await expect.poll(() => compare.getByRole('table').innerText()).toMatch(/failed per rollout/);
    await page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => compare.getByRole('table').innerText()).toMatch(/before\s+after/);
    expect(await compare.getAttribute('data-verdict')).not.toBe('none');
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('from the list to a rollout: headline, pods and errors on one axis, proving traces; and back', async () => {
    const { page, context, troubles } = await openPage(app, '/rollouts?sort=-failed');
    const failed = Number((await rows(page).first().locator('td').nth(2).innerText()).split('\n')[0]);
    expect(failed).toBeGreaterThan(0);
    await rows(page).first().getByRole('link').first().press('Enter');
    await page.getByTestId('rollout-report').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(failed === 1 ? /consistent with it, not proof/ : new RegExp(`${failed} (failed )?requests`));
    expect(await page.getByTestId('rollout-timeline').getAttribute('aria-label')).toMatch(/new pod .*created/);
    await page.getByTestId('trace-row').first().waitFor();
    await page.getByRole('button', { name: 'table', exact: true }).first().click();
    expect(await page.getByRole('region', { name: 'Table of Errors in this rollout' }).getByRole('row').count()).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Rollouts' }).last().click();
    await expect.poll(() => param(page, 'sort')).toBe('-failed');
    expect(troubles).toEqual([]);
    await context.close();
  });

  it.each([
    ['/rollouts/one', 'names no rollout'], ['/rollouts/one?workload=shop%2Fnever&at=1795995610000', 'No such rollout'], ['/rollouts/one?workload=..&at=1', 'No such rollout'], ['/rollouts/one?workload=shop%2Fshop&at=soon', 'names no rollout'],
  ])('%s is a real empty state with a way on', async (address, title) => {
    const { page, context, troubles } = await openPage(app, address);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(title);
    await page.getByTestId('no-rollout').getByRole('link', { name: 'Rollouts of this range' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/rollouts');
    expect(troubles).toEqual([]);
    await context.close();
  });

  it.each([['/rollouts'], ['report']])('%s fits a phone', async (address) => {
    const { page, context } = await openPage(app, '/rollouts?sort=-failed', { width: 390 });
    if (address === 'report') {
      await rows(page).first().getByRole('link').first().click();
      await page.getByTestId('rollout-report').waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
    await context.close();
  });
});

describe('hostile workloads', () => {
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

  it.each([[1440], [390]])('at %i px a name is text in the list, on its page and in the address', async (width) => {
    const { page, context, troubles } = await openPage(app, '/rollouts?sort=-failed', { width });
    const hostile = page.locator(`[data-testid=rollout-row]`, { hasText: HOSTILE });
    expect(await hostile.count()).toBeGreaterThan(0);
    await hostile.first().getByRole('link').first().click();
    await page.getByTestId('rollout-report').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(HOSTILE);
    expect(param(page, 'workload')).toContain(HOSTILE);
    expect(await page.locator('main script:not([nonce])').count()).toBe(0);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
    expect(troubles).toEqual([]);
    await context.close();
  });
});
