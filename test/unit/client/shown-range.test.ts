import { describe, expect, it } from 'vitest';
import { draggedRange, rangeLabel, shiftRange, shownRange, zoomOut } from '@/lib/client/shown-range';
import { defaultViewState } from '@/lib/url/view-state';
import { environments } from '../../support/samples';

const [live, recording] = [environments[0]!, environments[1]!];
const now = 10_000_000;

describe('the shown range', () => {
  it.each([
    ['live: the last hour', defaultViewState, live, { from: now - 3_600_000, to: now }],
    ['recording: the whole of it', defaultViewState, recording, recording.recorded!],
    ['the URL wins', { ...defaultViewState, from: 'now-6h', to: 'now' }, recording, { from: now - 21_600_000, to: now }],
  ])('%s', (_name, state, environment, span) => {
    expect(shownRange(state, environment, now)).toEqual(span);
  });

  it('shifts by half, never into the future', () => {
    expect(shiftRange({ from: 0, to: 100 }, -1, 1000)).toEqual({ from: -50, to: 50 });
    expect(shiftRange({ from: 0, to: 100 }, 1, 1000)).toEqual({ from: 50, to: 150 });
    expect(shiftRange({ from: 0, to: 100 }, 1, 120)).toEqual({ from: 20, to: 120 });
  });

  it('zooms out to twice the length, ending now at the latest', () => {
    expect(zoomOut({ from: 100, to: 200 }, 1000)).toEqual({ from: 50, to: 250 });
    expect(zoomOut({ from: 100, to: 200 }, 200)).toEqual({ from: 0, to: 200 });
  });

  it('a drag to the left is a range too, and none is shorter than ten seconds', () => {
    expect(draggedRange(90_000, 30_000)).toEqual({ from: 30_000, to: 90_000 });
    expect(draggedRange(50_000, 50_100)).toEqual({ from: 45_050, to: 55_050 });
  });

  it.each([
    [defaultViewState, live, 'Last 1 hour'], [defaultViewState, recording, 'Whole recording'],
    [{ ...defaultViewState, from: 'now-6h', to: 'now' }, live, 'Last 6 hours'],
    [{ ...defaultViewState, from: 'now/d', to: 'now' }, live, 'now/d to now'],
    [{ ...defaultViewState, from: '1795957500000', to: '1795961100000' }, live, null],
  ])('is named', (state, environment, label) => {
    expect(rangeLabel(state, environment)).toBe(label);
  });
});
