import { describe, expect, it } from 'vitest';
import { attribute } from '@/lib/detectors/hop-verdict';
import { fixture, tracesOf } from '@/test/support/trace-backends/fixtures';
import { documentedCauses, documentedFixtures, realTrace } from './documented-fixtures';

describe('fixtures of Tempo and VictoriaTraces', () => {
  it.each(Object.entries(documentedFixtures()))('%s is what the script makes', (name, body) => {
    expect(JSON.parse(fixture(name))).toEqual(body);
  });

  it.each(['skipper', 'envoy'].flatMap((proxy) => documentedCauses.map((cause) => [proxy as 'skipper' | 'envoy', cause] as const)))('%s %s has the verdict that it has from Jaeger', (proxy, cause) => {
    const { mechanism, answeredBy, causedBy, band, status } = attribute(realTrace(proxy, cause));
    const prefix = proxy === 'envoy' ? 'envoy-' : '';
    for (const name of [`tempo/${prefix}${cause}.v2.json`, `victoria-traces/${prefix}${cause}.json`]) {
      expect(attribute(tracesOf(name)[0]!)).toMatchObject({ mechanism, band, status, answeredBy: { role: answeredBy.role, spanId: answeredBy.spanId }, causedBy: { role: causedBy.role } });
    }
  });
});
