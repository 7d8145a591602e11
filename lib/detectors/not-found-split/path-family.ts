import type { PathFamily } from '@/lib/domain/not-found-campaign';
import { extensionClass } from '../shared/path-evidence/features';
import { type PathParts, splitPath } from '../shared/path-evidence/split-path';

const TRAVERSAL = /\.\.[/\\]|%2e%2e|%c0%ae|%252e|\/etc\/(?:passwd|shadow)|\/proc\/self|win\.ini/;
const PAYLOAD = /<[a-z!?]|\$\{|union.{1,9}select|javascript:|php:\/\/|[;|`]|base64|[\x00-\x1f\x7f]|%0[0da]/;
const WORDPRESS = /(?:^|\/)(?:wp-[a-z]+|wlwmanifest\.xml|xmlrpc\.php|wordpress)(?:[/.]|$)/;
const DEVICE = /^\/(?:boaform|goform|hnap1|luci|onvif|isapi|device\.rsp|tr069|dana-na|remote|vpn|sslvpn|cgi-bin\/luci)(?:[/.]|$)/;
const ADMIN = /^(?:admin|administrator|manager|console|login|panel|phpmyadmin|pma|adminer|webadmin|dashboard|jenkins|solr)$/;
const API = /^(?:api|apis|api-docs|rest|rpc|graphql|graphiql|actuator|swagger|swagger-ui|openapi|jsonrpc|metrics|health|debug|server-status|v\d{1,3})(?:\.(?:json|ya?ml|html))?$/;
const CONFIG = /(?:^|[-_./])(?:config|configuration|settings|credentials?|secrets?|passwords?)(?:[-_.]|$)/;

/**
 * What a scanner's path is after. The first rule that fits decides, most telling first, so that `/.git/config.php` is a dotfile.
 * For grouping only: whether a path is a scanner's at all is for the path model to say. Linear time, any text.
 */
export function pathFamily(text: string): PathFamily {
  const parts = splitPath(text);
  const whole = parts.query === null ? parts.path : `${parts.path}?${parts.query}`;
  if (TRAVERSAL.test(whole)) return 'traversal';
  if (PAYLOAD.test(whole)) return 'payload';
  if (parts.segments.some((segment) => /^\.[a-z0-9_]/.test(segment) && segment !== '.well-known')) return 'dotfile';
  return WORDPRESS.test(parts.path) ? 'wordpress' : DEVICE.test(parts.path) ? 'device' : byName(parts);
}

function byName(parts: PathParts): PathFamily {
  const last = parts.segments.at(-1) ?? '';
  const kind = extensionClass(parts);
  if (kind === 'archive' || kind === 'backup' || last.endsWith('~')) return 'backup';
  if (kind === 'config' || kind === 'key') return 'config';
  const front = parts.segments.slice(0, 2).map((segment) => segment.replace(/\.php$/, ''));
  if (front.some((segment) => ADMIN.test(segment))) return 'admin';
  if (kind === 'php') return 'php';
  if (kind === 'legacy' || kind === 'script' || parts.segments[0] === 'cgi-bin') return 'server-script';
  if (CONFIG.test(last)) return 'config';
  return parts.segments.slice(0, 3).some((segment) => API.test(segment)) ? 'api' : 'other';
}
