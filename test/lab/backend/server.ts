/**
 * One replica of an application: a small HTTP server with OpenTelemetry server spans, a process of its own so that the
 * lab can kill it. Configured by environment variables; prints `listening PORT`. On SIGTERM it stops accepting, ends
 * requests in flight and exits.
 */
import { createRequire } from 'node:module';
import type nodeHttp from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { answerFor } from './answers';
import { misbehave } from './faults';

const env = process.env;
const appName = env.LAB_APP ?? 'app';
const provider = env.LAB_OTLP ? startTracing(env.LAB_OTLP) : null;
// Required after the instrumentation is on, so that it is the instrumented module.
const http: typeof nodeHttp = createRequire(import.meta.url)('node:http');

function startTracing(endpoint: string): NodeTracerProvider {
  const resource = resourceFromAttributes({
    'service.name': appName,
    'service.namespace': env.LAB_NAMESPACE ?? '',
    'service.version': env.LAB_VERSION ?? '',
    'k8s.pod.name': env.LAB_POD ?? '',
    'k8s.namespace.name': env.LAB_NAMESPACE ?? '',
    'cloud.availability_zone': env.LAB_ZONE ?? '',
  });
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const tracing = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 500 })] });
  tracing.register();
  const instrumentation = new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true, ignoreIncomingRequestHook: (request) => request.url === '/healthz' });
  instrumentation.setTracerProvider(tracing);
  instrumentation.enable();
  return tracing;
}

const handle: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
  request.resume();
  request.once('end', () => {
    const answer = answerFor(appName, request.method ?? 'GET', request.url ?? '/');
    if (typeof answer === 'string') misbehave(request.socket, answer);
    else setTimeout(() => send(response, answer.status, answer.body), answer.delayMs);
  });
};

function send(response: ServerResponse, status: number, body: string): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', 'x-served-by': env.LAB_POD ?? appName });
  response.end(body);
}

const server: Server = http.createServer(handle);
// Longer than the proxies keep idle connections: the proxy must be the one that closes.
server.keepAliveTimeout = 120_000;
server.listen(Number(env.LAB_PORT ?? 0), env.LAB_IP ?? '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening ${typeof address === 'object' && address !== null ? address.port : 0}`);
});

process.once('SIGTERM', () => {
  server.close(() => {
    void Promise.resolve(provider?.shutdown()).finally(() => process.exit(0));
  });
  server.closeIdleConnections();
});
