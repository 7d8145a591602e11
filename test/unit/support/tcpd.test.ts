import { describe, expect, it } from 'vitest';
import { tcpdCovering, tcpdF1 } from '../../support/protocols/tcpd';

describe('scores of the Turing Change Point Dataset', () => {
  const two = { a: [10], b: [10, 50] };
  it.each([
    ['what all annotators see', { a: [10], b: [10] }, [10], 1],
    ['within the margin of five', { a: [10] }, [15], 1],
    ['just outside it', { a: [10] }, [16], 0.5],
    ['nothing found: index 0 counts as found', { a: [10] }, [], 2 / 3],
    ['one annotator sees more: precision 1, recall (1 + 2/3) / 2', two, [10], (2 * (5 / 6)) / (1 + 5 / 6)],
  ])('F1: %s', (_name, annotations, found, f1) => expect(tcpdF1(annotations, found)).toBeCloseTo(f1, 9));

  it.each([
    ['the same segments', { a: [50] }, [50], 1],
    ['one segment for two halves', { a: [50] }, [], 0.5],
    ['a piece of ten cut off one segment', { a: [] }, [10], 0.9],
  ])('covering: %s', (_name, annotations, found, cover) => expect(tcpdCovering(annotations, found, 100)).toBeCloseTo(cover, 9));
});
