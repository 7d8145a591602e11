import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, percentile, ratioOfMedians, rounded, spread } from '@/scripts/bench/figures';
import { modelText, pods, zoneShare } from '@/scripts/bench/model';
import { type Outcomes, benchNames, measured, report } from '@/scripts/bench/outcome';
import { SPANS, notFoundPaths, tracesText } from '@/scripts/bench/traces';
import { uiUrl } from '@/scripts/bench/addresses';
import { parseTraces } from '@/lib/wire/parse-traces';

describe('figures of the bench', () => {
  it.each([
    [[], null],
    [[7], 7],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
  ])('the median of %j is %s', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it.each([
    [[], 0.95, null],
    [[3], 0.95, 3],
    [Array.from({ length: 100 }, (_, i) => 100 - i), 0.95, 95],
    [[1, 2, 3, 4], 0.5, 2],
    [[1, 2, 3, 4], 1, 4],
  ])('of %j the share %s lies at or below %s', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  it('refuses a share outside of (0, 1]', () => {
    expect(() => percentile([1], 0)).toThrow(RangeError);
    expect(() => percentile([1], 95)).toThrow(RangeError);
  });

  it('the order of measurements does not matter, and median and p95 lie among them', () => {
    fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
      const [middle, p95] = [median(values)!, percentile(values, 0.95)!];
      expect(median([...values].reverse())).toBe(middle);
      expect(values).toContain(p95);
      expect(middle).toBeGreaterThanOrEqual(Math.min(...values));
      expect(p95).toBeLessThanOrEqual(Math.max(...values));
      expect(values.filter((value) => value <= p95).length).toBeGreaterThanOrEqual(0.95 * values.length);
    }));
  });

  it('divides medians, not means: one slow round changes nothing', () => {
    expect(ratioOfMedians([10, 12, 900], [4, 4, 4])).toBe(3);
  });

  it('has no ratio where one side was not measured', () => {
    expect(ratioOfMedians([1], [])).toBeNull();
    expect(ratioOfMedians([], [1])).toBeNull();
    expect(ratioOfMedians([1], [0])).toBeNull();
  });

  it.each([[0.012345, 0.0123], [1.2345, 1.23], [123.7, 124], [59_706.4, 59_706]])('reads %s as %s', (value, expected) => {
    expect(rounded(value)).toBe(expected);
  });

  it('a spread of nothing is nothing', () => {
    expect(spread([])).toBeNull();
    expect(spread([2, 1, 3])).toEqual({ n: 3, min: 1, median: 2, p95: 3, max: 3 });
  });
});

describe('report', () => {
  const some: Outcomes = { rssMb: measured(140, { requests: 200 }), serverOverhead: { value: null, reason: 'prometheus is not installed on this machine' } };

  it('names everything: a figure, or null with the reason', () => {
    const printed: Record<string, unknown> = report(some, {});
    for (const name of benchNames) expect(printed).toHaveProperty(name);
    expect(printed.rssMb).toBe(140);
    expect(printed.serverOverhead).toBeNull();
    const reasons = printed.notMeasured as Record<string, string>;
    expect(Object.keys(reasons).sort()).toEqual(benchNames.filter((name) => name !== 'rssMb').sort());
    expect(reasons.serverOverhead).toBe('prometheus is not installed on this machine');
  });

  it('keeps the raw numbers of what failed, too', () => {
    const printed = report({ hoverP95Ms: measured(null, { moves: 0 }, 'no chart') }, { cpus: 2 });
    expect(printed.raw).toEqual({ hoverP95Ms: { moves: 0 }, circumstances: { cpus: 2 } });
  });
});

describe('the modelled fleet', () => {
  const written = { series: 0, samples: 0 };
  const lines = [...modelText({ from: 0, to: 150 }, 'seconds', written)].join('').trimEnd().split('\n');

  it('is OpenMetrics: typed families, times in seconds, an end', () => {
    expect(lines.at(-1)).toBe('# EOF');
    expect(lines).toContain('# TYPE up unknown');
    expect(lines.filter((line) => line.startsWith(`skipper_proxy_total_duration_seconds_count{`) && line.includes(pods[0]!.name))).toHaveLength(11);
  });

  it('counts what it wrote', () => {
    expect(written.samples).toBe(lines.filter((line) => !line.startsWith('#')).length);
    expect(written.series).toBeLessThan(written.samples);
  });

  it('counters never fall', () => {
    const values = lines.filter((line) => line.startsWith('skipper_serve_route_count{') && line.includes(pods[3]!.name) && line.includes('code="200"') && line.includes('__r1__')).map((line) => Number(line.split(' ')[1]));
    expect(values).toHaveLength(11);
    expect(values.every((value, i) => i === 0 || value >= values[i - 1]!)).toBe(true);
  });

  it('is the same for both stores, but for the unit of time', () => {
    const millis = [...modelText({ from: 0, to: 150 }, 'millis', { series: 0, samples: 0 })].join('').trimEnd().split('\n');
    expect(millis.map((line) => line.replace(/ \d+$/, ''))).toEqual(lines.filter((line) => !line.startsWith('#')).map((line) => line.replace(/ \d+$/, '')));
    expect(millis[1]).toMatch(/ 15000$/);
  });

  it('shares of the zones add up', () => {
    for (const i of [0, 160, 209, 210]) expect(zoneShare('a', i) + zoneShare('b', i) + zoneShare('c', i)).toBeCloseTo(1);
  });
});

describe('inputs of the pure measurements', () => {
  it(`makes distinct traces of ${SPANS} spans`, () => {
    const parsed = parseTraces(JSON.parse(tracesText(40)));
    expect(parsed.ok && parsed.traces.map(({ spans }) => spans.length)).toEqual(Array.from({ length: 40 }, () => SPANS));
    expect(parsed.ok && new Set(parsed.traces.map(({ traceId }) => traceId)).size).toBe(40);
  });

  it('reads paths from the fixtures', () => {
    expect(notFoundPaths().length).toBeGreaterThan(100);
    expect(notFoundPaths().filter((path) => !path.startsWith('/'))).toEqual([]);
  });
});

describe('addresses of the other pages', () => {
  const window = { from: Date.UTC(2026, 10, 29, 20), to: Date.UTC(2026, 10, 29, 22) };

  it('gives the query as data', () => {
    const query = 'sum by (az) (rate(x{job="a&b"}[1m]))';
    expect(new URL(uiUrl('prometheus', 'http://127.0.0.1:9/classic/graph', query, window)).searchParams.get('g0.expr')).toBe(query);
    expect(new URLSearchParams(new URL(uiUrl('vmui', 'http://127.0.0.1:9/vmui/', query, window)).hash.slice(3)).get('g0.expr')).toBe(query);
  });

  it('asks for the same window', () => {
    expect(new URL(uiUrl('prometheus', 'http://127.0.0.1:9/classic/graph', 'up', window)).searchParams.get('g0.end_input')).toBe('2026-11-29 22:00:00');
    expect(new URL(uiUrl('prometheus', 'http://127.0.0.1:9/classic/graph', 'up', window)).searchParams.get('g0.range_input')).toBe('7200s');
  });
});
