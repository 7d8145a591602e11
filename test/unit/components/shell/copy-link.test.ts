import { describe, expect, it } from 'vitest';
import { absoluteAddress } from '@/components/shell/copy-link';

const span = { from: 1795957500000, to: 1795961100000 };

describe('the copied link', () => {
  it('has absolute times and the environment, and does not refresh', () => {
    const address = absoluteAddress('https://weir.example', '/zones', new URLSearchParams('from=now-1h&to=now&refresh=15s&view=share'), span, 'prod-eu');
    expect(address).toBe('https://weir.example/zones?env=prod-eu&from=1795957500000&to=1795961100000&view=share');
  });

  it('keeps the environment of the URL', () => {
    expect(absoluteAddress('', '/', new URLSearchParams('env=lab'), span, 'prod-eu')).toContain('env=lab');
  });
});
