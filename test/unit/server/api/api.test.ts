import { describe, expect, it } from 'vitest';
import { SourceError } from '@/lib/ports/source-error';
import { openApiDocument, operations } from '@/lib/server/api/openapi';
import { paramSchemas, parseParams, toRangeRequest } from '@/lib/server/api/params';
import { toProblem } from '@/lib/server/api/problem';
import { ConfigError } from '@/lib/server/config/load';
import { RequestError } from '@/lib/server/errors';

const ask = (query: string) => new Request(`http://127.0.0.1:3000/api/v1/x?${query}`);

describe('parameters', () => {
  it('are read', () => {
    expect(toRangeRequest(parseParams(paramSchemas.range, ask('env=lab&from=now-6h&maxPoints=100')))).toEqual({ env: 'lab', from: 'now-6h', to: null, maxPoints: 100 });
  });
  it('that are empty were not given', () => {
    expect(toRangeRequest(parseParams(paramSchemas.range, ask('env=&from=')))).toEqual({ env: null, from: null, to: null, maxPoints: null });
  });
  it.each([
    ['range', 'maxPoints=many', 'maxPoints'],
    ['range', 'maxPoints=1', 'maxPoints'],
    ['traces', 'status=abc', 'status'],
    ['traces', 'status=99', 'status'],
    ['traces', 'answeredBy=router', 'answeredBy'],
    ['traces', 'causedBy=/shop', 'causedBy'],
    ['traces', 'mechanism=magic', 'mechanism'],
    ['findings', 'kind=nonsense', 'kind'],
    ['trace', 'traceId=../../etc', 'traceId'],
    ['recordingId', 'id=../secret', 'id'],
  ] as const)('%s?%s is refused by name', (schema, query, parameter) => {
    expect(() => parseParams(paramSchemas[schema] as typeof paramSchemas.range, ask(query))).toThrowError(expect.objectContaining({ status: 400, parameter }) as Error);
  });
});

describe('problems', () => {
  it.each([
    [new RequestError(400, 'from', 'from: expected'), { status: 400, parameter: 'from' }],
    [new SourceError('timeout', 'p:9090 did not answer within 25 s'), { status: 504, source: 'metrics' }],
    [new SourceError('unreachable', 'p:9090 cannot be reached'), { status: 502, source: 'metrics' }],
    [new ConfigError('weir.yaml:3: secret path'), { status: 503 }],
  ])('%s', (error, problem) => expect(toProblem(error, 'metrics')).toMatchObject(problem));

  it('tell nothing of what nobody expected', () => {
    const problem = toProblem(new Error('password=hunter2'), 'metrics');
    expect(problem.status).toBe(500);
    expect(JSON.stringify(problem)).not.toContain('hunter2');
  });
});

describe('openApiDocument', () => {
  const document = openApiDocument();
  it('has every route of the contract', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/api/v1/capabilities', '/api/v1/detectors/{id}', '/api/v1/environments', '/api/v1/findings', '/api/v1/hops', '/api/v1/not-found/changes', '/api/v1/overview', '/api/v1/recordings',
      '/api/v1/recordings/{id}', '/api/v1/signals/{name}', '/api/v1/traces', '/api/v1/traces/compare', '/api/v1/traces/judge', '/api/v1/traces/{traceId}',
      '/api/v1/traces/{traceId}/spans/{spanId}',
    ]);
  });
  it('describes each path parameter', () => {
    for (const { path, params } of operations) for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(Object.keys(params?.shape ?? {})).toContain(name);
  });
  it.each(['/api/v1/hops', '/api/v1/traces', '/api/v1/traces/compare'])('each parameter of %s says what it is', (path) => {
    const { parameters } = (document.paths[path] as { get: { parameters: { name: string; description?: string }[] } }).get;
    expect(parameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });
  it('a parameter without which nothing is answered is required', () => {
    const { parameters } = (document.paths['/api/v1/traces/compare'] as { get: { parameters: { name: string; required: boolean }[] } }).get;
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(['a']);
    expect(() => parseParams(paramSchemas.compareTraces, new Request('http://weir/api/v1/traces/compare'))).toThrow('a: expected the id of a trace');
  });
  it('names each operation once', () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((operation) => (operation as { operationId: string }).operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
