/**
 * Workloads (`namespace/name`) that texts of people or tools name: a whole text or tag value that is the name, the full
 * `namespace/name`, or the name as a word of its own. A longer name beats a shorter inside it: "shop-api" does not name "shop".
 * Names of one or two letters are no words.
 */
export function namedWorkloads(texts: readonly string[], workloads: readonly string[]): string[] {
  const all = texts.map((text) => text.toLowerCase());
  const exact = workloads.filter((workload) => all.some((text) => isName(text, workload)));
  if (exact.length > 0) return exact;
  const worded = workloads.filter((workload) => all.some((text) => hasWord(text, workload.toLowerCase()) || hasWord(text, nameOf(workload))));
  const full = worded.filter((workload) => all.some((text) => hasWord(text, workload.toLowerCase())));
  return full.length > 0 ? full : worded;
}

/** A workload that tags state as `namespace:shop` and `deployment:api`, where no list of workloads is known; null: they do not. */
export function statedWorkload(tags: readonly string[]): string | null {
  const value = (keys: string) => tags.map((tag) => new RegExp(`^(?:${keys})\\s*[:=]\\s*([a-z0-9][a-z0-9.-]{0,252})$`, 'i').exec(tag.trim())?.[1]).find((text) => text !== undefined);
  const name = value('workload|deployment|statefulset|daemonset|app|service');
  return name === undefined ? null : `${value('namespace|ns') ?? ''}/${name}`;
}

const nameOf = (workload: string) => workload.slice(workload.indexOf('/') + 1).toLowerCase();

function isName(text: string, workload: string): boolean {
  const value = text.replace(/^[a-z_-]+\s*[:=]\s*/, '').trim();
  return value === workload.toLowerCase() || value === nameOf(workload);
}

/** Letters, digits and dashes around it would make it part of another name. */
function hasWord(text: string, word: string): boolean {
  if (word.length < 3) return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z0-9-]/.test(text[at - 1] ?? ' ') && !/[a-z0-9-]/.test(text[at + word.length] ?? ' ')) return true;
  }
  return false;
}
