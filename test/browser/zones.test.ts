import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, closeBrowser, openPage, startApp } from './harness';

describe('did a change of the zones help?', () => {
  let app: RunningApp;
  beforeAll(async () => { app = await startApp({ WEIR_RECORDINGS: path.resolve('public/recordings') }); });
  afterAll(async () => {
    await closeBrowser();
    await app?.stop();
  });

  it('the proposed moment is compared, goes into the address and comes back from it', async () => {
    const { page, context } = await openPage(app, '/zones');
    await page.getByRole('button', { name: /^Compare at/ }).click();
    await page.locator('[data-testid=zone-compare][data-verdict=helped]').waitFor();
    expect(new URL(page.url()).searchParams.get('moment')).toMatch(/^\d{13}$/);
    await page.reload();
    await page.locator('[data-testid=zone-compare][data-verdict=helped]').waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Markdown' }).click();
    expect((await file).suggestedFilename()).toBe('zones-before-after.md');
    await context.close();
  });

  it('a moment that is none is told at the field', async () => {
    const { page, context } = await openPage(app, '/zones?moment=banana');
    await page.getByLabel('Moment to compare at').fill('yesterday-ish');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    expect(await page.getByTestId('zone-compare').getByRole('alert').textContent()).toContain('expected a time');
    await context.close();
  });

  it('on a phone no table of the page needs sideways scrolling, and no flip is cut', async () => {
    const { page, context } = await openPage(app, '/zones', { width: 390, height: 844 });
    const flips = page.getByRole('table', { name: 'Flips' });
    await flips.waitFor();
    expect(await flips.locator('tbody tr').count()).toBe(6);
    const tooWide = await page.evaluate(() => [...document.querySelectorAll('main table')].filter((table) => table.getBoundingClientRect().right > innerWidth).map((table) => table.textContent?.slice(0, 60)));
    expect(tooWide).toEqual([]);
    const scrolled = await flips.evaluate((table) => { const box = table.closest('section')!; return [...box.querySelectorAll('*')].filter((one) => one.scrollHeight > one.clientHeight + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY)).length; });
    expect(scrolled).toBe(0);
    await context.close();
  });
});
