import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '@/lib/cli/run';
import type { RangeRequest } from '@/lib/domain/requests';
import { rolloutComparisonMarkdown } from '@/lib/present/rollout-compare';
import { makeRuntime } from '@/lib/server/runtime';
import { loadRollouts } from '@/lib/server/use-cases/load-detector';

const whole: RangeRequest = { env: null, from: null, to: null, maxPoints: null };

async function weir(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const texts = { out: '', err: '' };
  output.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  errors.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  const code = await runCli(['compare', '--from', 'now-6h', '--to', 'now', ...args], { input: Readable.from(['']), output, errors, env: {} });
  await new Promise((resolve) => setImmediate(resolve));
  return { code, ...texts };
}

/** The story has two rollouts of shop/shop: 33 requests fail in the first; the second, a drained one, saves them by retries. */
describe('rollouts before and after a moment, in the bundled story', () => {
  beforeAll(() => { Object.assign(globalThis, { [Symbol.for('weir.runtime')]: makeRuntime({ WEIR_RECORDING: path.resolve('public/recordings/story.weir') }, () => 1_796_000_000_000) }); });
  afterAll(() => { Reflect.deleteProperty(globalThis, Symbol.for('weir.runtime')); });

  const moment = async () => {
    const { data } = await loadRollouts(whole, null);
    if (data.kind !== 'checked') throw new Error(data.why);
    const [first, second] = data.detail.rollouts.filter(({ workload }) => workload === 'shop/shop');
    return { detail: data.detail, at: String((first!.to + second!.from) / 2) };
  };

  it('are compared only when a moment is asked for', async () => {
    const { detail, at } = await moment();
    expect(detail.comparison).toBeUndefined();
    const { data } = await loadRollouts(whole, at);
    const shop = data.kind === 'checked' ? data.detail.comparison?.find(({ workload }) => workload === 'shop/shop') : undefined;
    expect([shop?.before.rollouts, shop?.after.rollouts, shop?.before.failed, shop?.after.failed].sort()).toEqual([0, 1, 1, 33]);
    expect(shop?.verdict).toBe('cannot-tell');
  });

  it('the CLI tells one workload, and names those it saw when it is none of them', async () => {
    const { at } = await moment();
    const known = await weir('--moment', at, '--detector', 'rollout-errors', '--workload', 'shop/shop', '--format', 'md');
    expect([known.code, known.out.match(/^## .*/gm)]).toEqual([0, ['## shop/shop: Cannot tell']]);
    const unknown = await weir('--moment', at, '--detector', 'rollout-errors', '--workload', 'no/such');
    expect([unknown.code, unknown.out]).toEqual([1, '']);
    expect(unknown.err).toContain('seen: milo/apiserver, shop/cart, shop/shop');
  });

  it.each([
    ['a detector that has no comparison', ['--detector', 'not-found-split'], '--detector: expected zone-flapping or rollout-errors'],
    ['a workload of zones', ['--workload', 'shop/shop'], '--workload: goes with'],
  ])('refuses %s', async (_name, args, text) => {
    const { code, err } = await weir('--moment', 'now-1h', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(text)]);
  });
});

describe('the comparison as Markdown', () => {
  it('lets no name of a workload become markup', () => {
    const side = { rollouts: 2, failed: 0, expected: 0, nearMisses: null, requests: null };
    const text = rolloutComparisonMarkdown([{
      workload: 'a/<img src=x>|`[x](y)', moment: 0 as never, before: side, after: side, ratio: null, dispersion: 1, verdict: 'cannot-tell', neededFor: null, needed: null, text: 'Cannot tell.', caveats: [],
    }], 'UTC');
    expect(text).toContain('## a/\\<img src=x\\>\\|\\`\\[x\\](y): Cannot tell');
  });
  it('says when no rollout was seen', () => expect(rolloutComparisonMarkdown([], 'UTC')).toContain('No rollout was seen'));
});
