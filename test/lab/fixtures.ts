/**
 * Makes the fixtures of `test/fixtures/real`: what the real parts answered. Run by hand when a part changes:
 * `npx tsx test/lab/fixtures.ts [folder]`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { causeHost, causeRoutes, type KnownCause, knownCauses } from './causes';
import { apps, traceServices } from './fleet';
import { send } from './http-client';
import { sleep } from './random';
import { type Stack, startStack } from './stack';

const target = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', 'fixtures', 'real'));
const stack = await startStack({ folder: path.resolve('.lab/fixtures'), seed: 'fixtures', lifetimeMs: 5 * 60_000, extra: causeRoutes });
try {
  const from = Date.now();
  for (const cause of knownCauses) await makeHappen(stack, cause);
  await someTraffic(stack, 60_000);
  await sleep(8_000);
  await savePrometheus(stack, from);
  await saveMetricsText(stack);
  await saveTraces(stack, from);
  console.log(`fixtures written to ${target}`);
} finally {
  await stack.stop();
}

async function makeHappen(running: Stack, cause: KnownCause): Promise<void> {
  for (const proxy of ['ingress', 'gateway'] as const) {
    const instance = running.readyProxies(proxy)[0]!;
    for (let n = 0; n < (cause.times ?? 1); n += 1) {
      const answer = await send({ ...cause, ip: instance.ip, port: instance.port, host: causeHost(cause.name), userAgent: 'weir-lab/1.0', from: '127.0.66.1' });
      console.log(`${proxy} ${cause.name}: ${answer.status}`);
    }
  }
}

async function someTraffic(running: Stack, lengthMs: number): Promise<void> {
  const until = Date.now() + lengthMs;
  const asks = [[apps.shop.host, '/api/products/3', 'ingress'], [apps.cart.host, '/cart/12', 'ingress'], [apps.cart.host, '/wp-login.php', 'ingress'], ['nobody.example.net', '/.env', 'ingress'], [apps.apiserver.host, '/api/v1/namespaces/default/configmaps', 'gateway'], ['nobody.example.net', '/.env', 'gateway']] as const;
  for (let n = 0; Date.now() < until; n += 1) {
    for (const [host, route, proxy] of asks) {
      const instances = running.readyProxies(proxy);
      const instance = instances[n % instances.length]!;
      await send({ ip: instance.ip, port: instance.port, method: 'GET', host, path: route, userAgent: 'weir-lab/1.0' });
    }
    await sleep(150);
  }
}

async function save(name: string, url: string): Promise<void> {
  const text = await (await fetch(url)).text();
  const file = path.join(target, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${text.trimEnd()}\n`);
}

async function savePrometheus(running: Stack, from: number): Promise<void> {
  const start = Math.floor(from / 5_000) * 5;
  const end = Math.floor(Date.now() / 5_000) * 5;
  const range = (query: string, step = 5, first = start) => `${running.prometheusUrl}/api/v1/query_range?${new URLSearchParams({ query, start: String(first), end: String(end), step: String(step) })}`;
  const asks: Record<string, string> = {
    'query-range-skipper-serve-route-count': range('skipper_serve_route_count{job="skipper"}'),
    'query-range-skipper-route-error-total': range('skipper_route_error_total{job="skipper"}'),
    'query-range-envoy-upstream-rq': range('envoy_cluster_upstream_rq{job="envoy"}'),
    'query-range-zone-rate': range('sum by (az) (rate(skipper_serve_route_count{job="skipper"}[20s]))'),
    'query-range-routes-total': range('skipper_custom_gauges{key="routes.total"}'),
    'query-range-pod-ready': range('kube_pod_status_ready{condition="true"}'),
    'query-range-nan-inf': range('sum by (az) (rate(skipper_route_error_total[20s])) / 0'),
    'query-range-empty': range('no_such_metric'),
    'error-bad-query': range('sum by ('),
    'error-too-many-points': range('up', 1, end - 12_000),
    'query-instant-up': `${running.prometheusUrl}/api/v1/query?query=up`,
    'buildinfo': `${running.prometheusUrl}/api/v1/status/buildinfo`,
    'targets': `${running.prometheusUrl}/api/v1/targets?state=active`,
    'config': `${running.prometheusUrl}/api/v1/status/config`,
    'series': `${running.prometheusUrl}/api/v1/series?${new URLSearchParams({ 'match[]': 'up' })}`,
  };
  for (const [name, url] of Object.entries(asks)) await save(`prometheus/${name}.json`, url);
}

async function saveMetricsText(running: Stack): Promise<void> {
  const skipper = running.readyProxies('ingress')[0]!;
  const envoy = running.readyProxies('gateway')[0]!;
  await save('metrics/skipper.txt', `http://${skipper.ip}:${skipper.metricsPort}/metrics`);
  await save('metrics/envoy.txt', `http://${envoy.ip}:${envoy.metricsPort}/stats/prometheus`);
  await save('metrics/kube-state-metrics.txt', running.addresses().kubeStateMetrics);
}

interface V1Trace {
  readonly traceID: string;
  readonly spans: readonly { readonly tags: readonly { readonly key: string; readonly value: unknown }[] }[];
}

async function saveTraces(running: Stack, from: number): Promise<void> {
  const jaeger = running.jaeger.url;
  const window = { start: String(from * 1000), end: String(Date.now() * 1000), limit: '1500' };
  await save('jaeger/services.json', `${jaeger}/api/services`);
  await save('jaeger/services-v3.json', `${jaeger}/api/v3/services`);
  await save('jaeger/error-not-found-v1.json', `${jaeger}/api/traces/0123456789abcdef0123456789abcdef`);
  await save('jaeger/error-not-found-v3.json', `${jaeger}/api/v3/traces/0123456789abcdef0123456789abcdef`);
  for (const [dialect, service] of Object.entries(traceServices)) {
    const search = new URLSearchParams({ service, ...window, limit: '4' });
    await save(`jaeger/search-${dialect}.v1.json`, `${jaeger}/api/traces?${search}`);
    await save(`jaeger/search-${dialect}-404.v1.json`, `${jaeger}/api/traces?${search}&tags=${encodeURIComponent('{"http.status_code":"404"}')}`);
    const v3 = new URLSearchParams({ 'query.service_name': service, 'query.start_time_min': new Date(from).toISOString(), 'query.start_time_max': new Date().toISOString(), 'query.num_traces': '4' });
    await save(`jaeger/search-${dialect}.v3.json`, `${jaeger}/api/v3/traces?${v3}`);
    const all = (await (await fetch(`${jaeger}/api/traces?${new URLSearchParams({ service, ...window })}`)).json()) as { readonly data: readonly V1Trace[] };
    for (const cause of knownCauses) await saveCause(jaeger, dialect, cause, all.data);
  }
}

async function saveCause(jaeger: string, dialect: string, cause: KnownCause, traces: readonly V1Trace[]): Promise<void> {
  const own = traces.filter((trace) => trace.spans.some((span) => span.tags.some((tag) => String(tag.value).includes(causeHost(cause.name)))));
  const best = [...own].sort((a, b) => b.spans.length - a.spans.length)[0];
  if (best === undefined) {
    console.log(`no trace of ${dialect} ${cause.name}`);
    return;
  }
  await save(`traces/${dialect}/${cause.name}.v1.json`, `${jaeger}/api/traces/${best.traceID}`);
  await save(`traces/${dialect}/${cause.name}.v3.json`, `${jaeger}/api/v3/traces/${best.traceID}`);
}
