import { z } from 'zod';
import { appVersion } from '../app-version';
import { capabilitiesSchema, changesSchema, envelopeSchema, environmentSchema, findingSchema, problemSchema, recordingSchema, runSchema, signalSchema } from './answer-schemas';
import { hopsSchema } from './hop-schemas';
import { paramSchemas, pastedSchema, recordSchema } from './params';

interface Operation {
  readonly path: string;
  readonly method?: 'get' | 'post';
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

const loose = z.record(z.string(), z.unknown());

/** Every route of the API with the schemas that check it. */
export const operations: readonly Operation[] = [
  { path: '/api/v1/overview', summary: 'Findings of all detectors and what the overview draws', params: paramSchemas.range, answer: envelopeSchema(loose) },
  { path: '/api/v1/environments', summary: 'Environments, the default one first', answer: z.object({ data: z.array(environmentSchema) }) },
  { path: '/api/v1/capabilities', summary: 'State of the sources and what each signal can tell', params: paramSchemas.env, answer: envelopeSchema(capabilitiesSchema) },
  { path: '/api/v1/signals/{name}', summary: 'One signal over a range', params: paramSchemas.signal, answer: envelopeSchema(signalSchema) },
  { path: '/api/v1/detectors/{id}', summary: 'One detector over a range', params: paramSchemas.detector, answer: envelopeSchema(runSchema) },
  { path: '/api/v1/not-found/changes', summary: 'What changed in the 404s against an earlier window of the same length', params: paramSchemas.changes, answer: envelopeSchema(changesSchema) },
  { path: '/api/v1/hops', summary: 'Which hop answered and which caused 404, 502, 503 and 504', params: paramSchemas.range, answer: envelopeSchema(hopsSchema) },
  { path: '/api/v1/findings', summary: 'Findings of a range', params: paramSchemas.findings, answer: envelopeSchema(z.array(findingSchema)) },
  { path: '/api/v1/traces', summary: 'Traces of a finding or of a point of a chart, grouped by answering hop', params: paramSchemas.traces, answer: envelopeSchema(loose) },
  { path: '/api/v1/traces/{traceId}', summary: 'One trace with its verdict', params: paramSchemas.trace, answer: envelopeSchema(loose) },
  { path: '/api/v1/traces/{traceId}/spans/{spanId}', summary: 'One span of a trace with everything that it says', params: paramSchemas.span, answer: z.object({ data: loose }) },
  { path: '/api/v1/traces/judge', method: 'post', summary: 'Verdicts of a pasted text: JSON of a trace, or what names one', params: paramSchemas.env, body: pastedSchema, answer: envelopeSchema(loose) },
  { path: '/api/v1/traces/compare', summary: 'A failed trace beside a good one of the same route', params: paramSchemas.compareTraces, answer: envelopeSchema(loose) },
  { path: '/api/v1/recordings', summary: 'Recordings', answer: z.object({ data: z.array(recordingSchema) }) },
  { path: '/api/v1/recordings', method: 'post', summary: 'Make a recording of a range', body: recordSchema, answer: envelopeSchema(loose) },
  { path: '/api/v1/recordings/{id}', summary: 'The file of a recording', params: paramSchemas.recordingId, answer: z.string() },
];

/** The OpenAPI 3.1 document, made from the schemas that check requests. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) paths[operation.path] = { ...paths[operation.path], [operation.method ?? 'get']: toOperation(operation) };
  return {
    openapi: '3.1.0',
    info: { title: 'Weir', version: appVersion, description: 'Traffic through ingress proxies: zones, 404s, rollouts, hops.' },
    paths,
    components: { schemas: { Problem: toSchema(problemSchema) } },
  };
}

function toOperation({ path, method, summary, params, body, answer }: Operation) {
  return {
    operationId: `${method ?? 'get'}${path.replace('/api/v1', '').replace(/[/{}.]+(.)?/g, (_all, letter: string | undefined) => (letter ?? '').toUpperCase())}`,
    summary,
    parameters: params ? toParameters(params, path) : [],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: toSchema(body) } } } } : {}),
    responses: {
      [created(path, method) ? '201' : '200']: { description: 'The answer', content: { [path.endsWith('recordings/{id}') ? 'application/zip' : 'application/json']: { schema: toSchema(answer) } } },
      default: { description: 'RFC 9457 problem document', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    },
  };
}

/** What makes something new answers 201; a question with a body answers like any question. */
function created(path: string, method: Operation['method']): boolean {
  return method === 'post' && !path.endsWith('/judge');
}

function toParameters(params: z.ZodObject, path: string) {
  return Object.entries(params.shape).map(([name, schema]) => {
    const inPath = path.includes(`{${name}}`);
    const described = toSchema(schema as z.ZodType);
    const { description } = described;
    return { name, in: inPath ? 'path' : 'query', required: inPath || !(schema as z.ZodType).safeParse(undefined).success, ...(typeof description === 'string' ? { description } : {}), schema: described };
  });
}

function toSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
