import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, parseConfig, readConfigFile } from '@/lib/server/config/load';
import { readQuickStart } from '@/lib/server/config/quick-start';
import { makeRuntime } from '@/lib/server/runtime';

const folder = mkdtempSync(path.join(tmpdir(), 'weir-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  const full = path.join(folder, name);
  writeFileSync(full, text);
  return full;
};
const one = (metrics = 'url: "http://x:9"', more = '') => `environments:
  - name: a
    metrics: {${metrics}}
    proxies: [{dialect: skipper}]
${more}`;
const parse = (text: string) => parseConfig(text, 'weir.yaml', { HOME: '/root' });
const token = file('token', 'hunter2\nsecond line\n');

describe('a configuration that cannot work stops the start with line and key', () => {
  it.each([
    ['two environments of one name', one('url: "http://x:9"', '  - name: a\n    metrics: {url: "http://y:9"}\n    proxies: [{dialect: envoy}]\n'), 'weir.yaml:5: environments[1].name: expected a name of its own'],
    ['a tab as indentation', 'environments:\n\t- name: a\n', 'weir.yaml:2: not YAML'],
    ['a token of two lines', one(`url: "http://x:9", auth: {bearer: "\${file:${token}}"}`), 'weir.yaml:3: environments[0].metrics.auth.bearer: expected text that fits into one HTTP header'],
    ['a header of two lines', one('url: "http://x:9", headers: {X-Scope: "a\\r\\nX-Admin: 1"}'), 'weir.yaml:3: environments[0].metrics.headers.X-Scope: expected text'],
    ['a header with a space in its name', one('url: "http://x:9", headers: {"X Y": a}'), 'weir.yaml:3: environments[0].metrics.headers'],
    ['a CA file that is not there', one('url: "http://x:9", tls: {caFile: /nope/ca.pem}'), 'weir.yaml:3: environments[0].metrics.tls.caFile: expected a file that can be read'],
    ['a certificate without its key', one(`url: "http://x:9", tls: {certFile: "${token}"}`), 'weir.yaml:3: environments[0].metrics.tls: expected certFile and keyFile together'],
    ['credentials that are not percent-encoded', one('url: "http://u:hunter2%zz@x"'), 'weir.yaml:3: environments[0].metrics.url: expected an http or https URL'],
    ['a parameter that no detector has', one(undefined, '    detectors: {zone-flapping: {nope: 1}}\n'), 'weir.yaml:5: environments[0].detectors.zone-flapping.nope: expected one of'],
    ['a detector that does not exist', one(undefined, '    detectors: {nope: {}}\n'), 'weir.yaml:5: environments[0].detectors.nope: expected one of zone-flapping'],
  ])('%s', (_name, text, message) => {
    expect(() => parse(text)).toThrowError(message);
    expect(() => parse(text)).toThrowError(ConfigError);
    expect(() => parse(text)).not.toThrowError(/hunter2/);
  });

  it('a bomb of anchors is refused at once', () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg']) lines.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(',')}]`);
    const started = performance.now();
    expect(() => parse(lines.join('\n'))).toThrowError(ConfigError);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('a thousand faults do not hide the first', () => {
    const text = Array.from({ length: 1_000 }, (_, i) => `nonsense${i}: 1`).join('\n');
    const lines = (() => {
      try {
        parse(text);
        return [];
      } catch (error) {
        return (error as Error).message.split('\n');
      }
    })();
    expect(lines.length).toBeLessThanOrEqual(21);
    expect(lines.at(-1)).toMatch(/^\d+ more$/);
  });

  it('`${…}` fills in values, never keys', () => {
    expect(() => parse(`"\${HOME}": 1\n${one()}`)).toThrowError('unknown key "${HOME}"');
  });
});

describe('readConfigFile', () => {
  it.each([
    ['a folder', () => { mkdirSync(path.join(folder, 'dir')); return path.join(folder, 'dir'); }, 'expected a file'],
    ['a file far too large', () => file('huge.yaml', 'x'.repeat(1024 * 1024 + 1)), 'expected a file of at most 1 MiB'],
    ['no file', () => path.join(folder, 'nope.yaml'), 'there is no file'],
    ['an empty file', () => file('empty.yaml', ''), 'empty.yaml:1: environments'],
  ])('%s', (_name, make, message) => {
    const WEIR_CONFIG = make();
    expect(() => readConfigFile({ WEIR_CONFIG })).toThrowError(message);
    expect(() => readConfigFile({ WEIR_CONFIG })).toThrowError(ConfigError);
  });
});

describe('the quick start', () => {
  it.each(['banana', 'ftp://x', 'http://', 'http://u:hunter2%zz@x', 'javascript:alert(1)'])('%s is no source', (WEIR_PROMETHEUS_URL) => {
    expect(() => readQuickStart({ WEIR_PROMETHEUS_URL })).toThrowError(/WEIR_PROMETHEUS_URL: expected an http or https URL/);
    expect(() => readQuickStart({ WEIR_PROMETHEUS_URL })).not.toThrowError(/hunter2/);
  });
  it.each(['http://x/prefix', 'http://x/prefix/', 'http://u:p%40ss@x:9'])('%s is one', (WEIR_PROMETHEUS_URL) => {
    expect(readQuickStart({ WEIR_PROMETHEUS_URL })?.prometheusUrl).toBe(WEIR_PROMETHEUS_URL);
  });
});

describe('recordings', () => {
  it('a named recording that is not there is a fault of the configuration', () => {
    expect(() => makeRuntime({ WEIR_RECORDING: '/nope/x.weir' }, () => 0)).toThrowError(/WEIR_RECORDING: \/nope\/x\.weir: the file cannot be read/);
  });
  it('a folder or a broken file among recordings never hides the others', () => {
    mkdirSync(path.join(folder, 'list', 'folder.weir'), { recursive: true });
    file('list/junk.weir', 'PK junk');
    const runtime = makeRuntime({ WEIR_RECORDINGS: path.join(folder, 'list') }, () => 0);
    expect(runtime.recordings().map(({ id, broken }) => [id, broken !== null])).toEqual([['folder', true], ['junk', true]]);
  });
});
