// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Ladder } from '@/components/trace/ladder';
import { ladderOf } from '@/lib/present/ladder';
import { resetVerdict } from '../../../support/samples-traces';

afterEach(cleanup);

describe('Ladder', () => {
  it('shows each hop in order, with who answered and who caused it in words', () => {
    render(<Ladder good={false} hops={ladderOf(resetVerdict())} onSelect={() => {}} />);
    const hops = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
    expect(hops).toHaveLength(3);
    expect(hops[1]).toContain('proxy, answered');
    expect(hops[1]).toContain('503');
    expect(hops[1]).toContain('the connection to the next hop broke');
    expect(hops[2]).toContain('backend, caused it');
  });

  it('a hop with a span leads to it by keyboard, one without does not pretend to', async () => {
    const onSelect = vi.fn();
    render(<Ladder good={false} hops={ladderOf(resetVerdict())} onSelect={onSelect} />);
    expect(screen.getAllByRole('button')).toHaveLength(1);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledWith('a1');
  });

  it('names that are markup stay text', () => {
    const chain = [{ ...resetVerdict().chain[0]!, service: '<img src=x onerror=alert(1)>' }];
    const { container } = render(<Ladder good={false} hops={ladderOf(resetVerdict({ chain }))} onSelect={() => {}} />);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  });
});
