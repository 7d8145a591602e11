import { rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, closeBrowser, openPage, startApp } from './harness';
import { HOSTILE, makeHostileFolder } from './hostile-recording';

const pages = ['/', '/zones', '/not-found', '/rollouts', '/hops', '/traces?status=404', '/recordings', '/sources'];

afterAll(closeBrowser);

describe('text from outside', () => {
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

  it.each(pages)('%s draws markup in labels as text and runs none of it', async (pathname) => {
    const { page, context, troubles } = await openPage(app, pathname);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('script', { hasText: 'alert(1)' }).evaluateAll((scripts) => scripts.filter((script) => script.textContent === 'alert(1)').length)).toBe(0);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('the hostile host is there to be read', async () => {
    const { page, context } = await openPage(app, '/not-found');
    await page.locator('bdi', { hasText: HOSTILE }).first().waitFor();
    await context.close();
  });

  it('a cut-off recording is listed with what is wrong, and the other one still opens', async () => {
    const { page, context } = await openPage(app, '/recordings');
    const broken = page.locator('[data-testid=recording][data-broken=true]');
    await broken.waitFor();
    expect(await broken.innerText()).toMatch(/cut off|damaged/);
    expect(await page.locator('[data-testid=recording][data-broken=false]').count()).toBe(1);
    await context.close();
  });

  it.each([
    ['/zones?from=banana&to=potato', 200],
    ['/?env=nobody-knows-it', 200],
    ['/traces/not-an-id', 200],
    ['/not-found?tz=Mars/Olympus&refresh=1ms', 200],
  ])('%s is answered with a page, not with a crash', async (pathname, status) => {
    const answer = await fetch(app.url + pathname);
    expect(answer.status).toBe(status);
    const { page, context } = await openPage(app, pathname);
    await page.getByRole('heading').first().waitFor();
    expect(await page.getByText('Application error').count()).toBe(0);
    await context.close();
  });

  it.each([
    ['from=banana', /from/],
    ['maxPoints=many', /maxPoints/],
    ['env=nobody-knows-it', /nobody-knows-it/],
  ])('the API names the bad parameter of ?%s', async (query, named) => {
    const answer = await fetch(`${app.url}/api/v1/overview?${query}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(JSON.stringify(await answer.json())).toMatch(named);
  });
});

describe('a source that fails', () => {
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

  it('is named on the overview, and the page stands', async () => {
    const { page, context } = await openPage(app, '/');
    await page.getByTestId('source-failure').first().waitFor();
    expect(await page.getByTestId('source-failure').first().innerText()).toMatch(/prometheus|metrics/i);
    await context.close();
  });

  it.each(['/', '/api/v1/overview', '/api/v1/capabilities', '/readyz', '/metrics'])('%s gives away neither the upstream body nor the password', async (pathname) => {
    const text = await (await fetch(app.url + pathname)).text();
    expect(text).not.toContain('secret-upstream-body');
    expect(text).not.toContain('hunter2');
    expect(app.output()).not.toContain('hunter2');
  });
});
