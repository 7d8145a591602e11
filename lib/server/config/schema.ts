import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { detectors } from '../../detectors';
import { dialects } from '../../dialects';

const proxyDialects = dialects.filter((dialect) => dialect.scope === 'proxy').map((dialect) => dialect.id);

const httpUrl = z.string().refine(isHttpUrl, 'expected an http or https URL');

/** True for an address that a source can be asked at. Credentials in it must be percent-encoded, or nobody can read them. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && isDecodable(username) && isDecodable(password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** What may stand in a header. A secret from a file often brings a line break along: the transport would refuse each request. */
const headerText = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'expected text that fits into one HTTP header: one line, no control characters');
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'expected the name of an HTTP header');

const readableFile = z.string().refine(isReadable, 'expected a file that can be read');

function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

const auth = z
  .strictObject({
    basic: z.strictObject({ username: z.string().min(1), password: z.string() }).optional(),
    bearer: headerText.min(1).optional(),
    bearerFile: z.string().min(1).optional(),
  })
  .refine((value) => Object.values(value).filter((each) => each !== undefined).length <= 1, 'expected one of basic, bearer, bearerFile');

const tls = z
  .strictObject({
    caFile: readableFile.optional(),
    certFile: readableFile.optional(),
    keyFile: readableFile.optional(),
    serverName: z.string().optional(),
    insecureSkipVerify: z.boolean().optional(),
  })
  .refine((value) => (value.certFile === undefined) === (value.keyFile === undefined), 'expected certFile and keyFile together');

const source = {
  url: httpUrl,
  /** Address of the source's UI as a browser reaches it; default: the URL itself, without credentials. */
  ui: httpUrl.optional(),
  headers: z.record(headerName, headerText).optional(),
  auth: auth.optional(),
  tls: tls.optional(),
  timeoutSeconds: z.number().positive().max(300).optional(),
};

const labelName = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, 'expected a label name');
const labelNames = z.strictObject({ pod: labelName.default('pod'), namespace: labelName.default('namespace') });

/** Label to exact value, or a list of values. */
const selector = z.record(labelName, z.union([z.string(), z.array(z.string()).min(1)]));

const name = z.string().min(1).max(60).regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected letters, digits, dot, dash or underscore');

const duration = z.string().regex(/^\d+(m|h|d|w)$/, 'expected a length of time such as 2d');

export const environmentSchema = z.strictObject({
  name,
  note: z.string().max(200).optional(),
  metrics: z.strictObject({ type: z.literal('prometheus').default('prometheus'), ...source, scrapeIntervalSeconds: z.number().positive().max(600).optional() }),
  traces: z.strictObject({ type: z.literal('jaeger').default('jaeger'), ...source }).optional(),
  /** Notes that people and pipelines pin to a time; only read. `tags`: a note must have them all. */
  annotations: z.strictObject({ type: z.literal('grafana').default('grafana'), ...source, tags: z.array(z.string().min(1).max(100)).max(10).optional() }).optional(),
  zones: z.strictObject({ from: z.enum(['target-label', 'kube-join', 'pod-label']), label: labelName.optional() }).optional(),
  proxies: z
    .array(
      z.strictObject({
        name: name.optional(),
        dialect: z.enum(proxyDialects as [string, ...string[]]),
        selector: selector.default({}),
        labels: labelNames.default({ pod: 'pod', namespace: 'namespace' }),
        traces: z.strictObject({ service: z.string().min(1) }).optional(),
      }),
    )
    .min(1)
    .superRefine((proxies, context) => checkNames(proxies.map((proxy) => proxy.name ?? proxy.dialect), context)),
  workloads: z
    .strictObject({
      from: z.literal('kube-state-metrics').default('kube-state-metrics'),
      selector: selector.default({}),
      labels: labelNames.default({ pod: 'pod', namespace: 'namespace' }),
    })
    .optional(),
  /** Argo, Flux and Flagger where the metrics source scrapes them; default: looked for, with the selector of `workloads` less its job. */
  delivery: z.strictObject({ selector: selector.default({}), labels: labelNames.default({ pod: 'pod', namespace: 'namespace' }) }).optional(),
  /** AWS load balancers by a CloudWatch exporter; `periodSeconds` is the exporter's period (`period`, `period_seconds`). */
  loadBalancers: z
    .strictObject({ from: z.literal('cloudwatch').default('cloudwatch'), selector: selector.default({}), periodSeconds: z.int().min(1).max(3600).default(60) })
    .optional(),
  /** Metrics that a pipeline makes of spans, where the metrics source has them; default: looked for, with the selector of `workloads` less its job. */
  spanMetrics: z.strictObject({ selector: selector.default({}) }).optional(),
  retention: z.strictObject({ traces: duration.optional(), metrics: duration.optional() }).optional(),
  detectors: z.record(z.string(), z.record(z.string(), z.number())).superRefine(checkOverrides).optional(),
});

/** Parameters of detectors that the configuration overrides must exist: a typo would silently change nothing. */
function checkOverrides(overrides: Readonly<Record<string, Readonly<Record<string, number>>>>, context: z.RefinementCtx): void {
  const known = new Map(detectors.map(({ id, defaults }) => [id as string, Object.keys(defaults)]));
  const expect = (path: string[], names: readonly string[]) => context.addIssue({ code: 'custom', path, message: `expected one of ${names.join(', ')}` });
  for (const [id, params] of Object.entries(overrides)) {
    const names = known.get(id);
    if (!names) expect([id], [...known.keys()]);
    else for (const key of Object.keys(params)) if (!names.includes(key)) expect([id, key], names);
  }
}

/** Each thing that a URL names needs a name of its own. */
function checkNames(names: readonly string[], context: z.RefinementCtx): void {
  names.forEach((each, i) => {
    if (names.indexOf(each) < i) context.addIssue({ code: 'custom', path: [i, 'name'], message: `expected a name of its own: "${each}" is taken` });
  });
}

/** The words that a public bind without auth needs. */
export const PUBLIC_WORDS = 'everyone who reaches this address may read everything';

export const configSchema = z.strictObject({
  environments: z.array(environmentSchema).min(1).superRefine((environments, context) => checkNames(environments.map((each) => each.name), context)),
  server: z
    .strictObject({
      auth: z.strictObject({ mode: z.enum(['none', 'proxy-header', 'oidc', 'tokens']).refine((mode) => mode === 'none', 'expected none: the other modes are not built yet in this version') }).optional(),
      publicWithoutAuth: z.literal(PUBLIC_WORDS, `expected the words "${PUBLIC_WORDS}"`).optional(),
    })
    .optional(),
  recordings: z.strictObject({ dir: z.string().min(1) }).optional(),
});

export type Config = z.infer<typeof configSchema>;
export type EnvironmentConfig = z.infer<typeof environmentSchema>;
