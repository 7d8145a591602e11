import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bindRefusal } from '@/lib/server/config/bind';
import { parseConfig } from '@/lib/server/config/load';
import { readQuickStart } from '@/lib/server/config/quick-start';
import { PUBLIC_WORDS } from '@/lib/server/config/schema';

const good = `environments:
  - name: prod-eu
    metrics: {type: prometheus, url: http://prometheus:9090, headers: {}, auth: {bearerFile: /var/run/token}}
    traces: {type: jaeger, url: http://jaeger:16686, ui: https://jaeger.example.org}
    zones: {from: target-label, label: az}
    proxies:
      - dialect: skipper
        selector: {application: skipper-ingress}
        labels: {pod: pod, namespace: namespace}
    workloads: {from: kube-state-metrics}
    retention: {traces: 2d}
server: {auth: {mode: none}}
recordings: {dir: ./recordings}
`;
const parse = (text: string, env = {}) => parseConfig(text, 'weir.yaml', env);

describe('parseConfig', () => {
  it('reads the example of the contract', () => {
    expect(parse(good).environments[0]).toMatchObject({ name: 'prod-eu', proxies: [{ dialect: 'skipper', labels: { pod: 'pod' } }] });
  });

  it.each([
    ['an unknown key', good.replace('retention:', 'retentoin:'), 'weir.yaml:11: unknown key "environments[0].retentoin"'],
    ['an unknown key inside', good.replace('bearerFile', 'bearrFile'), 'weir.yaml:3: unknown key "environments[0].metrics.auth.bearrFile"'],
    ['an unknown dialect', good.replace('dialect: skipper', 'dialect: nginx'), 'weir.yaml:7: environments[0].proxies[0].dialect: expected "skipper" or "envoy"'],
    ['no URL', good.replace('http://prometheus:9090', 'prometheus'), 'weir.yaml:3: environments[0].metrics.url: expected an http or https URL'],
    ['a URL of another kind', good.replace('http://prometheus:9090', 'file:///etc/passwd'), 'weir.yaml:3: environments[0].metrics.url: expected an http or https URL'],
    ['a wrong length of time', good.replace('2d', 'soon'), 'weir.yaml:11: environments[0].retention.traces: expected a length of time such as 2d'],
    ['auth that is not built yet', good.replace('mode: none', 'mode: oidc'), 'not built yet in this version'],
    ['no YAML', 'environments: [', 'not YAML'],
    ['nothing', '', 'environments'],
  ])('%s stops the start with line, key and expectation', (_name, text, message) => {
    expect(() => parse(text)).toThrowError(message);
  });

  const traced = (text: string) => good.replace('{type: jaeger, url: http://jaeger:16686, ui: https://jaeger.example.org}', text);

  it.each([
    ['{url: http://j}', { type: 'jaeger', url: 'http://j' }],
    ['{type: tempo, url: http://t, headers: {X-Scope-OrgID: shop}, grafana: {url: https://g, datasourceUid: tempo-1, orgId: 2}}', { type: 'tempo', grafana: { datasourceUid: 'tempo-1', orgId: 2 } }],
    ['{type: victoria-traces, url: http://v, headers: {AccountID: "7"}}', { type: 'victoria-traces', headers: { AccountID: '7' } }],
    ['{type: zipkin, url: http://z, grafana: {url: https://g, datasourceUid: z, datasourceType: zipkin}}', { type: 'zipkin', grafana: { datasourceType: 'zipkin' } }],
    ['{type: jaeger, url: http://j, storage: cassandra}', { storage: 'cassandra' }],
  ])('traces %s', (text, read) => {
    expect(parse(traced(text)).environments[0]!.traces).toMatchObject(read);
  });

  it.each([
    ['{type: datadog, url: http://d}', 'traces.type: expected "jaeger" or "tempo" or "victoria-traces" or "zipkin"'],
    ['{type: tempo, url: http://t, storage: cassandra}', 'traces.storage: expected it with type jaeger only'],
    ['{type: jaeger, url: http://t, storage: elastic}', 'traces.storage: expected "cassandra"'],
    ['{url: http://t, grafana: {url: https://g}}', 'traces.grafana.datasourceUid'],
    ['{url: http://t, grafana: {url: "javascript:alert(1)", datasourceUid: x}}', 'traces.grafana.url: expected an http or https URL'],
    ['{url: http://t, grafana: {url: https://g, datasourceUid: "a b"}}', 'expected the uid of a Grafana data source'],
    ['{url: http://t, grafana: {url: https://g, datasourceUid: x, datasourceType: loki}}', 'grafana.datasourceType: expected "tempo" or "jaeger" or "zipkin"'],
    ['{url: http://t, grafana: {url: https://g, datasourceUid: x, org: 1}}', 'unknown key "environments[0].traces.grafana.org"'],
  ])('traces %s is refused', (text, message) => expect(() => parse(traced(text))).toThrowError(message));

  it.each([
    ['is not there by default', '', undefined],
    ['has the usual period', '\n    loadBalancers: {from: cloudwatch}', { from: 'cloudwatch', selector: {}, periodSeconds: 60 }],
    ['takes a selector and a period', '\n    loadBalancers: {selector: {job: yace}, periodSeconds: 300}', { from: 'cloudwatch', selector: { job: 'yace' }, periodSeconds: 300 }],
  ])('loadBalancers %s', (_name, more, read) => {
    expect(parse(good.replace('workloads: {from: kube-state-metrics}', `workloads: {from: kube-state-metrics}${more}`)).environments[0]!.loadBalancers).toEqual(read);
  });

  it.each(['{from: gcp}', '{periodSeconds: 0}', '{periodSeconds: 1.5}', '{period: 60}'])('loadBalancers %s is refused', (text) => {
    expect(() => parse(good.replace('workloads: {from: kube-state-metrics}', `loadBalancers: ${text}`))).toThrowError(/weir\.yaml:10: .*loadBalancers/);
  });

  it('reads a source of annotations, and where delivery tools are scraped', () => {
    const more = "\n    annotations: {url: https://grafana.example.org, auth: {bearer: x}, tags: [deploy]}\n    delivery: {selector: {cluster: a}}";
    expect(parse(good.replace('workloads: {from: kube-state-metrics}', `workloads: {from: kube-state-metrics}${more}`)).environments[0]).toMatchObject({
      annotations: { type: 'grafana', tags: ['deploy'] }, delivery: { selector: { cluster: 'a' }, labels: { pod: 'pod' } },
    });
  });

  it.each([['annotations', '{url: grafana}'], ['annotations', '{type: loki, url: http://x}'], ['annotations', '{url: http://x, tags: [""]}'], ['delivery', '{from: argo}']])('%s: %s is refused', (key, text) => {
    expect(() => parse(good.replace('workloads: {from: kube-state-metrics}', `${key}: ${text}`))).toThrowError(new RegExp(`weir\\.yaml:10: .*${key}`));
  });

  it('names every fault, not only the first', () => {
    const text = good.replace('retention:', 'retentoin:').replace('dialect: skipper', 'dialect: nginx');
    expect(() => parse(text)).toThrowError(/retentoin[^]*dialect|dialect[^]*retentoin/);
  });

  it('two proxies of one name', () => {
    expect(() => parse(good.replace('      - dialect: skipper', '      - dialect: skipper\n      - dialect: skipper'))).toThrowError(/is taken/);
  });

  it('never shows a value: it may be a secret', () => {
    const run = () => parse(good.replace('http://prometheus:9090', '"http//user:hunter2@x"'));
    expect(run).toThrow();
    expect(run).not.toThrowError(/hunter2/);
  });
});

