import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, closeBrowser, openPage, startApp } from './harness';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] }[];
}

/** Skipper's 502: refused connections, seen in traces. */
const REFUSED = '/hops?proxy=ingress&status=502';
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const rows = (page: Page) => page.getByTestId('hop-row');

afterAll(closeBrowser);

describe('the page "Hops"', () => {
  let app: RunningApp;
  beforeAll(async () => { app = await startApp({ WEIR_RECORDINGS: path.resolve('public/recordings') }); });
  afterAll(() => app?.stop());

  it('says which hop answered and which caused it, in words, over time and as a table that adds up', async () => {
    const { page, context, troubles } = await openPage(app, REFUSED);
    await page.getByRole('heading', { level: 1, name: /answers with 502, .+ were made by skipper-ingress because the connection to .+ was refused or failed/ }).waitFor();
    expect(await page.getByTestId('basis').innerText()).toMatch(/\d+ traces looked at of about \d+ requests/);
    await page.getByTestId('plot').first().waitFor();
    const shares = await rows(page).evaluateAll((list) => list.map((row) => Number(row.querySelectorAll('td')[2]!.textContent)));
    const looked = await page.locator('tfoot td').first().innerText();
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(Number(looked));
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('without a status the worst gateway error is shown', async () => {
    const { page, context } = await openPage(app, '/hops');
    await expect.poll(() => page.locator('[data-testid=status][aria-pressed=true]').getAttribute('data-status')).toMatch(/^50[234]$/);
    await context.close();
  });

  it('a status alone opens the fleet that has it; a fleet without it leads there', async () => {
    const { page, context } = await openPage(app, '/hops?status=502');
    await page.getByRole('heading', { level: 1, name: /^Of about \d+ answers with 502/ }).waitFor();
    expect(await page.getByTestId('hops-notice').count()).toBe(0);
    await page.goto(`${app.url}/hops?proxy=gateway&status=502`);
    await page.getByRole('heading', { level: 1, name: 'No answer with 502 at gateway in this range' }).waitFor();
    await page.getByTestId('hops-notice').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^Of about \d+ answers with 502/ }).waitFor();
    expect(param(page, 'proxy')).toBe('ingress');
    await context.close();
  });

  it('status, question and order go into the address and come back from it', async () => {
    const { page, context } = await openPage(app, '/hops?proxy=ingress');
    await page.locator('[data-testid=status][data-status="404"]').click();
    await expect.poll(() => param(page, 'status')).toBe('404');
    await page.getByRole('button', { name: 'caused by', exact: true }).first().click();
    await expect.poll(() => param(page, 'by')).toBe('caused');
    await page.getByRole('columnheader', { name: 'mechanism' }).getByRole('button').click();
    await expect.poll(() => param(page, 'sort')).toBe('mechanism');
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 2, name: 'Who caused 404' }).waitFor();
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    await context.close();
  });

  it('"cannot tell" is a row of its own, also where it holds nothing', async () => {
    const { page, context } = await openPage(app, REFUSED);
    await rows(page).first().waitFor();
    expect(await page.locator('[data-testid=hop-row][data-open=true]').count()).toBe(1);
    await context.close();
  });

  it('a count leads to the traces of that status at that fleet', async () => {
    const { page, context } = await openPage(app, REFUSED);
    await page.getByRole('link', { name: /traces of 502: answered by skipper-ingress/ }).first().click();
    await page.waitForURL(/\/traces\?.*status=502/);
    expect(param(page, 'proxy')).toBe('ingress');
    await context.close();
  });

  it('examples need no search of their own, and open a trace or a side by side', async () => {
    const { page, context } = await openPage(app, REFUSED);
    const asked: string[] = [];
    page.on('request', (request) => { if (request.url().includes('/api/v1/traces?')) asked.push(request.url()); });
    await page.getByTestId('proof').first().waitFor();
    expect(asked).toEqual([]);
    expect(await page.getByRole('link', { name: /^Side by side/ }).first().getAttribute('href')).toMatch(/^\/traces\/compare\?.*a=[0-9a-f]+/);
    await page.getByTestId('proof').first().getByRole('link', { name: /^Trace / }).first().click();
    await page.waitForURL(/\/traces\/[0-9a-f]+/);
    await context.close();
  });

  it('a count leads to its own traces', async () => {
    const { page, context } = await openPage(app, REFUSED);
    await rows(page).first().getByRole('link').click();
    await page.waitForURL(/answeredBy=proxy%2Fskipper-ingress.*mechanism=connect_failed/);
    await page.getByText(/Only with status 502, .*answered by skipper-ingress \(proxy\).*mechanism connection refused or failed/).waitFor();
    await context.close();
  });

  it('by keyboard: g h leads here, arrows and Enter from a bar to its traces', async () => {
    const { page, context } = await openPage(app, '/');
    await page.getByTestId('plot').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL(/\/hops/);
    const plot = page.getByTestId('plot').first();
    await plot.waitFor();
    await plot.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const link = page.getByRole('dialog').getByRole('link', { name: /^Traces with 50\d/ });
    await link.waitFor();
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/traces\?.*status=50\d/);
    await context.close();
  });

  it.each([['wide and light', { width: 1440, dark: false }], ['narrow and dark', { width: 390, dark: true }]] as const)('%s: axe finds nothing, and nothing lies beside the view', async (_name, options) => {
    const { page, context, troubles } = await openPage(app, '/hops?proxy=ingress&status=404', options);
    await rows(page).first().waitFor();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(async () => (await (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run()));
    expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join('; ')}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.width);
    expect(troubles).toEqual([]);
    await context.close();
  });
});

