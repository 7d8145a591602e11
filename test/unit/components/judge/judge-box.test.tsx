// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { JudgeBox } from '@/components/judge/judge-box';

afterEach(cleanup);
const box = () => screen.getByRole('textbox');

describe('the paste box', () => {
  it('what was typed is still there on the way back', async () => {
    const first = render(<JudgeBox busy={false} onJudge={() => {}} />);
    await userEvent.type(box(), 'a draft');
    first.unmount();
    render(<JudgeBox busy={false} onJudge={() => {}} />);
    expect((box() as HTMLTextAreaElement).value).toBe('a draft');
    await userEvent.clear(box());
  });

  it.each([[false, 1], [true, 0]])('while busy (%s) Ctrl+Enter asks %d times', async (busy, times) => {
    const onJudge = vi.fn();
    render(<JudgeBox busy={busy} onJudge={onJudge} />);
    await userEvent.type(box(), 'abc');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(onJudge).toHaveBeenCalledTimes(times);
    await userEvent.clear(box());
  });
});
