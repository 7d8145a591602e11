// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Known } from '@/components/traces/known';
import { Sparkline, toBars } from '@/components/traces/sparkline';
import { formatCount } from '@/lib/present/format';

afterEach(cleanup);

it.each([
  ['fewer than fit stay as they are', [1, null, 3], 48, [1, null, 3]],
  ['peaks stay', [0, 9, 0, 0], 2, [9, 0]],
  ['a bar is a gap only when nothing in it is known', [null, 2, null, null], 2, [2, null]],
  ['nothing', [], 48, []],
])('%s', (_name, values, most, bars) => {
  expect(toBars(values, most)).toEqual(bars);
});

it('a gap and a 0 have no bar; the scale is that of the table', () => {
  const { container } = render(<Sparkline values={[null, 0, 5, 10]} most={20} height={20} label="misses" colorVar="--bad" />);
  expect([...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'))).toEqual(['5', '10']);
  expect(screen.getByRole('img', { name: 'misses' })).toBeTruthy();
});

it('a value that is not known is an en dash that says so; 0 is 0', () => {
  render(<><p><Known value={null} write={formatCount} /></p><p><Known value={0} write={formatCount} /></p></>);
  expect(screen.getByTitle('not known').textContent).toContain('–');
  expect(screen.getByText('0')).toBeTruthy();
});
