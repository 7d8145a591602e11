import { type Config, PUBLIC_WORDS } from './schema';

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/;

/** Why this address must not be served, or null. Without auth only loopback is, unless the configuration says otherwise in words. */
export function bindRefusal(host: string, config: Config | null): string | null {
  if (LOOPBACK.test(host)) return null;
  if (config?.server?.publicWithoutAuth === PUBLIC_WORDS) return null;
  return `HOST ${host} is reachable by others and no auth is configured: bind to 127.0.0.1 behind an authenticating proxy, or write server: {publicWithoutAuth: "${PUBLIC_WORDS}"} into the configuration`;
}
