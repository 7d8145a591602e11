import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { dialects, findDialect } from '@/lib/dialects';
import { quote } from '@/lib/dialects/shared/promql';
import type { DialectContext } from '@/lib/domain/dialect';
import { signalCatalog, signalNames } from '@/lib/domain/signals';
import { kubeJoin, podLabel } from '@/lib/server/environments/zone-join';

const labels = { pod: 'pod', namespace: 'namespace', zone: 'az' };
const base: DialectContext = { selector: 'job="x"', labels, rateWindow: '20s', scrapeMs: 5_000 };
const joined = { pod: 'pod_name', namespace: 'kubernetes_namespace', zone: null };
const hostile = quote('"} or vector(1) # \\ \n <script>');

const contexts: readonly (readonly [string, DialectContext])[] = [
  ['zone as a target label', base],
  ['no selector', { ...base, selector: '' }],
  ['no zone at all', { ...base, labels: { ...labels, zone: null } }],
  ['zone by the node', { ...base, labels: joined, zoneJoin: kubeJoin(joined, 5_000) }],
  ['zone by a pod label', { ...base, labels: joined, zoneJoin: podLabel(joined, 'label_zone', 5_000) }],
  ['a source without optional metrics', { ...base, present: [] }],
  ['skipper with counters by host only', { ...base, present: ['skipper_serve_host_count'] }],
  ['hostile text in the selector', { ...base, selector: `job=${hostile}` }],
];

function syntaxErrors(promql: string): string[] {
  const errors: string[] = [];
  parser.parse(promql).iterate({
    enter: (node) => {
      if (node.type.isError) errors.push(`${promql.slice(0, node.from)} HERE ${promql.slice(node.from)}`);
    },
  });
  return errors;
}

