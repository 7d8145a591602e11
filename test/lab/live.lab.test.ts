import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../lib/domain/answer';
import type { Overview } from '../../lib/domain/overview';
import type { TracesAnswer } from '../../lib/domain/requests';
import { type RunningApp, closeBrowser, openPage, startApp } from '../browser/harness';
import { apps } from './fleet';
import { send } from './http-client';
import { sleep } from './random';
import { type Stack, startStack } from './stack';

/** Sends one round of requests to every ready proxy: good ones, and one that no route takes. */
async function sendRound(stack: Stack): Promise<void> {
  for (const instance of stack.readyProxies('ingress')) {
    for (const [host, target] of [[apps.cart.host, '/cart/1'], [apps.cart.host, '/'], ['nobody.example.org', '/.env']] as const) {
      await send({ ip: instance.ip, port: instance.port, method: 'GET', host, path: target, userAgent: 'weir-lab/1.0' });
    }
  }
}

describe('npm start on a live Prometheus and Jaeger', () => {
  let stack: Stack;
  let app: RunningApp;
  let sending = true;
  let load: Promise<void>;

  beforeAll(async () => {
    stack = await startStack({ folder: path.resolve('.lab/live'), seed: 'live', lifetimeMs: 6 * 60_000 });
    load = (async () => {
      while (sending) {
        await sendRound(stack);
        await sleep(250);
      }
    })();
    await sleep(45_000);
    const { prometheus, jaeger } = stack.addresses();
    app = await startApp({ WEIR_PROMETHEUS_URL: prometheus, WEIR_TRACES_URL: jaeger, WEIR_TRACES_TYPE: 'jaeger', WEIR_DIALECT: 'skipper,envoy' });
  });

  afterAll(async () => {
    sending = false;
    await load;
    await closeBrowser();
    await app?.stop();
    await stack?.stop();
  });

  const overview = async () => (await (await fetch(`${app.url}/api/v1/overview?from=now-2m&to=now`)).json()) as Answer<Overview>;
  const stop = async (name: string) => {
    const found = stack.supervisor.processes.find((one) => one.name === name);
    await found!.stop();
  };

  it('answers the questions from the live sources', async () => {
    const answer = await overview();
    expect(answer.failures).toEqual([]);
    expect(answer.data.peakRps).toBeGreaterThan(5);
    expect([answer.data.zones.kind, answer.data.notFound.kind, answer.data.rollouts.kind]).toEqual(['checked', 'checked', 'checked']);
  });

  it('the page refreshes by itself and shows later data', async () => {
    const { page, context, troubles } = await openPage(app, '/?from=now-2m&to=now&refresh=5s');
    await page.getByTestId('chart-frame').first().waitFor();
    const asked: string[] = [];
    page.on('response', (response) => { if (response.url().includes('/api/v1/overview')) asked.push(response.url()); });
    const last = async () => (await overview()).range.to;
    const before = await last();
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    expect(await last()).toBeGreaterThan(before);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('without Jaeger it says so and keeps what the counters tell', async () => {
    await stop('jaeger');
    await sleep(6_000); // answers of the last moment are kept for a moment
    const answer = await overview();
    expect(answer.failures.map(({ source }) => source)).toEqual(expect.arrayContaining([expect.stringMatching(/traces|jaeger/i)]));
    expect(answer.failures.map(({ source }) => source).join()).not.toMatch(/metrics|prometheus/i);
    expect([answer.data.zones.kind, answer.data.notFound.kind]).toEqual(['checked', 'checked']);
    const { page, context } = await openPage(app, '/?from=now-2m&to=now');
    await page.getByTestId('source-failure').first().waitFor();
    expect(await page.getByTestId('source-failure').allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/trace|jaeger/i)]));
    await context.close();
  });

  it('without Prometheus it says so, and nothing is called zero', async () => {
    await stop('prometheus');
    await sleep(6_000);
    const answer = await overview();
    expect(answer.failures.map(({ source }) => source)).toEqual(expect.arrayContaining([expect.stringMatching(/metrics|prometheus/i)]));
    expect([answer.data.zones.kind, answer.data.notFound.kind, answer.data.rollouts.kind]).toEqual(['not-checked', 'not-checked', 'not-checked']);
    expect(answer.data.peakRps).toBeNull();
  });
});

describe('npm start with a Prometheus that is not there', () => {
  let stack: Stack;
  let app: RunningApp;

  beforeAll(async () => {
    stack = await startStack({ folder: path.resolve('.lab/live-traces'), seed: 'live-traces', lifetimeMs: 3 * 60_000 });
    for (let round = 0; round < 5; round += 1) await sendRound(stack);
    await sleep(22_000); // "now" is one step behind the clock, and without a scrape interval a step is 15 s
    app = await startApp({ WEIR_PROMETHEUS_URL: 'http://127.0.0.1:9', WEIR_TRACES_URL: stack.addresses().jaeger, WEIR_TRACES_TYPE: 'jaeger', WEIR_DIALECT: 'skipper' });
  });

  afterAll(async () => {
    await app?.stop();
    await stack?.stop();
  });

  it('still finds the traces and names the hop', async () => {
    const answer = (await (await fetch(`${app.url}/api/v1/traces?from=now-5m&to=now&status=404`)).json()) as Answer<TracesAnswer>;
    expect(answer.failures.map(({ source }) => source).join()).toMatch(/metrics|prometheus/i);
    const groups = answer.data.strata.flatMap((stratum) => stratum.groups);
    expect(groups.map(({ answeredBy, mechanism }) => `${answeredBy} ${mechanism}`)).toContain('proxy route_miss');
    expect(answer.data.strata[0]!.about).toBeNull();
  });
});
