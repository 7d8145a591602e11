import { quote } from '../../dialects/shared/promql';

/** Configured label values as matchers. A list of values becomes an anchored alternation of quoted texts. */
export function toSelector(labels: Readonly<Record<string, string | readonly string[]>>): string {
  return Object.entries(labels)
    .map(([label, value]) => (typeof value === 'string' ? `${label}=${quote(value)}` : `${label}=~${quote(value.map(escapeRegex).join('|'))}`))
    .join(',');
}

/** Text that matches itself in RE2. */
function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
