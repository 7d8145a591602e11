import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JaegerTrace, fakeJaeger, jaegerConfig, shopRequest } from '../support/fake-jaeger';
import { type FakeHttp, fakeHttp, sendJson } from '../support/fake-http';
import { LARGE_START_MS, largeJaegerTrace } from '../support/large-trace';
import { type RunningApp, closeBrowser, openPage, startApp } from './harness';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [FAILED, LONELY, GOOD, LARGE] = ['f1', 'f2', 'a1', '1a'].map((pair) => pair.repeat(16)) as [string, string, string, string];
/** Far from the large trace, so that no search finds it. */
const AT = LARGE_START_MS - 86_400_000;
const failed = shopRequest({ traceId: FAILED, atMs: AT, outcome: 'refused' });
const good = shopRequest({ traceId: GOOD, atMs: AT - 30_000, outcome: 'good' });

/** Recorded through two real proxies (test/fixtures/real/README.md). */
const chains = ['skipper--envoy', 'envoy--skipper', 'envoy--envoy-quiet'].flatMap((name) => {
  const file = path.join(import.meta.dirname, `../fixtures/real/chains/${name}.v1.json.gz`);
  return (JSON.parse(gunzipSync(readFileSync(file)).toString()) as { data: JaegerTrace[] }).data;
});

let app: RunningApp;
let servers: FakeHttp[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'weir-traces-'));

beforeAll(async () => {
  const jaeger = await fakeJaeger([failed, good, shopRequest({ traceId: LONELY, atMs: AT, outcome: 'refused', host: 'other.example.org' }), largeJaegerTrace(10_000, LARGE), ...chains]);
  const metrics = await fakeHttp((_request, response) => sendJson(response, { status: 'error' }, 503));
  servers = [jaeger, metrics];
  const WEIR_CONFIG = path.join(folder, 'weir.yaml');
  const config = jaegerConfig(jaeger.url, metrics.url);
  writeFileSync(WEIR_CONFIG, config.replace('jaeger.example.org/ui"', 'jaeger.example.org/ui", grafana: {url: "https://grafana.example.org/g", datasourceUid: jaeger-1, orgId: 3}'));
  app = await startApp({ WEIR_CONFIG });
});

