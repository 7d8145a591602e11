import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { requirePart } from './parts';
import { waitForHttp, withFreePorts } from './ports';
import type { Supervisor } from './supervisor';

export interface Jaeger {
  /** Query API and UI. */
  readonly url: string;
  /** OTLP over HTTP, without path. */
  readonly otlp: string;
}

/** Starts Jaeger with an in-memory store and nothing but the ports that the lab uses. */
export function startJaeger(supervisor: Supervisor, folder: string, maxTraces: number): Promise<Jaeger> {
  return withFreePorts(3, '127.0.0.1', async ([http, grpc, otlp]) => {
    const file = path.join(folder, 'jaeger.yaml');
    writeFileSync(file, config(http!, grpc!, otlp!, maxTraces));
    const process = supervisor.spawn('jaeger', requirePart('jaeger'), ['--config', file], { env: { GOMAXPROCS: '1', OTEL_TRACES_SAMPLER: 'always_off' } });
    const url = `http://127.0.0.1:${http}`;
    await waitForHttp(`${url}/api/services`, process);
    return { url, otlp: `http://127.0.0.1:${otlp}` };
  });
}

const config = (http: number, grpc: number, otlp: number, maxTraces: number) => `service:
  extensions: [jaeger_storage, jaeger_query]
  pipelines:
    traces: {receivers: [otlp], processors: [batch], exporters: [jaeger_storage_exporter]}
  telemetry:
    metrics: {level: none}
    logs: {level: warn}
extensions:
  jaeger_query:
    storage: {traces: memory}
    http: {endpoint: "127.0.0.1:${http}"}
    grpc: {endpoint: "127.0.0.1:${grpc}"}
  jaeger_storage:
    backends:
      memory: {memory: {max_traces: ${maxTraces}}}
receivers:
  otlp:
    protocols:
      http: {endpoint: "127.0.0.1:${otlp}"}
processors:
  batch: {timeout: 200ms}
exporters:
  jaeger_storage_exporter: {trace_storage: memory}
`;
