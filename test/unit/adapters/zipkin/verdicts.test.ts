import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { attribute } from '@/lib/detectors/hop-verdict';
import { tracesOf } from '@/test/support/trace-backends/fixtures';

/** What really happened (test/fixtures/real/README.md): answering hop, causing hop, mechanism; then the least acceptable bands. */
const truths: Readonly<Record<string, readonly [string, string, string, readonly string[]]>> = {
  healthy: ['backend', 'backend', 'healthy', ['certain']],
  'healthy-uninstrumented': ['backend', 'backend', 'healthy', ['likely']],
  'route-miss': ['proxy', 'proxy', 'route_miss', ['certain']],
  'backend-404': ['backend', 'backend', 'passthrough', ['certain']],
  'backend-404-uninstrumented': ['backend', 'backend', 'passthrough', ['likely']],
  'backend-502': ['backend', 'backend', 'passthrough', ['certain']],
  refused: ['proxy', 'backend', 'connect_failed', ['certain']],
  'closed-without-answer': ['proxy', 'backend', 'reset_before_response', ['certain']],
  timeout: ['proxy', 'backend', 'timeout', ['certain']],
  'retry-worked': ['backend', 'backend', 'healthy', ['certain']],
  'client-gone': ['nobody', 'client', 'client_abort', ['certain']],
  'no-endpoint': ['proxy', 'backend', 'no_endpoint', ['certain', 'likely']],
};

const folder = path.resolve(import.meta.dirname, '../../../fixtures/real/zipkin');
const cases = ['own', 'shared'].flatMap((mode) => readdirSync(path.join(folder, mode, 'traces')).map((file) => [`${mode}/traces/${file}`, file.replace('.json', '')] as const));

describe('traces that a real Envoy wrote and a real Zipkin gave', () => {
  it('are there', () => expect(cases.length).toBe(38));

  it.each(cases)('%s', (file, name) => {
    const traces = tracesOf(`real/zipkin/${file}`);
    const verdict = attribute(traces[0]!);
    const [answeredBy, causedBy, mechanism, bands] = truths[name.replace(/^(called|chained)-/, '')]!;
    expect(traces).toHaveLength(1);
    expect([verdict.answeredBy.role, verdict.causedBy.role, verdict.mechanism]).toEqual([answeredBy, causedBy, mechanism]);
    expect(bands).toContain(verdict.band);
    expect(verdict.earlierAttempts).toBe(name === 'retry-worked' ? 1 : 0);
  });

  it.each(cases.filter(([, name]) => name.startsWith('chained-')))('%s walks from the edge to the hop at fault', (file, name) => {
    const services = attribute(tracesOf(`real/zipkin/${file}`)[0]!).chain.map(({ service }) => service);
    expect(services).toEqual(['envoy-edge', 'envoy-gateway', ...(/refused|miss/.test(name) ? [] : ['shop'])]);
  });

  it.each(cases)('%s: every span has an id of its own, and a parent that is there', (file) => {
    const { spans } = tracesOf(`real/zipkin/${file}`)[0]!;
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(ids.size).toBe(spans.length);
    expect(spans.filter(({ parentId }) => parentId !== null && !ids.has(parentId))).toEqual([]);
    expect(spans.filter(({ parentId }) => parentId === null)).toHaveLength(1);
  });
});
