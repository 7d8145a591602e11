'use client';

import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { judgeText } from '@/lib/client/queries';

/**
 * One question at a time: a new text takes the place of the one that is being judged, whose request is ended. Answers are
 * not kept (`gcTime`): a text may be 64 MB, and a reader may paste many.
 */
export function useJudge(env: string | null) {
  const running = useRef<AbortController | null>(null);
  const judge = useMutation({ mutationFn: ({ text, signal }: { readonly text: string | Blob; readonly signal: AbortSignal }) => judgeText(env, text, signal), gcTime: 0 });
  const { mutate, reset } = judge;
  const start = useCallback((text: string | Blob) => {
    running.current?.abort();
    running.current = new AbortController();
    mutate({ text, signal: running.current.signal });
  }, [mutate]);
  const stop = useCallback(() => { running.current?.abort(); reset(); }, [reset]);
  // A request outlives the page that made it unless it is ended.
  useEffect(() => () => running.current?.abort(), []);
  return { judge, start, stop };
}
