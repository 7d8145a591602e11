
const tokensOf = (text: string) => text.toLowerCase().split(/[^a-z0-9]+/).filter((token) => token !== '');

/** Parts that proxies put between separators of their own: `/`, `|`, `__`, `.`, `@`. */
const segmentsOf = (text: string) => text.toLowerCase().split(/__|[/|.@:]/).map((part) => tokensOf(part.replace(/^kube_(rg_)?/, '')).join('-'));

/**
 * Workloads (`namespace/name`) that a subject's text plausibly names: `httproute/milo/apiserver/rule/0` names
 * `milo/apiserver`; the skipper route `kube_default__shop__shop_example_org` names `default/shop`. A whole segment beats a
 * run of words inside one, a named namespace beats none, a longer name beats a shorter. Several only when they tie.
 */
export function matchSubject(subject: string, workloads: readonly string[]): string[] {
  const scored = workloads.map((workload) => ({ workload, score: scoreOf(subject, workload) })).filter(({ score }) => score > 0);
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ workload }) => workload);
}

function scoreOf(subject: string, workload: string): number {
  const slash = workload.indexOf('/');
  const [namespace, name] = [tokensOf(workload.slice(0, slash)), tokensOf(workload.slice(slash + 1))];
  const tokens = tokensOf(subject);
  const place = runAt(tokens, name);
  if (name.length === 0 || place < 0) return 0;
  const whole = segmentsOf(subject).includes(name.join('-')) ? 1000 : 0;
  const rest = [...tokens.slice(0, place), '/', ...tokens.slice(place + name.length)];
  const named = namespace.length > 0 && runAt(rest, namespace) >= 0 ? 100 : 0;
  return whole + named + name.length;
}

/** Index at which `part` stands in `tokens` as an unbroken run, or -1. */
function runAt(tokens: readonly string[], part: readonly string[]): number {
  if (part.length === 0) return -1;
  for (let i = 0; i + part.length <= tokens.length; i += 1) {
    if (part.every((token, k) => tokens[i + k] === token)) return i;
  }
  return -1;
}
