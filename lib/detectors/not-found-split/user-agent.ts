import type { ClassEvidence } from '@/lib/domain/not-found-detail';

/** Names of programs that exist to probe; their own manuals give these user agents. */
const TOOL = /nuclei|nikto|sqlmap|masscan|zgrab|gobuster|dirbuster|dirb\b|ffuf|wpscan|nmap|feroxbuster|l9explore|l9tcpid|wfuzz|acunetix|nessus|openvas|arachni|whatweb|joomscan|morfeus|zmeu|jorgee|httpx|scanner|fuzz faster/i;
const LIBRARY = /^(?:python-|python\/|go-http-client|curl\/|wget\/|libwww|java\/|okhttp|aiohttp|node-fetch|axios|ruby|perl)/i;
const CRAWLER = /bot\b|bot[/;]|crawler|spider|slurp|bingpreview|feed|archiver/i;
const LONGEST = 400;

/** Log-odds of a user agent. Null: not known, no evidence. Empty text is a fact: browsers always send one. */
export function userAgentEvidence(userAgent: string | null): ClassEvidence[] {
  if (userAgent === null) return [];
  const text = userAgent.slice(0, LONGEST);
  if (isNameless(text)) return [{ code: 'user-agent-empty', weight: 0.5 }];
  if (TOOL.test(text)) return [{ code: 'user-agent-tool', weight: 1.5 }];
  return LIBRARY.test(text) ? [{ code: 'user-agent-library', weight: 0.2 }] : [];
}

/** True for crawlers and feed readers by their own name (forged ones included: low weight). */
export function isCrawler(userAgent: string | null): boolean {
  return userAgent !== null && CRAWLER.test(userAgent.slice(0, LONGEST)) && !TOOL.test(userAgent.slice(0, LONGEST));
}

/** True for what calls itself a browser; anybody may. */
export function isBrowserLike(userAgent: string | null): boolean {
  return userAgent !== null && /^(?:mozilla|opera)\//i.test(userAgent) && !TOOL.test(userAgent.slice(0, LONGEST));
}

/** True where the client is known to have sent no user agent. */
export function isNameless(userAgent: string | null): boolean {
  return userAgent !== null && (userAgent === '-' || userAgent.slice(0, LONGEST).trim() === '');
}
