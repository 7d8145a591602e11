import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathFeatures } from '@/lib/detectors/shared/path-evidence/features';
import { pathTemplate, readPath } from '@/lib/detectors/shared/path-evidence';
import model from '@/lib/detectors/shared/path-evidence/model.json';
import { MAX_PATH, splitPath } from '@/lib/detectors/shared/path-evidence/split-path';
import { scoreWith } from '@/lib/detectors/shared/path-evidence/score';

describe('splitPath', () => {
  it.each([
    ['/a/b?x=1', ['a', 'b'], 'x=1'],
    ['/%2E%2E/etc', ['..', 'etc'], null],
    ['http://host.example/a', ['a'], null],
    ['/a%', ['a%'], null],
    ['/%zz%00', ['%zz%00'], null],
    ['', [], null],
  ])('%s', (text, segments, query) => {
    expect(splitPath(text).segments).toEqual(segments);
    expect(splitPath(text).query).toBe(query);
  });

  it('looks at a bounded part only', () => {
    expect(splitPath(`/${'a'.repeat(10_000)}`).path).toHaveLength(MAX_PATH);
  });
});

describe('pathFeatures', () => {
  it.each([
    ['/.env', 'shape:dotfile', true],
    ['/.well-known/security.txt', 'shape:dotfile', false],
    ['/..%2f..%2fetc/passwd', 'shape:traversal', true],
    ['/x?u=http://evil.example/x', 'shape:payload', true],
    ['/search?q=shoes', 'shape:payload', false],
    ['/cgi-bin/luci', 'shape:cgi', true],
    ['/backup.sql', 'ext:backup', true],
    ['/page.aspx', 'ext:legacy', true],
    ['/wp-login.php', 'shape:cms-core', true],
    ['/proc/cpuinfo', 'shape:system-folder', true],
    ['/credentials.json', 'shape:settings-file', true],
    ['/config.js', 'shape:settings-file', false],
    ['/config.prod.php', 'shape:settings-variant', true],
    ['/config.php', 'shape:settings-variant', false],
    ['/index.php-bak', 'shape:left-behind', true],
    ['/config.inc.php~', 'ext:backup', true],
    ['/c99.php', 'shape:php-with-digits', true],
    ['/Ani-Shell.php', 'shape:php-with-capitals', true],
    ['/aspxshell.php', 'k:shell', true],
    ['/docs/shell-shortcuts.html', 'k:shell', false],
    ['/user/login', 'shape:common-words', true],
    ['/db_events.php', 'shape:php-of-words', true],
    ['/api/v1/users', 'shape:api-version', true],
    ['/assets/index-BxY3k9Qz.js', 'shape:hashed-asset', true],
    ['/assets/jquery.js', 'shape:hashed-asset', false],
    ['/orders/47279d7e-740a-4af2-a7d6-9aba9d5e4c28', 'shape:id-segment', true],
  ])('%s has %s: %s', (path, feature, has) => {
    expect(pathFeatures(path).includes(feature)).toBe(has);
  });
});

describe('scoreWith', () => {
  const model = { about: '', bias: 0.5, weights: { 'shape:dotfile': 9, 'w:secret': -1 } };

  it('caps each kind of evidence and adds up to its parts', () => {
    const { total, parts } = scoreWith(model, '/.secret');
    expect(parts).toEqual([{ code: 'path-prior', weight: 0.5 }, { code: 'path-dotfile', weight: 2.5 }, { code: 'path-words', weight: -1 }]);
    expect(total).toBe(2);
  });

  it('knows no words that happen to be names of object members', () => {
    expect(scoreWith(model, '/constructor/__proto__').total).toBe(0.5);
  });
});

describe('readPath', () => {
  it.each([
    ['/favicon.ico', true, false],
    ['/.well-known/acme-challenge/x', true, false],
    ['/.well-known/../.env', false, true],
    ['/.git/config', false, true],
    ['/cart', false, false],
  ])('%s: automatic %s, hostile %s', (path, automatic, hostile) => {
    expect(readPath(path)).toMatchObject({ automatic, hostile });
  });

  it('never throws and stays finite, whatever the text', () => {
    const nasty = fc.oneof(fc.string({ unit: 'binary', maxLength: 5000 }), fc.string({ maxLength: 50 }).map((text) => `/${text.repeat(100)}%`), fc.array(fc.constantFrom('%', '/', '..', '\0', '\u202e', '%2', '?', '<script>', 'é'), { maxLength: 2000 }).map((list) => list.join('')));
    fc.assert(fc.property(nasty, (path) => {
      const { score, template } = readPath(path);
      expect(Number.isFinite(score.total)).toBe(true);
      expect(template.length).toBeLessThanOrEqual(200);
    }), { numRuns: 200 });
  });
});

describe('the model', () => {
  it.each(['grafana', 'categories', 'zulu', 'healthz', 'wiki'])('a bare word at the root, /%s, is never enough', (word) => {
    expect(readPath(`/${word}`).hostile).toBe(false);
  });

  it('no trait that real routes have alone was learned from the values of their parameters', () => {
    expect(['w:berlin', 'w:acme', 'w:summer', 'w:shirt'].filter((name) => Object.hasOwn(model.weights, name))).toEqual([]);
  });
});

describe('pathTemplate', () => {
  it.each([
    ['/orders/8821/items', '/orders/*/items'],
    ['/u/47279d7e-740a-4af2-a7d6-9aba9d5e4c28?x=1', '/u/*'],
    ['/cart', '/cart'],
    ['', '/'],
  ])('%s -> %s', (path, template) => {
    expect(pathTemplate(path)).toBe(template);
  });
});
