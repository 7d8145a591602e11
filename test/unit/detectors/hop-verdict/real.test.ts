import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { attribute, toRequestSample } from '@/lib/detectors/hop-verdict';
import type { Trace } from '@/lib/domain/traces';
import { parseTraces } from '@/lib/wire/parse-traces';

const folder = path.resolve(import.meta.dirname, '../../../fixtures/real');
const read = (file: string): readonly Trace[] => {
  const parsed = parseTraces(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  if (!parsed.ok) throw new Error(`${file}: ${parsed.error}`);
  return parsed.traces;
};

/** What really happened (test/fixtures/real/README.md): answering hop, causing hop, mechanism, least acceptable band. */
const truths: Readonly<Record<string, readonly [string, string, string, readonly string[]]>> = {
  healthy: ['backend', 'backend', 'healthy', ['certain']],
  'healthy-uninstrumented': ['backend', 'backend', 'healthy', ['likely']],
  'route-miss': ['proxy', 'proxy', 'route_miss', ['certain']],
  'catch-all': ['proxy', 'proxy', 'local_policy', ['certain']],
  'backend-404': ['backend', 'backend', 'passthrough', ['certain']],
  'backend-404-uninstrumented': ['backend', 'backend', 'passthrough', ['likely']],
  'backend-502': ['backend', 'backend', 'passthrough', ['certain']],
  // Skipper writes 503 on failed tries too.
  'backend-503-uninstrumented': ['backend', 'backend', 'passthrough', ['likely', 'possible']],
  refused: ['proxy', 'backend', 'connect_failed', ['certain']],
  'closed-without-answer': ['proxy', 'backend', 'reset_before_response', ['certain']],
  timeout: ['proxy', 'backend', 'timeout', ['certain']],
  'retry-worked': ['backend', 'backend', 'healthy', ['certain']],
  'client-gone': ['nobody', 'client', 'client_abort', ['certain']],
  // Skipper's shunt looks like a lost forwarding span.
  'no-endpoint': ['proxy', 'backend', 'no_endpoint', ['certain', 'possible']],
};

const cases = ['skipper', 'envoy'].flatMap((proxy) => {
  const place = path.join(folder, 'traces', proxy);
  return (existsSync(place) ? readdirSync(place) : []).map((file) => [`${proxy}/${file}`, file.split('.')[0]!] as const);
});

describe('traces that real proxies and a real Jaeger made', () => {
  it('are there', () => {
    expect(cases.length).toBeGreaterThan(40);
  });

  it.each(cases)('%s', (file, cause) => {
    const traces = read(`traces/${file}`);
    const verdict = attribute(traces[0]!);
    const [answeredBy, causedBy, mechanism, bands] = truths[cause]!;
    expect(traces).toHaveLength(1);
    expect([verdict.answeredBy.role, verdict.causedBy.role, verdict.mechanism]).toEqual([answeredBy, causedBy, mechanism]);
    expect(bands).toContain(verdict.band);
    expect(verdict.earlierAttempts).toBe(cause === 'retry-worked' ? 1 : 0);
  });

  it.each(cases)('%s gives a sample with all that the proxy said', (file) => {
    const trace = read(`traces/${file}`)[0]!;
    const sample = toRequestSample(trace, attribute(trace), 'edge');
    expect(sample).toMatchObject({ traceId: trace.traceId, proxy: 'edge', method: expect.stringMatching(/^[A-Z]+$/), path: expect.stringMatching(/^\//) });
    expect(sample.host).toMatch(/example\.org/);
    expect(sample.client).toMatch(/^127\./);
    expect(sample.instance).toMatch(/^(skipper|envoy)-/);
    expect(sample.zone).toMatch(/^eu-central-1[abc]$/);
    expect(sample.durationMs).toBeGreaterThan(0);
  });

  it.each([['search-skipper.v1.json', 'search-skipper.v3.json'], ['search-envoy.v1.json', 'search-envoy.v3.json']])('searches %s and %s read as whole traces', (v1, v3) => {
    for (const file of [v1, v3]) {
      const traces = read(`jaeger/${file}`);
      expect(traces.length).toBeGreaterThan(0);
      for (const trace of traces) expect(attribute(trace).chain.length).toBeGreaterThan(0);
    }
  });

  it.each(['error-not-found-v1.json', 'error-not-found-v3.json'])('%s is an error, not an empty answer', (file) => {
    const parsed = parseTraces(JSON.parse(readFileSync(path.join(folder, 'jaeger', file), 'utf8')));
    expect(parsed).toMatchObject({ ok: false, error: expect.stringContaining('error instead of traces') });
  });
});
