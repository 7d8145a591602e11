import { splitPath, type PathParts } from './split-path';

/** A trait of a path. `shape:` and `ext:` are traits of form, `w:` a word of a segment, `s:` the first segment. */
export type Feature = string;

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  php: ['php', 'php3', 'php4', 'php5', 'php7', 'phtml', 'phps'],
  legacy: ['asp', 'aspx', 'ashx', 'asmx', 'svc', 'jsp', 'jspx', 'jspa', 'jsf', 'do', 'action', 'cgi', 'pl', 'cfm', 'cfc', 'esp', 'nsf', 'view', 'fcgi', 'axd', 'dll', 'exe'],
  archive: ['zip', 'tar', 'gz', 'tgz', 'rar', '7z', 'bz2', 'xz', 'z', 'lzma', 'war', 'ear', 'deb', 'rpm', 'iso'],
  backup: ['sql', 'db', 'mdb', 'sqlite', 'sqlite3', 'sqlitedb', 'bak', 'old', 'orig', 'save', 'swp', 'swo', 'bkp', 'backup', 'dump', 'copy', 'tmp', 'temp', 'bck', 'rdb', 'dmp', 'default', 'original', 'back'],
  config: ['ini', 'conf', 'config', 'cfg', 'cnf', 'yml', 'yaml', 'toml', 'properties', 'env', 'lock', 'log', 'logs', 'inc', 'tpl', 'dist', 'sample', 'example', 'passwd', 'pwd', 'htpasswd', 'htaccess', 'list', 'reg', 'rdp', 'out', 'err', 'plist', 'sln', 'csproj', 'mod', 'sum', 'local', 'dev', 'prod'],
  key: ['key', 'pem', 'crt', 'cert', 'cer', 'pfx', 'p12', 'ppk', 'jks', 'keystore', 'asc', 'gpg', 'csr', 'der', 'pub', 'kdbx', 'ovpn'],
  script: ['sh', 'py', 'pyc', 'rb', 'bat', 'cmd', 'ps1', 'java', 'class', 'go', 'c', 'lua', 'coffee', 'vbs', 'erb', 'jsx', 'ts', 'tsx', 'vue', 'swf'],
  document: ['jar', 'txt', 'md', 'xls', 'xlsx', 'doc', 'docx', 'csv', 'pdf', 'rst', 'rtf', 'dat', 'data', 'bin'],
  page: ['html', 'htm', 'xhtml', 'shtml'],
  markup: ['xml', 'wsdl', 'xsd', 'rss', 'atom', 'yang'],
  json: ['json', 'jsonl', 'map'],
  asset: ['js', 'mjs', 'css', 'png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'ico', 'woff', 'woff2', 'ttf', 'eot', 'mp4', 'webm'],
};
const classOfExtension = new Map(Object.entries(EXTENSIONS).flatMap(([name, list]) => list.map((ext) => [ext, name] as const)));

const ID = /^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,64})$/;
/**
 * Words that applications of every kind serve as well as scanners ask for: they say who looks, not what. Never learned, lest a lost
 * back office be called noise.
 */
const EITHER = new Set(('admin administration login logout signin auth user users account accounts dashboard console config settings system '
  + 'server manager panel portal index home main search upload uploads download import export data edit create update delete list view '
  + 'install setup status health healthz livez readyz ready ping info metrics version service services web app public content media post posts comments network themes plugins swagger openapi graphql manifest '
  + 'about blog article articles news product products docs help file files image images project projects page pages shop store cart order orders category categories tag tags event events contact support team').split(' '));
