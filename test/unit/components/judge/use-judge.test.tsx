// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useJudge } from '@/components/judge/use-judge';
import { makeQueryClient } from '@/lib/client/query-client';

afterEach(() => { cleanup(); vi.unstubAllGlobals(); });

/** A server that answers when told to, and remembers which requests were ended. */
function judging() {
  const signals: AbortSignal[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (_path: string, { signal, body }: { signal: AbortSignal; body: string }) => new Promise((resolve, reject) => {
    signals.push(signal);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    answers.push(() => resolve(Response.json({ data: body })));
  }));
  const client = makeQueryClient();
  const { result, unmount } = renderHook(() => useJudge(null), { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> });
  const start = async (text: string) => { await act(async () => result.current.start(text)); };
  return { client, result, unmount, signals, answers, start };
}

describe('useJudge', () => {
  it('a new text takes the place of the old one, whose request is ended', async () => {
    const { result, signals, answers, start } = judging();
    await start('first');
    await start('second');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await act(async () => answers[1]!());
    await waitFor(() => expect(result.current.judge.data?.data).toBe('second'));
  });

  it('stopped, it ends the request and shows no failure', async () => {
    const { result, signals, start } = judging();
    await start('first');
    await act(async () => result.current.stop());
    expect([signals[0]!.aborted, result.current.judge.isPending, result.current.judge.error]).toEqual([true, false, null]);
  });

  it('ends the request when the page is left', async () => {
    const { unmount, signals, start } = judging();
    await start('first');
    unmount();
    expect(signals[0]!.aborted).toBe(true);
  });

  it('keeps no answer but the one that is shown', async () => {
    const { client, answers, start, result } = judging();
    for (const [i, text] of ['a', 'b', 'c'].entries()) {
      await start(text);
      await act(async () => answers[i]!());
      await waitFor(() => expect(result.current.judge.data?.data).toBe(text));
    }
    await waitFor(() => expect(client.getMutationCache().getAll()).toHaveLength(1));
  });
});