afterAll(async () => {
  await closeBrowser();
  await app?.stop();
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

const spans = (page: Page) => page.getByRole('listbox', { name: 'Spans' });
const selected = (page: Page) => spans(page).locator('[role=option][aria-selected=true]');
/** Not on the page: what a box of its own scrolls. */
const isInSight = (page: Page) => selected(page).evaluate((row) => {
  const [box, list] = [row.getBoundingClientRect(), row.closest('[role=listbox]')!.getBoundingClientRect()];
  return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
});

describe('the page of a trace with 10,000 spans', () => {
  it('draws only the rows in sight, and End leads to the last span', async () => {
    const { page, context, troubles } = await openPage(app, `/traces/${LARGE}`);
    await spans(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => selected(page).getAttribute('aria-posinset')).toBe('10000');
    expect(await isInSight(page)).toBe(true);
    expect(await page.getByRole('option').count()).toBeLessThan(80);
    await page.keyboard.press('Home');
    await expect.poll(() => selected(page).getAttribute('aria-posinset')).toBe('1');
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('its HTML stays small: the spans come once, without what is not drawn', async () => {
    expect((await (await fetch(`${app.url}/traces/${LARGE}`)).text()).length).toBeLessThan(200_000);
  });

  it('a span that nothing points at brings its attributes when it is chosen', async () => {
    const { page, context } = await openPage(app, `/traces/${LARGE}`);
    await page.getByLabel('Find in spans').fill('the very last');
    await page.getByRole('option', { name: /the very last/ }).click();
    await page.getByRole('region', { name: 'Selected span' }).getByText('row.number').waitFor();
    expect(await page.getByText('1 of 10,000 fit').count()).toBe(1);
    await context.close();
  });

  it('evidence is found again wherever the list stands, and marks its row with code and weight', async () => {
    const { page, context } = await openPage(app, `/traces/${LARGE}`);
    await spans(page).focus();
    await page.keyboard.press('End');
    await page.getByRole('complementary', { name: 'Evidence' }).getByRole('button', { name: 'show span' }).first().click();
    await expect.poll(() => selected(page).locator('[data-mark]').first().textContent()).toMatch(/^[A-Z_]+ \+0\.\d\d$/);
    expect(await isInSight(page)).toBe(true);
    await context.close();
  });

  it('folds everything below the root and opens it again', async () => {
    const { page, context } = await openPage(app, `/traces/${LARGE}`);
    await page.getByRole('button', { name: 'fold all', exact: true }).click();
    await expect.poll(() => page.getByRole('option').count()).toBe(2);
    await page.getByRole('button', { name: 'unfold all' }).click();
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(20);
    await context.close();
  });
});

describe('the address of a trace page holds what is looked at', () => {
  const search = (page: Page) => new URL(page.url()).searchParams;

  it('a chosen span and the filter are in it, without a new step of the history, and come back on reload', async () => {
    const { page, context, troubles } = await openPage(app, `/traces/${FAILED}`);
    const steps = await page.evaluate(() => window.history.length);
    await page.getByRole('option', { name: /^proxy skipper/ }).click();
    await page.getByRole('button', { name: 'evidence', exact: true }).click();
    await expect.poll(() => [search(page).get('span'), search(page).get('show')]).toEqual(['00000000000000a2', 'evidence']);
    expect(await page.evaluate(() => window.history.length)).toBe(steps);
    await page.reload({ waitUntil: 'networkidle' });
    expect(await selected(page).getAttribute('data-span')).toBe('00000000000000a2');
    expect(await page.getByRole('button', { name: 'evidence', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('link', { name: 'Traces like this one' }).click();
    await page.waitForURL(/\/traces\?/);
    await page.goBack();
    await expect.poll(() => selected(page).getAttribute('data-span')).toBe('00000000000000a2');
    expect(troubles).toEqual([]);
    await context.close();
  });

  it.each([['', 1440], ['&show=errors', 390]])('a copied link opens with its span in sight%s', async (more, width) => {
    const last = (largeJaegerTrace(10_000, LARGE) as unknown as { spans: readonly { spanID: string }[] }).spans.at(-1)!.spanID;
    const { page, context } = await openPage(app, `/traces/${LARGE}?span=${last}${more}`, { width });
    await expect.poll(() => selected(page).getAttribute('data-span')).toBe(last);
    expect(await isInSight(page)).toBe(true);
    expect(await selected(page).evaluate((row) => { const box = row.getBoundingClientRect(); return box.top >= 0 && box.bottom <= window.innerHeight; })).toBe(true);
    await context.close();
  });

  it.each(['?span=banana&show=banana', '?span=ffffffffffffffff'])('nonsense falls back to the deciding span: %s', async (nonsense) => {
    const { page, context, troubles } = await openPage(app, `/traces/${FAILED}${nonsense}`);
    expect(await selected(page).getAttribute('data-span')).toBe('00000000000000a1');
    expect(await page.getByRole('button', { name: 'all spans' }).getAttribute('aria-pressed')).toBe('true');
    expect(troubles).toEqual([]);
    await context.close();
  });
});

describe('on paper', () => {
  it('every span of the way of the request is there, not only those in sight', async () => {
    const { page, context } = await openPage(app, `/traces/${LARGE}`);
    await page.getByRole('button', { name: 'way of the request' }).click();
    const way = Number(/^([\d,]+) of/.exec(await page.getByText(/of 10,000 fit/).innerText())![1]!.replaceAll(',', ''));
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByText(/^Printed: the way of the request/).count()).toBe(1);
    expect(await page.getByRole('option').count()).toBeGreaterThanOrEqual(way);
    expect(await page.getByRole('listbox').evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(1);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => page.getByText(/of 10,000 fit/).count()).toBe(1);
    await context.close();
  });
});

describe('the page of a failed request', () => {
  it('says where the heaviest evidence is when it is not on the deciding span, and has both in sight', async () => {
    const { page, context } = await openPage(app, `/traces/${FAILED}`);
    expect(await page.getByTestId('proof').innerText()).toMatch(/Heaviest evidence: [A-Z_]+ \+0\.\d\d on proxy · skipper/);
    await page.getByTestId('proof').getByRole('button').click();
    await expect.poll(() => selected(page).getAttribute('data-span')).toBe('00000000000000a2');
    await context.close();
  });

  it('has a heading of the first level while it loads', async () => {
    const { page, context } = await openPage(app, `/traces/judge`);
    let release = () => {};
    const held = new Promise<void>((resolve) => { release = resolve; });
    await page.route('**/api/traces/**', async (route) => { await held; await route.continue(); });
    await page.goto(`${app.url}/traces/${LARGE}`);
    await page.getByRole('heading', { level: 1, name: 'Loading the trace' }).waitFor();
    release();
    await page.getByTestId('verdict').waitFor();
    await context.close();
  });

  it('tells the chain of attempts and opens Jaeger UI on the deciding span', async () => {
    const { page, context, troubles } = await openPage(app, `/traces/${FAILED}`);
    expect(await page.getByRole('group', { name: 'Attempts' }).innerText()).toMatch(/attempt 1 to 10\.2\.0\.9:8080\s+refused/);
    const links = await page.getByRole('link', { name: /Open in/ }).evaluateAll((all) => all.map((link) => [link.getAttribute('href') ?? '', link.getAttribute('rel') ?? '']));
    const jaeger = links.map(([href]) => new URL(href!)).find((url) => url.searchParams.has('uiFind'))!;
    expect([jaeger.origin, jaeger.pathname, jaeger.searchParams.get('uiFind')]).toEqual(['https://jaeger.example.org', `/ui/trace/${FAILED}`, '00000000000000a1']);
    expect(links.every(([href, rel]) => /^https?:/.test(href!) && rel!.includes('noopener'))).toBe(true);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it.each([
    ['a proxy answered, the backend caused it', FAILED, '00000000000000a1'],
    ['Skipper before Envoy: the inner proxy timed out', '9e2df44200597360e9fb213e0c63519b', '2b192aa319635111'],
    ['Envoy before Skipper: the inner proxy had no route', 'e9311a57b783aa16ea8cf2000f1292d8', '074be737812aeebb'],
    ['the outer proxy rewrote what the backend said', '0bccee692b582bfeac0719cb466f8d9a', '7b2a13a09b5a7ab1'],
    ['the backend answered and has a span', '060d2317d942b4575a15b7cf78950121', 'b4086cf17678bf28'],
    ['the backend answered and has none: the inner proxy that got it', '95d79f8fdb15ea5c3aeab55428ad38d1', '68acbafd43bf776b'],
    ['nobody answered, the client went away: the span that was cancelled', '1190cb9c92a6d985f432be2fe34c465a', '8d66809c9f932c3b'],
    ['the same, seen by Envoy', '0e6afc78f4a2b111de5c3f172f0438a0', '786920f1063cf14e'],
  ])('links in their documented form: %s', async (_name, traceId, spanId) => {
    const { page, context } = await openPage(app, `/traces/${traceId}`);
    const opens = await page.getByRole('link', { name: /^Open in/ }).evaluateAll((all) => all.map((link) => ({ href: (link as HTMLAnchorElement).href, target: link.getAttribute('target'), rel: link.getAttribute('rel') })));
    expect(opens.map(({ target, rel }) => [target, rel])).toEqual([['_blank', 'noreferrer noopener'], ['_blank', 'noreferrer noopener']]);
    // reference/traces-apis.md 1.6: {base}/trace/{traceId}?uiFind={spanId}; a whole span id matches that span exactly.
    expect(opens[0]!.href).toBe(`https://jaeger.example.org/ui/trace/${traceId}?uiFind=${spanId}`);
    // 2.3: {grafana}/explore?schemaVersion=1&orgId=3&panes={JSON}; times are text, an hour on both sides; the span in the panel's state.
    const grafana = new URL(opens[1]!.href);
    const { panes, ...rest } = Object.fromEntries(grafana.searchParams);
    expect([grafana.origin, grafana.pathname, rest]).toEqual(['https://grafana.example.org', '/g/explore', { schemaVersion: '1', orgId: '3' }]);
    const millis = expect.stringMatching(/^\d{13}$/) as string;
    expect(JSON.parse(panes!)).toEqual({ tra: {
      datasource: 'jaeger-1', queries: [{ refId: 'A', datasource: { type: 'jaeger', uid: 'jaeger-1' }, query: traceId }],
      range: { from: millis, to: millis }, panelsState: { trace: { spanId } },
    } });
    // The page itself begins at that span too.
    expect(await selected(page).getAttribute('data-span')).toBe(spanId);
    await context.close();
  });

  it('copies JSON that the paste box judges alike', async () => {
    const { page, context } = await openPage(app, `/traces/${FAILED}`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const headline = await page.getByRole('heading', { level: 1 }).innerText();
    await page.getByRole('button', { name: 'Copy JSON' }).click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(`${app.url}/traces/judge`, { waitUntil: 'networkidle' });
    await judgeByHand(page, copied);
    expect(await page.getByTestId('verdict').getByRole('heading', { level: 2 }).innerText()).toBe(headline);
    await context.close();
  });
});

async function judgeByHand(page: Page, text: string): Promise<void> {
  await page.getByLabel(/JSON of a trace/).fill(text);
  await page.getByRole('button', { name: 'Judge' }).click();
  await page.getByTestId('verdict').or(page.getByTestId('not-judged')).waitFor();
}

describe('the paste box', () => {
  it.each([['an id', FAILED], ['a traceparent', `00-${FAILED}-00000000000000a1-01`]])('%s: reads the trace and links to its page', async (_name, text) => {
    const { page, context, troubles } = await openPage(app, '/traces/judge');
    await judgeByHand(page, text);
    expect(await page.getByTestId('verdict').getAttribute('data-answered-by')).toBe('proxy');
    expect(await page.getByRole('link', { name: 'Page of this trace' }).getAttribute('href')).toContain(`/traces/${FAILED}`);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('several traces: a list with verdicts, the failed one shown first, another can be picked', async () => {
    const { page, context } = await openPage(app, '/traces/judge');
    await judgeByHand(page, JSON.stringify({ data: [good, failed] }));
    expect(await page.getByTestId('recognised').innerText()).toMatch(/Jaeger JSON with 2 traces/);
    expect(await page.getByTestId('verdict').getAttribute('data-answered-by')).toBe('proxy');
    await page.getByTestId('judged-trace').first().click();
    await expect.poll(() => page.getByTestId('verdict').getAttribute('data-answered-by')).toBe('backend');
    await context.close();
  });

  it('a chosen file is judged at once, also a large one', async () => {
    const { page, context, troubles } = await openPage(app, '/traces/judge');
    await page.locator('input[type=file]').setInputFiles({ name: 'big.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ data: [largeJaegerTrace(10_000, LARGE)] })) });
    await page.getByTestId('verdict').waitFor();
    expect(await page.getByText(/^10,000 spans, 9 services/).count()).toBe(1);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it.each([['prose', 'the shop is down', /neither JSON nor does it name a trace/], ['half a file', JSON.stringify({ data: [failed] }).slice(0, 200), /ends in the middle/], ['markup', '<img src=x onerror=alert(1)>', /neither JSON/]])('%s: says what it is and what would do', async (_name, text, message) => {
    const { page, context } = await openPage(app, '/traces/judge');
    await judgeByHand(page, text);
    const alert = page.getByTestId('not-judged');
    expect(await alert.innerText()).toMatch(message);
    expect(await alert.innerText()).toMatch(/Paste the whole JSON/);
    expect(await alert.locator('img').count()).toBe(0);
    await context.close();
  });

  it('an example is a click away', async () => {
    const { page, context } = await openPage(app, '/traces/judge');
    await page.getByRole('button', { name: 'Try an example' }).click();
    await page.getByTestId('verdict').waitFor();
    expect(await page.getByTestId('verdict').getByRole('heading', { level: 2 }).innerText()).toBe('skipper-ingress answered 502. It could not connect to the backend.');
    await context.close();
  });

  it('of several lines of a log the first trace is read, the others are links', async () => {
    const { page, context } = await openPage(app, '/traces/judge');
    await judgeByHand(page, [FAILED, GOOD, LONELY].map((id) => JSON.stringify({ level: 'error', trace_id: id })).join('\n'));
    expect(await page.getByTestId('other-ids').innerText()).toMatch(/names 3 traces; only the first was read/);
    expect(await page.getByTestId('other-ids').getByRole('link').evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))).toEqual([`/traces/${GOOD}`, `/traces/${LONELY}`]);
    await context.close();
  });

  it('JSON pasted into the box of the list is judged', async () => {
    const { page, context } = await openPage(app, '/traces');
    await page.getByLabel('Trace id, link or JSON').evaluate((input, text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, JSON.stringify({ data: [failed] }));
    await page.getByTestId('verdict').waitFor();
    expect(new URL(page.url()).pathname).toBe('/traces/judge');
    await context.close();
  });

  it('is reached from the list of traces and from the command palette', async () => {
    const { page, context } = await openPage(app, '/traces');
    await page.getByRole('link', { name: 'or a file' }).click();
    await page.getByRole('heading', { name: 'Judge a trace' }).waitFor();
    await page.goto(`${app.url}/sources`, { waitUntil: 'networkidle' });
    const palette = page.getByPlaceholder('Go to a page, or do something');
    // A key before the page's scripts run is lost.
    await expect.poll(async () => { if (!(await palette.isVisible())) await page.keyboard.press('Control+k'); return palette.isVisible(); }).toBe(true);
    await palette.fill('paste');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Judge a trace' }).waitFor();
    await context.close();
  });
});

describe('side by side', () => {
  it('one click from a failed trace finds a good one and says the difference', async () => {
    const { page, context, troubles } = await openPage(app, `/traces/${FAILED}`);
    await page.getByRole('link', { name: 'Compare with a good one' }).click();
    await page.getByTestId('difference').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('The good one reached shop (shop-7) in zone b and got 200 in 12\u00A0ms; the failed one tried 10.2.0.9:8080 and was refused.');
    expect(await page.getByTestId('trace-side').evaluateAll((sides) => sides.map((side) => side.getAttribute('data-trace')))).toEqual([FAILED, GOOD]);
    expect(await page.getByRole('link', { name: 'Link to exactly these two' }).getAttribute('href')).toMatch(new RegExp(`a=${FAILED}.*b=${GOOD}`));
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('both waterfalls have one time scale', async () => {
    const { page, context } = await openPage(app, `/traces/compare?a=${FAILED}&b=${GOOD}`);
    const widths = await page.getByTestId('trace-side').evaluateAll((sides) => sides.map((side) => (side.querySelector('[role=option] .rounded-\\[3px\\]') as HTMLElement).getBoundingClientRect().width));
    expect(widths[1]! / widths[0]!).toBeCloseTo(14 / 3, 0);
    await context.close();
  });

  it('swaps with one click, and takes another trace by its id', async () => {
    const { page, context } = await openPage(app, `/traces/compare?a=${FAILED}&b=${GOOD}`);
    const both = () => page.getByTestId('trace-side').evaluateAll((sides) => sides.map((side) => side.getAttribute('data-trace')));
    await page.getByRole('link', { name: 'Swap' }).click();
    await expect.poll(both).toEqual([GOOD, FAILED]);
    await page.getByLabel('Beside another trace').fill(LONELY);
    await page.keyboard.press('Enter');
    await expect.poll(both).toEqual([GOOD, LONELY]);
    await context.close();
  });

  it('without a good one it says what was searched', async () => {
    const { page, context } = await openPage(app, `/traces/compare?a=${LONELY}`);
    const told = page.getByTestId('difference');
    await told.waitFor();
    expect(await told.getAttribute('data-found')).toBe('false');
    expect(await told.innerText()).toMatch(/host other\.example\.org, path \/orders\/\*.*Looked at \d+ traces/s);
    await context.close();
  });

  it('a link without a trace says what is missing', async () => {
    const { page, context } = await openPage(app, '/traces/compare?a=banana');
    await page.getByRole('heading', { name: 'Which trace?' }).waitFor();
    await context.close();
  });
});

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly impact: string | null; readonly nodes: readonly { readonly target: readonly string[] }[] }[];
}

const shapes = [['wide and light', { width: 1440, dark: false }], ['narrow and dark', { width: 390, dark: true }]] as const;
const pages = [`/traces/${FAILED}`, `/traces/${LARGE}`, `/traces/compare?a=${FAILED}&b=${GOOD}`, '/traces/judge'];

describe('everybody can use it', () => {
  it.each(pages.flatMap((pathname) => shapes.map(([name, options]) => [pathname, name, options] as const)))('%s, %s: axe finds nothing serious, and nothing scrolls sideways', async (pathname, _name, options) => {
    const { page, context } = await openPage(app, pathname, options);
    if (pathname.endsWith('judge')) await judgeByHand(page, JSON.stringify({ data: [good, failed] }));
    await page.evaluate(axe);
    const result = await page.evaluate(async () => (await (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run()));
    const serious = result.violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
    expect(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join('; ')}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.width);
    await context.close();
  });
});