/** Entry points that the two most common content systems do serve (their public documentation names them). */
const CMS_CORE = /^\/(?:[a-z0-9-]+\/)?(?:wp-(?:admin(?:\/(?:[a-z-]+\.php)?)?|login\.php|cron\.php|json(?:\/.*)?|comments-post\.php|signup\.php|activate\.php|trackback\.php)|xmlrpc\.php|index\.php|administrator(?:\/index\.php)?|core\/install\.php)$/;
/** Stems of what is looked for on other people's servers, as the word lists of the development split have them most often inside longer words. */
const STEM = /shell|backdoor|hack|exploit|bypass|passw|secret|credential|backup|dump|upload|editor|explorer|eval|exec|cmd|info|config|environment|htaccess|install|debug|test|admin|sql|php|token|private/g;
/** Of these, what no application calls its own. */
const INTRUDER = /shell|backdoor|hack|exploit|bypass/;
/** Top folders of Unix and of its web servers: files of the machine, not of an application. */
const SYSTEM_FOLDER = /^(?:proc|sys|etc|var|usr|bin|sbin|root|opt|boot|mnt|perl|winnt|windows|srv|htdocs|wwwroot|public_html|__\w+)$/;
/** Files that hold the settings of software and lie beside it, by name: in no route table. */
const SETTINGS_FILE = /^_?(?:wp-config(?!\w*\.php$).*|(?:config|configuration|configs|settings?|credentials?|secrets?|env|environment|database|db|package|package-lock|composer|bower|docker\w*|auth|local|users?|passwords?|phpunit|tsconfig|appsettings|parameters|connections?|deploy\w*|sftp|service-account\w*|firebase\w*)(?:[.\-_][\w.\-]*)?\.(?!(?:js|css|svg|png|jpg|php|aspx?|jsp|html?)$)[a-z]{2,10}|(?:gruntfile|gulpfile|webpack|env)[\w.\-]*\.js)$/;
const SETTINGS_SCRIPT = /^(?:wp-)?(?:config|configuration|settings?|credentials?|secrets?|env|environment|database|db|connections?|parameters|local)(?:[._-](?:dev|test|prod|stage|staging|sample|example|local|inc|old|bak|backup|default|dist|orig|new|copy|save|\d+))*\.(?:php|asp|aspx|jsp)$/;
const CGI = /(?:^|\/)(?:cgi|cgi-bin|cgi-sys|fcgi-bin)(?:\/|$)/;
const DEVICE = /^\/(?:boaform|goform|hnap1|luci|onvif|isapi|device\.rsp|tr069)(?:\/|$)/;
/** Names of copies, logs and password files without an extension that tells. */
const LEFT_BEHIND = /(?:[-_.](?:bak|old|backup|save|orig|copy|tmp|temp)|releasebackup|(?:^|[-_.])(?:access|error|debug|install|php|npm-debug|yarn-error)[-_.]?logs?(?:\.txt)?|htpasswd|htaccess|passwd|shadow|authorized_keys|id_[rd]sa|known_hosts|makefile|dockerfile|procfile|vagrantfile|jenkinsfile|rakefile|gemfile)\d*$/;
const VERSION = /^v\d{1,3}(?:\.\d{1,3})?(?:(?:alpha|beta)\d{0,2})?$/;
const PAYLOAD = /https?:|ftp:|\.\.\/|<[a-z!?]|union.{1,9}select|select.{1,40}from|call_user_func|base64|allow_url_include|\/etc\/|\bexec\b|\bcmd=|wget|curl|\$\{|\b[a-z_0-9]{2,20}\s?\((?!\))|information_schema|javascript:|null,null|php:\/\//;

/** Traits of a path, each at most once, in a fixed order. Linear in the length of the text. */
export function pathFeatures(text: string): readonly Feature[] {
  return featuresOf(splitPath(text));
}

/** The same of a path that was split before. */
export function featuresOf(parts: PathParts): readonly Feature[] {
  const found = new Set<Feature>([...shapes(parts), ...extensions(parts), ...words(parts)]);
  return [...found];
}

/** The class of the last segment's extension (`php`, `asset`, ...), `other`, or null without one. */
export function extensionClass(parts: PathParts): string | null {
  const ext = extensionOf(parts.segments.at(-1) ?? '');
  return ext === null ? null : (classOfExtension.get(ext) ?? 'other');
}

function extensionOf(segment: string): string | null {
  const dot = segment.lastIndexOf('.');
  if (dot <= 0 || dot === segment.length - 1 || segment.length - dot > 12) return null;
  const ext = segment.slice(dot + 1);
  if (ext.endsWith('~')) return 'bak';
  return /^[a-z][a-z0-9]*$|^7z$/.test(ext) ? ext : null;
}

function isPayload({ path, query }: PathParts): boolean {
  return (query !== null && PAYLOAD.test(query)) || PAYLOAD.test(path) || path.includes('\\');
}

function shapes(parts: PathParts): Feature[] {
  const { path, cased, segments, query, raw } = parts;
  const found: Feature[] = segments.length === 0 ? ['shape:root'] : segments.length > 3 ? ['shape:deep'] : [];
  const say = (name: string, is: boolean) => { if (is) found.push(`shape:${name}`); };
  const last = segments.at(-1) ?? '';
  const settingsScript = SETTINGS_SCRIPT.test(last);
  const compact = segments.join('/');
  say('dotfile', segments.some((segment) => /^[._]?\.[a-z_]/.test(segment) && segment !== '.well-known'));
  say('traversal', /\.\.|%2e|%c0|%252|\/etc\/passwd|\/proc\/self|win\.ini/.test(path));
  say('odd-characters', /[\\;<>'"|{}^`$!@+*()&=]|[\x00-\x1f\x7f]|%[01]|%u/.test(path) || /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(raw));
  say('tilde', /~/.test(path));
  say('double-slash', path.startsWith('//') || path.includes('//'));
  const payload = isPayload(parts);
  say('payload', payload);
  say('device-admin', DEVICE.test(path));
  say('cms-core', !payload && CMS_CORE.test(path));
  say('hashed-asset', isHashedAsset(parts));
  say('php-in-content', /(?:^|\/)(?:wp-content|wp-includes|vendor|node_modules|uploads?|images|templates|modules|components|includes|inc|lib|libs|tmp|temp)\/.*\.php/.test(path));
  say('php-of-words', !payload && !settingsScript && !INTRUDER.test(last) && /^[a-z]{2,}(?:[_-][a-z]{2,})+\.php$/.test(last));
  say('query', !payload && query !== null && query !== '');
  say('cgi', CGI.test(path));
  say('inner-extension', segments.slice(0, -1).some((segment) => /\.(?:asp|aspx|jsp|cgi|pl|dll|exe|conf|git|sql)$/.test(segment)));
  say('double-extension', /\.[a-z0-9]{1,8}\.[a-z0-9~]{1,8}$/.test(last) && !/\.(?:min|chunk|bundle)\.|\.[0-9a-f]{8,}\./.test(last));
  say('api-root', /^(?:api|apis|rest|graphql|rpc)$/.test(segments[0] ?? ''));
  say('api-version', segments.slice(0, 3).some((segment) => VERSION.test(segment)));
  say('id-segment', !SYSTEM_FOLDER.test(segments[0] ?? '') && segments.some((segment) => ID.test(segment)));
  say('deep-api', segments.length >= 3 && segments.slice(0, 2).some((segment) => segment === 'api' || VERSION.test(segment)));
  say('upper-case', (extensionOf(last) !== null || /(?:^|\/)[A-Z]{5,}(?:\/|$)/.test(cased)) && /[A-Z]/.test(cased.replace(/%[0-9A-F]{2}/gi, '')) && !/[a-z][A-Z]/.test(cased));
  say('underscore-name', last.includes('_'));
  // What many applications serve says nothing, though no application of the training data does: short names (/me, /en), names with
  // capitals (/Reports), one folder (/pricing/), JSON and XML at the root (/latest.json), scripts with a path behind (/index.php/apps).
  say('letters-and-digits', last.length > 3 && /[a-z]\d/.test(last.replace(/%[0-9a-f]{2}/g, '')) && !ID.test(last) && !VERSION.test(last) && !isHashedAsset(parts));
  say('short-name', extensionOf(last) !== null && extensionOf(last) !== 'php' && last.replace(/\.[a-z0-9]+$/, '').length <= 3);
  say('year-or-version', segments.length <= 2 && /(?:19|20)\d\d|\d\.\d/.test(compact));
  const stem = last.replace(/\.[^.]*$/, '');
  const php = extensionOf(last) === 'php';
  say('php-with-digits', php && /\d/.test(stem));
  say('php-with-capitals', php && /[A-Z]/.test((cased.split('/').findLast((one) => one !== '') ?? '').slice(0, -4)));
  say('php-short', php && stem.length <= 3);
  say('php-with-hyphen', php && stem.includes('-'));
  say('version-in-name', segments.some((segment) => /[a-z]{3,}[._-]?v?\d+\.\d+/.test(segment)));
  say('system-folder', SYSTEM_FOLDER.test(segments[0] ?? ''));
  say('settings-file', SETTINGS_FILE.test(last));
  say('left-behind', LEFT_BEHIND.test(last));
  say('settings-script', settingsScript);
  say('settings-variant', settingsScript && /[._-](?!php|aspx?|jsp)[a-z\d]+\.\w+$/.test(last));
  say('admin-compound', segments.some((segment) => /admin/.test(segment) && !/^(?:admin|administrators?|administration|admins)(?:\.\w+)?$/.test(segment)));
  say('trailing-slash', segments.length > 1 && path.endsWith('/'));
  say('capital-first', extensionOf(last) !== null && /^\/+[A-Z]/.test(cased));
  say('no-vowel', segments.length <= 2 && /^[a-z]{4,6}$/.test(segments[0] ?? '') && !/[aeiouy]/.test(segments[0] ?? ''));
  say('common-words', segments.length > 0 && !last.includes('.') && segments.every((segment) => EITHER.has(segment)));
  say('common-file', isCommonFile(parts));
  say('underscore-first', /^_/.test(segments[0] ?? '') && segments[0] !== '_next');
  return found;
}

function isCommonFile({ segments }: PathParts): boolean {
  const last = segments.at(-1) ?? '';
  return last.includes('.') && EITHER.has(last.replace(/\.[^.]*$/, ''));
}

/** A build artefact with a content hash in its name: old ones are asked for after each release. */
export function isHashedAsset(parts: PathParts): boolean {
  const kind = extensionClass(parts);
  if (kind !== 'asset' && kind !== 'json') return false;
  const name = (parts.cased.split('/').at(-1) ?? '').split(/[.\-_]/).slice(0, -1);
  return name.some((part) => /^[0-9a-f]{8,64}$/i.test(part) || (/^[A-Za-z0-9]{8,24}$/.test(part) && /\d/.test(part) && /[A-Z]/.test(part)));
}

function extensions(parts: PathParts): Feature[] {
  const kind = extensionClass(parts);
  // Where the form says it all, a missing extension says nothing for a route.
  if (kind === null && (isPayload(parts) || CGI.test(parts.path) || DEVICE.test(parts.path) || SYSTEM_FOLDER.test(parts.segments[0] ?? ''))) return [];
  if (kind === null) return [parts.segments.length <= 1 ? 'ext:none-at-root' : 'ext:none'];
  if (parts.segments.length > 1) return kind === 'php' ? ['ext:php', 'ext:php-below'] : [`ext:${kind}`];
  return kind === 'document' || kind === 'page' ? [`ext:${kind}`, ...(isCommonFile(parts) ? [] : ['shape:file-at-root'])] : [`ext:${kind}`];
}

/** Words of at least three letters, extensions apart; ids and numbers say nothing and would only be learned by heart. */
function words(parts: PathParts): Feature[] {
  const { segments } = parts;
  const found: Feature[] = [];
  const kind = extensionClass(parts);
  const runs = kind === 'php' || kind === 'legacy' || (kind === null && segments.length <= 2);
  for (const segment of segments.slice(0, 8)) {
    if (ID.test(segment)) continue;
    const ext = extensionOf(segment);
    const name = ext === null ? segment : segment.slice(0, -ext.length - 1);
    for (const word of name.split(/[^a-z0-9]+/)) {
      if (runs && word.length >= 5 && word.length <= 24 && !EITHER.has(word)) for (const [stem] of word.matchAll(STEM)) if (stem !== word || INTRUDER.test(stem)) found.push(`k:${stem}`);
      const bare = word.replace(/^\d+|\d+$/g, '');
      if (bare.length >= 3 && bare.length <= 20 && !EITHER.has(bare) && /^[a-z]/.test(bare)) found.push(`w:${bare}`);
    }
  }
  return found;
}