describe('the parser used here', () => {
  it('sees a mistake', () => expect(syntaxErrors('sum by (a (x)')).not.toEqual([]));
  it('accepts what is right', () => expect(syntaxErrors('sum by (a) (rate(x[5m]))')).toEqual([]));
});

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))('dialect %s', (id, dialect) => {
  it('is found by its id and says who it is', () => {
    expect(findDialect(id)).toBe(dialect);
    expect(dialect.title).not.toBe('');
    expect(dialects.filter((other) => other.id === id)).toHaveLength(1);
  });

  describe.each(contexts)('%s', (_name, context) => {
    const plans = signalNames.flatMap((signal) => {
      const plan = dialect.plan(signal, context);
      return plan ? [{ signal, plan }] : [];
    });

    it('knows some signals, each of its own scope', () => {
      expect(plans.length).toBeGreaterThan(['cloudwatch', 'span-metrics'].includes(id) ? 1 : 3);
      for (const { signal } of plans) expect((signalCatalog[signal].labels as readonly string[]).includes('proxy')).toBe(dialect.scope === 'proxy');
    });

    it('gives a reason for every answer, and a query or the words "not observable"', () => {
      for (const { plan } of plans) {
        expect(plan.reason).not.toBe('');
        if (plan.state !== 'not-observable') expect(plan.queries.length).toBeGreaterThan(0);
      }
    });

    it('writes only PromQL that parses', () => {
      for (const { plan } of plans) if (plan.state !== 'not-observable') for (const query of plan.queries) expect(syntaxErrors(query.promql)).toEqual([]);
    });

    it('maps only labels that the signal has', () => {
      for (const { signal, plan } of plans) {
        const known: readonly string[] = [...signalCatalog[signal].labels, 'namespace'];
        if (plan.state !== 'not-observable') for (const query of plan.queries) expect(known).toEqual(expect.arrayContaining([...Object.keys(query.labels), ...Object.keys(query.fixed)]));
      }
    });

    it('leaves counters raw: no rate and no increase where our side takes the differences', () => {
      for (const { signal, plan } of plans) {
        if (plan.state === 'not-observable') continue;
        for (const query of plan.queries) {
          if (signalCatalog[signal].kind === 'count' || query.raw) expect(query.promql).not.toMatch(/\b(rate|increase|irate)\(/);
        }
      }
    });
  });
});

describe('skipper', () => {
  const skipper = findDialect('skipper')!;
  it('takes hosts where the fleet has no route counter', () => {
    const plan = skipper.plan('gateway-errors', { ...base, present: ['skipper_serve_host_count', 'skipper_proxy_total_duration_seconds_count'] });
    expect(plan).toMatchObject({ state: 'inferred', queries: [{ labels: { code: 'code', subject: 'host' } }] });
    expect(plan?.state !== 'not-observable' && plan?.queries[0]?.promql).toContain('skipper_serve_host_count');
  });
  it('cannot see 404s without any served counter, and says which flag mends it', () => {
    const plan = skipper.plan('not-found', { ...base, present: [] });
    expect(plan).toMatchObject({ state: 'not-observable', mend: expect.stringContaining('-serve-route-counter') as string });
  });
  it('splits 404s into parts that do not overlap and miss nothing', () => {
    const plan = skipper.plan('not-found', base);
    const matchers = plan?.state === 'not-observable' ? [] : plan!.queries.map(({ promql, fixed }) => [fixed.responder, /route(=~?|!~)"([^"]*)"/.exec(promql)!] as const);
    const partOf = (route: string) => matchers.filter(([, [, op, value]]) => {
      const hit = op === '=' ? route === value : new RegExp(`^(?:${value})$`).test(route);
      return op === '!~' ? !hit : hit;
    }).map(([responder]) => responder);
    expect(partOf('_unknownroute_')).toEqual(['proxy-no-route']);
    expect(partOf('kube___catchall__shop_example_org____')).toEqual(['proxy-policy']);
    expect(partOf('shop_catchall')).toEqual(['proxy-policy']);
    expect(partOf('kube_shop__web')).toEqual(['backend']);
  });
});

describe('latency of skipper', () => {
  it.each([
    ['with route histograms', ['skipper_serve_route_duration_seconds_count'], 'available', 'skipper_serve_route_duration_seconds_bucket'],
    ['with host histograms alone', ['skipper_serve_host_duration_seconds_count'], 'available', 'skipper_serve_host_duration_seconds_bucket'],
    ['with neither', ['skipper_proxy_total_duration_seconds_count'], 'inferred', 'skipper_backend_combined_duration_seconds_bucket'],
  ])('%s it is the time of requests, never the overhead of the proxy alone', (_name, present, state, metric) => {
    const plan = findDialect('skipper')!.plan('zone-latency', { ...base, present });
    expect(plan?.state).toBe(state);
    const queries = plan && 'queries' in plan ? plan.queries.map(({ promql }) => promql) : [];
    expect(queries.length).toBe(2);
    for (const promql of queries) expect(promql).toContain(metric);
  });
});

describe('topology mode of services', () => {
  const ksm = findDialect('kube-state-metrics')!;
  const flag = '--metric-annotations-allowlist=services=[service.kubernetes.io/topology-mode]';
  it('is the annotation, with 0 for a service that is there without it', () => {
    expect(ksm.plan('topology-mode', { ...base, present: ['kube_service_annotations'] })).toMatchObject({
      state: 'available', mend: expect.stringContaining(flag) as string, collector: 'kube-state-metrics',
      queries: [{
        promql: 'group by (namespace, service) (kube_service_annotations{job="x",annotation_service_kubernetes_io_topology_mode=~"Auto|auto"}) or 0 * group by (namespace, service) (kube_service_annotations{job="x"})',
        labels: { namespace: 'namespace', service: 'service' },
      }],
    });
  });
  it('names the flag where annotations are not collected', () => {
    expect(ksm.plan('topology-mode', { ...base, present: ['kube_endpointslice_endpoints'] })).toMatchObject({ state: 'not-observable', mend: expect.stringContaining(flag) as string });
  });
});

describe('cloudwatch', () => {
  const promqlOf = (signal: 'lb-zone-flows' | 'lb-zone-requests', more: Partial<DialectContext> = {}) => {
    const plan = findDialect('cloudwatch')!.plan(signal, { ...base, ...more });
    return plan && 'queries' in plan ? plan.queries.map(({ promql }) => promql) : [];
  };
  it.each([['lb-zone-flows', 'aws_networkelb_new_flow_count_sum'], ['lb-zone-requests', 'aws_applicationelb_request_count_sum']] as const)('%s: one query over all label families, rows of one balancer in one zone alone', (signal, metric) => {
    const [promql, ...others] = promqlOf(signal);
    expect(others).toEqual([]);
    for (const [zone, balancer, group] of [
      ['dimension_AvailabilityZone', 'dimension_LoadBalancer', 'dimension_TargetGroup'],
      ['dimension_availability_zone', 'dimension_load_balancer', 'dimension_target_group'],
      ['availability_zone', 'load_balancer', 'target_group'],
    ]) expect(promql).toContain(`${metric}{job="x",${zone}!="",${balancer}!="",${group}=""}`);
  });
  it('a sum per period is divided by the period and never given to rate()', () => {
    expect(promqlOf('lb-zone-flows')[0]).toMatch(/^max by \(lb, az\) \(.*\) \/ 60$/);
    expect(promqlOf('lb-zone-flows', { periodSeconds: 300 })[0]).toMatch(/\[900s\].* \/ 300$/);
    expect(promqlOf('lb-zone-flows')[0]).not.toMatch(/\b(rate|increase|irate)\(/);
  });
  it('a metric that is not there names the exporters', () => {
    expect(findDialect('cloudwatch')!.plan('lb-zone-requests', { ...base, present: ['aws_networkelb_new_flow_count_sum'] })).toMatchObject({ state: 'not-observable', mend: expect.stringContaining('cloudwatch_exporter') as string });
  });
});

describe('delivery tools', () => {
  const delivery = findDialect('delivery')!;
  it.each([
    ['argo-rollout-phase', 'rollout_info', ':8090'], ['argo-app-phase', 'argocd_app_info', 'Argo CD'],
    ['flux-revision', 'gotk_resource_info', 'revision'], ['flagger-phase', 'flagger_canary_status', 'Flagger'],
  ] as const)('%s is %s; where that is not there, the mend says what to scrape', (signal, metric, mend) => {
    expect(delivery.plan(signal, { ...base, present: [] })).toMatchObject({ state: 'not-observable', mend: expect.stringContaining(mend) as string });
    const plan = delivery.plan(signal, { ...base, present: [metric] });
    expect(plan && 'queries' in plan ? plan.queries[0]!.promql : '').toContain(metric);
  });
});
