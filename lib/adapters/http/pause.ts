import { SourceError } from '../../ports/source-error';

/** Waits, unless the question is given up: then it throws SourceError `aborted`. */
export function pauseFor(signal: AbortSignal | undefined, name: string): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(new SourceError('aborted', `the question to ${name} was given up`));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
}
