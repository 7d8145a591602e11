const tokensOf = (text: string) => text.toLowerCase().split(/[^a-z0-9]+/).filter((token) => token !== '');

/** Parts between the separators that proxies use: `kube_a__b__host____svc`, `httproute/a/b/rule/0`, `outbound|80||b.a.svc`. */
const segmentsOf = (subject: string) =>
  subject.toLowerCase().replace(/^kube_(rg__)?/, '').split(/__|[/|.@:]/).map((part) => tokensOf(part).join('-')).filter((part) => part !== '');

/** The namespace where the form of the subject says which part it is: ids of skipper's Kubernetes client and Envoy Gateway. */
function statedNamespace(subject: string): string | null {
  const [, skipper, gateway] = /^kube_(?:rg__)?([^_].*?)__|^(?:http|grpc|tcp|tls)route\/([^/]+)\//.exec(subject.toLowerCase()) ?? [];
  const stated = skipper ?? gateway;
  return stated === undefined ? null : tokensOf(stated).join('-');
}

/**
 * Workloads (`namespace/name`) that a subject's text plausibly names: `httproute/milo/apiserver/rule/0` names
 * `milo/apiserver`; the skipper route `kube_default__shop__shop_example_org____shop` names `default/shop`. A whole segment
 * beats words inside one, namespace beside name beats apart, the last segment (skipper: the service) beats others, a longer
 * name beats a shorter. Another namespace than the stated one is no match. Several only when they tie.
 */
export function matchSubject(subject: string, workloads: readonly string[]): string[] {
  const parts: Subject = { tokens: tokensOf(subject), segments: segmentsOf(subject), namespace: statedNamespace(subject) };
  const scored = workloads.map((workload) => ({ workload, score: scoreOf(parts, workload) })).filter(({ score }) => score > 0);
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ workload }) => workload);
}

/** True when the subject's text holds the host, whatever its dots became: `kube_default__shop__shop_example_org__` holds `shop.example.org`. */
export function namesHost(subject: string, host: string): boolean {
  return runAt(tokensOf(subject), tokensOf(host.replace(/:\d+$/, ''))) >= 0;
}

interface Subject {
  readonly tokens: readonly string[];
  readonly segments: readonly string[];
  readonly namespace: string | null;
}

function scoreOf({ tokens, segments, namespace: stated }: Subject, workload: string): number {
  const slash = workload.indexOf('/');
  const [namespace, name] = [tokensOf(workload.slice(0, slash)), tokensOf(workload.slice(slash + 1))];
  const place = runAt(tokens, name);
  if (place < 0 || (stated !== null && stated !== namespace.join('-'))) return 0;
  const [space, whole] = [namespace.join('-'), name.join('-')];
  const beside = segments.some((one, i) => (one === space && segments[i + 1] === whole) || (one === whole && segments[i + 1] === space));
  const rest = [...tokens.slice(0, place), '/', ...tokens.slice(place + name.length)];
  return (segments.includes(whole) ? 8000 : 0) + (beside ? 4000 : 0) + (segments.at(-1) === whole ? 2000 : 0) + (runAt(rest, namespace) >= 0 ? 1000 : 0) + name.length;
}

/** Index at which `part` stands in `tokens` as an unbroken run, or -1. */
function runAt(tokens: readonly string[], part: readonly string[]): number {
  if (part.length === 0) return -1;
  for (let i = 0; i + part.length <= tokens.length; i += 1) {
    if (part.every((token, k) => tokens[i + k] === token)) return i;
  }
  return -1;
}
