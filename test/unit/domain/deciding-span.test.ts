import { describe, expect, it } from 'vitest';
import { decidingSpan } from '@/lib/domain/deciding-span';
import type { HopRef, VerdictEvidence } from '@/lib/domain/verdict';

const hop = (spanId: string | null): HopRef => ({ role: 'proxy', service: null, instance: null, zone: null, spanId });
const sign = (spanId: string | null, weight: number): VerdictEvidence => ({ code: 'CLIENT_ABORT', spanId, weight, text: '' });

describe('decidingSpan', () => {
  it.each([
    ['who answered comes first', hop('a'), hop('c'), [sign('e', 0.9)], 'a'],
    ['then who caused it', hop(null), hop('c'), [sign('e', 0.9)], 'c'],
    ['then the heaviest evidence that has a span', hop(null), hop(null), [sign('e1', 0.6), sign(null, 0.9), sign('e2', 0.2)], 'e1'],
    ['of equal evidence the last', hop(null), hop(null), [sign('e1', 0.9), sign('e2', 0.9)], 'e2'],
    ['nothing points at a span', hop(null), hop(null), [sign(null, 0.9)], null],
  ] as const)('%s', (_name, answeredBy, causedBy, evidence, spanId) => {
    expect(decidingSpan({ answeredBy, causedBy, evidence })).toBe(spanId);
  });
});