describe('filled-in values', () => {
  const withToken = (token: string) => good.replace('{bearerFile: /var/run/token}', `{bearer: "${token}"}`);
  it('come from the environment', () => {
    expect(parse(withToken('${TOKEN}'), { TOKEN: 'x' }).environments[0]!.metrics.auth).toEqual({ bearer: 'x' });
  });
  it('cannot change the structure', () => {
    const value = 'x"}, url: "http://evil';
    expect(parse(withToken('${TOKEN}'), { TOKEN: value }).environments[0]!.metrics).toMatchObject({ url: 'http://prometheus:9090', auth: { bearer: value } });
  });
  it('that are missing stop the start', () => {
    expect(() => parse(withToken('${TOKEN}'))).toThrowError('weir.yaml:3: ${TOKEN}: the environment variable is not set');
  });
  it('come from a file', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'weir-config-'));
    writeFileSync(path.join(folder, 'secret'), 'from-file\n');
    expect(parse(withToken(`\${file:${folder}/secret}`)).environments[0]!.metrics.auth).toEqual({ bearer: 'from-file' });
    expect(() => parse(withToken(`\${file:${folder}/none}`))).toThrowError(/the file cannot be read/);
    rmSync(folder, { recursive: true });
  });
});

describe('readQuickStart', () => {
  it('is off without an address', () => expect(readQuickStart({})).toBeNull());
  it('looks for every dialect unless told', () => {
    expect(readQuickStart({ WEIR_PROMETHEUS_URL: 'http://p:9090' })).toEqual({ prometheusUrl: 'http://p:9090', tracesUrl: null, tracesType: 'jaeger', dialects: ['skipper', 'envoy'], zoneLabel: null });
  });
  it.each(['jaeger', 'tempo', 'victoria-traces', 'zipkin'])('knows traces of type %s', (WEIR_TRACES_TYPE) => {
    expect(readQuickStart({ WEIR_PROMETHEUS_URL: 'http://p:9090', WEIR_TRACES_URL: 'http://t', WEIR_TRACES_TYPE })).toMatchObject({ tracesUrl: 'http://t', tracesType: WEIR_TRACES_TYPE });
  });
  it.each([
    [{ WEIR_PROMETHEUS_URL: 'p:9090' }, 'WEIR_PROMETHEUS_URL: expected an http or https URL'],
    [{ WEIR_PROMETHEUS_URL: 'http://p', WEIR_DIALECT: 'nginx' }, 'WEIR_DIALECT: expected skipper or envoy, got "nginx"'],
    [{ WEIR_PROMETHEUS_URL: 'http://p', WEIR_TRACES_TYPE: 'datadog' }, 'WEIR_TRACES_TYPE: expected jaeger or tempo or victoria-traces or zipkin'],
    [{ WEIR_TRACES_URL: 'http://j' }, 'WEIR_PROMETHEUS_URL is not'],
  ])('%j is refused', (env, message) => expect(() => readQuickStart(env)).toThrowError(message));
});

describe('bindRefusal', () => {
  it.each(['127.0.0.1', '127.20.0.3', 'localhost', '::1'])('%s is loopback', (host) => expect(bindRefusal(host, null)).toBeNull());
  it.each(['0.0.0.0', '::', '10.0.0.5', 'localhost.evil.example', '127.0.0.1.evil.example'])('%s is refused without auth', (host) => expect(bindRefusal(host, null)).toContain('no auth'));
  it('the right words allow it', () => {
    const config = parse(good.replace('auth: {mode: none}', `publicWithoutAuth: ${PUBLIC_WORDS}`));
    expect(bindRefusal('0.0.0.0', config)).toBeNull();
  });
  it('other words do not', () => expect(() => parse(good.replace('auth: {mode: none}', 'publicWithoutAuth: true'))).toThrow());
});
