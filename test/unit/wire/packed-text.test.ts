import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packedKind } from '@/lib/wire/packed-text';

const json = '{"data":[]}';

describe('packedKind', () => {
  it.each([
    ['gzip', gzipSync(json), /gzip file: unpack it first/],
    ['zip', Buffer.from('PK\x03\x04\x14\x00'), /zip file: unpack it first/],
    ['UTF-16 as PowerShell writes it', Buffer.from(`\ufeff${json}`, 'utf16le'), /UTF-16: save it as UTF-8/],
    ['UTF-16, high byte first', Buffer.from(`\ufeff${json}`, 'utf16le').swap16(), /UTF-16/],
  ])('%s is named', (_name, bytes, kind) => {
    expect(packedKind(bytes.toString('utf8'))).toMatch(kind);
  });
  it.each([['JSON', json], ['a byte order mark', `\ufeff${json}`], ['nothing', ''], ['replacement characters in a text', '\ufffd\ufffd{}']])('%s is text', (_name, text) => {
    expect(packedKind(text)).toBeNull();
  });
});
