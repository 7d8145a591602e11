import { describe, expect, it } from 'vitest';
import type { NotFoundDetail } from '@/lib/domain/not-found-detail';
import { notFoundModels } from '@/lib/present/not-found';
import { notFoundSample } from '../../support/samples-details';

const models = notFoundModels(notFoundSample());

describe('the ledger', () => {
  it('adds up to the counter at every step, and is a gap where the counter is', () => {
    const detail = notFoundSample();
    detail.at.forEach((_, i) => {
      const values = models.ledger.series.map(({ values: column }) => column[i] ?? null);
      if (detail.total[i] === null) expect(values.every((value) => value === null)).toBe(true);
      else expect(values.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(detail.total[i]);
    });
    expect(detail.total).toContain(null);
  });
  it('what the classes do not explain is unknown, not dropped', () => {
    const sample = notFoundSample(2);
    const { ledger } = notFoundModels({ ...sample, total: [100, null], classes: { ...sample.classes, unknown: [null, null] } });
    expect(ledger.series.find(({ key }) => key === 'unknown')?.values).toEqual([32, null]);
  });
  it('route misses stand on top, in their own colour', () => {
    expect(models.ledger.series.at(-1)).toMatchObject({ key: 'route-miss', colorVar: '--nf-route-miss' });
  });
});

describe('headline and parts', () => {
  it('says the total and its two largest parts', () => {
    expect(models.headline).toBe('26,330 answers with 404: 36\u00A0% route miss, 36\u00A0% scanner');
  });
  it('says so when there is none', () => {
    expect(notFoundModels({ ...notFoundSample(2), requests: 0, parts: [] }).headline).toBe('No 404 in this range');
  });
  it('parts add up to the total and say how they are told', () => {
    expect(models.parts.reduce((sum, { requests }) => sum + requests, 0)).toBe(models.total);
    expect(models.parts[0]).toMatchObject({ label: 'route miss', method: 'Counted by the proxy; step of one instance against its fleet' });
    expect(models.parts.at(-1)?.method).toBe('Nothing tells');
  });
});

describe('404s of applications', () => {
  const noteOf = (applicationProbes: NotFoundDetail['applicationProbes']) => notFoundModels({ ...notFoundSample(2), applicationProbes }).parts.find((part) => part.class === 'application')?.note;
  it('say how many are probes, when samples show it', () => {
    expect(noteOf({ samples: 40, hostile: 31 })).toBe('Answered by an application; 31 of 40 looked-at ones ask for paths as scanners do');
  });
  it.each([[null], [undefined], [{ samples: 40, hostile: 0 }]])('say nothing for %j', (probes) => {
    expect(noteOf(probes)).toBeNull();
  });
});

describe('instances', () => {
  it('say when the table changed as a time, not as an age', () => {
    const sample = notFoundSample(4);
    const rows = (tableAgeSeconds: number | null) => notFoundModels({ ...sample, instances: sample.instances.slice(0, 1).map((one) => ({ ...one, tableAgeSeconds })) }).instances[0];
    expect(rows(90)?.tableChangedAt).toBe(sample.at.at(-1)! - 90_000);
    expect(rows(null)?.tableChangedAt).toBeNull();
  });
  it('the one that misses most is first and marked; its siblings are not', () => {
    expect(models.instances.map(({ name, outlier }) => [name.text, outlier])[0]).toEqual(['skipper-ingress-canary-7f9', true]);
    expect(models.instances.filter(({ outlier }) => outlier)).toHaveLength(1);
  });
  it('the route-table chart colours the marked one and leaves the fleet neutral', () => {
    expect(models.routes?.series.map(({ colorVar }) => colorVar)).toEqual(['--nf-route-miss', ...Array(5).fill('--line-strong')]);
  });
  it('no chart where no table size is exported', () => {
    const sample = notFoundSample(2);
    expect(notFoundModels({ ...sample, instances: sample.instances.map((one) => ({ ...one, routesPerStep: [null, null] })) }).routes).toBeNull();
  });
});

describe('targets', () => {
  it('traces that could not be looked at are null, not an empty list', () => {
    expect(notFoundModels({ ...notFoundSample(2), targets: null }).targets).toBeNull();
  });
  it('hostile text is visible, clipped, and whole beside it', () => {
    const row = models.targets?.at(-1);
    expect(row?.host?.text).toBe('<script>alert(1)</script>');
    expect(row?.path).toMatchObject({ clipped: true });
    expect(row?.path.text).toContain('⟨U+202E⟩');
    expect(row?.path.full.length).toBeGreaterThan(4_000);
  });
  it('evidence is in words, heaviest first', () => {
    expect(models.targets?.[0]?.evidence.map(({ text, weight }) => [text, weight])).toEqual([['was served before', -2.5], ['one instance misses what its siblings serve', -1.2]]);
  });
});
