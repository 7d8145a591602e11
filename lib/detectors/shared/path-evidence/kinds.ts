import { extensionClass, isHashedAsset } from './features';
import { type PathParts } from './split-path';

/** What browsers, phones and crawlers ask for by themselves, whether or not a site has it. */
const AUTOMATIC = /^\/+(?:favicon\.(?:ico|png|svg)|robots\.txt|ads\.txt|app-ads\.txt|humans\.txt|sellers\.json|sitemap[\w-]*\.(?:xml|xml\.gz|txt)|apple-touch-icon[\w-]*\.png|browserconfig\.xml|manifest\.(?:json|webmanifest)|site\.webmanifest|crossdomain\.xml|clientaccesspolicy\.xml|sw\.js|service-worker\.js|\.well-known\/(?!\.)[\w./-]+)$/;

/** True for automatic requests: favicon, robots, app links, site maps. */
export function isAutomatic(parts: PathParts): boolean {
  return AUTOMATIC.test(parts.path) && !parts.path.includes('..');
}

/** True for build artefacts that a new release replaces: a page left open asks for the old ones. */
export function isStaleAsset(parts: PathParts): boolean {
  return isHashedAsset(parts) || (extensionClass(parts) === 'asset' && /^(?:_next|static|assets|build|dist|_nuxt)$/.test(parts.segments[0] ?? ''));
}

const TECHNICAL = /^(?:api|apis|api-docs|rest|rpc|graphql|graphiql|actuator|metrics|health|healthz|livez|readyz|status|server-status|swagger|swagger-ui|openapi|oauth2?|token|jsonrpc|soap|console|admin|administrator|manager|jenkins|solr|debug|pprof|xmlrpc|v\d{1,3}(?:\.\d+)?|wp-[a-z-]+)(?:\.(?:json|ya?ml|html|php|xml))?$/;

/** True for an interface rather than a page: API, health, admin or script. Lost APIs and API probes look the same by path. */
export function isInterface(parts: PathParts): boolean {
  const kind = extensionClass(parts);
  return kind === 'php' || kind === 'legacy' || parts.segments.slice(0, 3).some((segment) => TECHNICAL.test(segment));
}

/** Path with numbers, ids and hashes replaced by `*`, without query: groups of the same route. At most 200 characters. */
export function templateOf({ cased }: PathParts): string {
  const segments = cased.split('/').map((segment) => (/^(?:\d+|[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{27})$/i.test(segment) ? '*' : segment));
  return segments.join('/').slice(0, 200) || '/';
}

const FAMOUS = /(?:^|\/)(?:wp-login\.php|wp-admin(?:\/(?:install|setup-config|index)\.php)?|xmlrpc\.php|administrator(?:\/index\.php)?|admin\.php|phpmyadmin(?:\/index\.php)?|user\/register)\/?$/;

/** True for the front doors of the most common content systems: asked of every site there is. */
export function isFamousDoor(parts: PathParts): boolean {
  return FAMOUS.test(parts.path);
}
