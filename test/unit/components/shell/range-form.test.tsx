// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RangeForm } from '@/components/shell/range-form';

afterEach(cleanup);
const now = Date.parse('2026-11-29T14:05:00Z');
const draw = (from: string, to: string) => {
  const onApply = vi.fn();
  render(<RangeForm from={from} to={to} now={now} zone="UTC" shown={(at) => new Date(at).toISOString()} onApply={onApply} />);
  return onApply;
};

describe('RangeForm', () => {
  it('applies Grafana syntax as it was written', async () => {
    const onApply = draw('now-1h', 'now');
    await userEvent.clear(screen.getByLabelText('From'));
    await userEvent.type(screen.getByLabelText('From'), 'now-1d/d{Enter}');
    expect(onApply).toHaveBeenCalledWith('now-1d/d', 'now');
  });

  it('says at the field what it expected, and applies nothing', async () => {
    const onApply = draw('now-1h', 'now');
    await userEvent.clear(screen.getByLabelText('To'));
    await userEvent.type(screen.getByLabelText('To'), 'tomorrow');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByRole('alert').textContent).toContain('expected now-6h');
    expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true');
    expect(onApply).not.toHaveBeenCalled();
  });

  it('a time without a date is one of the day of the recording, or of today', async () => {
    for (const [day, iso] of [[Date.parse('2026-06-02T23:41:00Z'), '2026-06-02T23:40:00Z'], [undefined, '2026-11-29T23:40:00Z']] as const) {
      const onApply = vi.fn();
      render(<RangeForm from="2026-06-02 10:00" to="now" now={now} day={day} zone="UTC" shown={String} onApply={onApply} />);
      await userEvent.clear(screen.getByLabelText('To'));
      await userEvent.type(screen.getByLabelText('To'), '23:40{Enter}');
      expect(onApply).toHaveBeenCalledWith(String(Date.parse('2026-06-02T10:00:00Z')), String(Date.parse(iso)));
      cleanup();
    }
  });

  it('shows epoch milliseconds as the time they mean, and writes them back', async () => {
    const onApply = draw('1795957500000', '1795961100000');
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-29 13:05:00');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenCalledWith('1795957500000', '1795961100000');
  });
});
