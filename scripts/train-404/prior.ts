import { CAP } from '../../lib/detectors/shared/path-evidence/score';

/**
 * What is known before any data, in log-odds: payloads and traversal are in no route table, content systems do serve their entry points.
 * The ridge pulls towards these instead of towards 0, so that a kind of probe missing from the word lists is still known.
 */
const PRIOR: Readonly<Record<string, number>> = {
  'shape:payload': 2.2, 'shape:traversal': 2.2, 'shape:dotfile': 2.4, 'shape:inner-extension': 1, 'shape:cgi': 1.5, 'shape:odd-characters': 0.8,
  'shape:php-in-content': 2, 'shape:device-admin': 2.5, 'shape:system-folder': 2, 'shape:settings-file': 2, 'shape:settings-script': 1, 'shape:settings-variant': 1, 'shape:left-behind': 1.5,
  'shape:php-with-digits': 1.2, 'shape:php-with-capitals': 1.2, 'shape:php-short': 1, 'shape:version-in-name': 1, 'shape:double-extension': 0.8,
  'k:shell': 1.5, 'k:backdoor': 1.5, 'k:exploit': 1.5, 'k:hack': 1.5,
  'shape:query': -1.2, 'shape:cms-core': -2.5, 'shape:php-of-words': -1.5, 'shape:hashed-asset': -2.5, 'shape:common-words': -1, 'shape:common-file': -0.5,
  'shape:api-version': -0.5, 'shape:id-segment': -0.5, 'shape:deep-api': -0.5, 'shape:root': -2,
  'ext:archive': 2, 'ext:backup': 2, 'ext:config': 1.5, 'ext:key': 1.5, 'ext:legacy': 1.5, 'ext:script': 1,
  'ext:php': -0.2, 'ext:asset': -1.6, 'ext:json': -0.8, 'ext:page': -1.8, 'ext:document': -0.8, 'ext:markup': -0.8, 'ext:other': -0.6, 'ext:none': -1, 'ext:none-at-root': -0.5,
};

/** Traits whose share differs from application to application too much to be learned from few: pulled harder. */
const STIFF = new Set(['ext:php', 'ext:php-below', 'shape:php-of-words', 'shape:cms-core', 'shape:hashed-asset', 'ext:none-at-root', 'ext:page', 'ext:asset', 'ext:json', 'ext:document', 'ext:markup', 'ext:other', 'shape:deep', 'shape:query', 'shape:common-words', 'shape:common-file']);

/** Traits that can only ever speak for one side: a single odd application must not turn them round. */
const FOR_SCANNER = new Set(('payload traversal dotfile inner-extension cgi odd-characters php-in-content device-admin system-folder settings-file settings-script settings-variant left-behind php-with-digits php-with-capitals php-short '
  + 'php-with-hyphen version-in-name double-extension upper-case capital-first letters-and-digits short-name folder no-vowel underscore-first tilde double-slash year-or-version').split(' ').map((name) => `shape:${name}`)
  .concat(['ext:archive', 'ext:backup', 'ext:config', 'ext:key', 'ext:legacy', 'ext:script']));
/** For scanners, but a matter of taste of an application too (one that ends its paths in a slash does so everywhere): at most this much. */
const WEAK: Readonly<Record<string, number>> = {
  'shape:folder': 1.2, 'shape:trailing-slash': 0.8, 'shape:no-vowel': 1, 'shape:short-name': 0.8, 'shape:capital-first': 0.8, 'shape:underscore-name': 0.5, 'shape:file-at-root': 0.8, 'shape:php-with-hyphen': 0.5, 'shape:admin-compound': 1.5,
};
const FOR_ROUTE = new Set(('query cms-core php-of-words hashed-asset common-words common-file api-root api-version id-segment deep-api root').split(' ').map((name) => `shape:${name}`));

export const priorOf = (name: string) => PRIOR[name] ?? 0;
export const knownBefore: readonly string[] = Object.keys(PRIOR);
export const isStiff = (name: string) => STIFF.has(name);

/** Least and most a weight may be: the cap, and the side that the trait can speak for. A word speaks against scanners only when two applications have it. */
export function boundsOf(name: string, applications: number): readonly [low: number, high: number] {
  if (Object.hasOwn(WEAK, name)) return [0, WEAK[name]!];
  if (FOR_SCANNER.has(name) || name.startsWith('k:')) return [0, CAP];
  if (FOR_ROUTE.has(name)) return [-CAP, 0];
  if (name.startsWith('w:') && applications < 2) return [-0.3, CAP];
  return [-CAP, CAP];
}