/** What a span or a label may be called by somebody who means harm. */
const EVIL = '<img src=x onerror="window.pwned=1">\u202Egnp.exe' + 'a'.repeat(300);

describe('hostile names on the page "Hops"', () => {
  let app: RunningApp;
  beforeAll(async () => { app = await startApp({ WEIR_RECORDINGS: path.resolve('public/recordings') }); });
  afterAll(() => app?.stop());

  it.each([[1440], [390]])('at %i px they are text, readable and within the page', async (width) => {
    const { page, context, troubles } = await openPage(app, '/', { width });
    const answer = await (await fetch(`${app.url}/api/v1/hops`)).text();
    // Held ready for a range that the server has not prefetched into the page.
    await page.route('**/api/v1/hops*', (route) => route.fulfill({ contentType: 'application/json', body: answer.replaceAll('"skipper-ingress"', JSON.stringify(EVIL)).replaceAll('"ingress"', JSON.stringify(EVIL)) }));
    await page.goto(`${app.url}/hops?env=nobody-knows-it`, { waitUntil: 'networkidle' });
    await rows(page).first().waitFor();
    expect(await page.evaluate(() => (globalThis as { pwned?: unknown }).pwned)).toBeUndefined();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.locator('main').innerText()).toContain('<img src=x');
    expect(await page.locator('main').innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([]);
    await context.close();
  });
});

describe('the page "Hops" without its sources', () => {
  let app: RunningApp;
  let upstream: Server;
  beforeAll(async () => {
    // A metrics source that answers nonsense; a trace source that is not there.
    upstream = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"status":"success","data":{"resultType":"matrix","result":"secret-upstream-body"}}');
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    app = await startApp({ WEIR_PROMETHEUS_URL: `http://user:hunter2@127.0.0.1:${port}`, WEIR_TRACES_URL: 'http://127.0.0.1:1', WEIR_TRACES_TYPE: 'jaeger', WEIR_DIALECT: 'skipper' });
  });
  afterAll(async () => {
    await app?.stop();
    upstream?.close();
  });

  it.each([[1440], [390]])('at %i px it says that it is not known, names the source and the next step, and claims no zero', async (width) => {
    const { page, context } = await openPage(app, '/hops', { width });
    await page.getByRole('heading', { level: 1, name: /not known|not be|cannot/ }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/(trace|metrics) source did not answer|does not answer/i);
    expect(text).toMatch(/Sources/);
    expect(text).not.toMatch(/No answer with|secret-upstream-body|hunter2/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await context.close();
  });
});
