import { z } from 'zod';
import { dialects } from '../../dialects';

const proxyDialects = dialects.filter((dialect) => dialect.scope === 'proxy').map((dialect) => dialect.id);

const httpUrl = z.string().refine(isHttpUrl, 'expected an http or https URL');

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const auth = z
  .strictObject({
    basic: z.strictObject({ username: z.string().min(1), password: z.string() }).optional(),
    bearer: z.string().min(1).optional(),
    bearerFile: z.string().min(1).optional(),
  })
  .refine((value) => Object.values(value).filter((each) => each !== undefined).length <= 1, 'expected one of basic, bearer, bearerFile');

const tls = z.strictObject({
  caFile: z.string().optional(),
  certFile: z.string().optional(),
  keyFile: z.string().optional(),
  serverName: z.string().optional(),
  insecureSkipVerify: z.boolean().optional(),
});

const source = {
  url: httpUrl,
  /** Address of the source's UI as a browser reaches it; default: the URL itself, without credentials. */
  ui: httpUrl.optional(),
  headers: z.record(z.string(), z.string()).optional(),
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
    .superRefine((proxies, context) => {
      const names = proxies.map((proxy) => proxy.name ?? proxy.dialect);
      names.forEach((each, i) => {
        if (names.indexOf(each) < i) context.addIssue({ code: 'custom', path: [i, 'name'], message: `expected a name of its own: "${each}" is taken` });
      });
    }),
  workloads: z
    .strictObject({
      from: z.literal('kube-state-metrics').default('kube-state-metrics'),
      selector: selector.default({}),
      labels: labelNames.default({ pod: 'pod', namespace: 'namespace' }),
    })
    .optional(),
  retention: z.strictObject({ traces: duration.optional(), metrics: duration.optional() }).optional(),
  detectors: z.record(z.string(), z.record(z.string(), z.number())).optional(),
});

/** The words that a public bind without auth needs. */
export const PUBLIC_WORDS = 'everyone who reaches this address may read everything';

export const configSchema = z.strictObject({
  environments: z.array(environmentSchema).min(1),
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
