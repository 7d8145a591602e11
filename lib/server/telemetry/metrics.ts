import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Finding } from '../../domain/findings';

/** Weir's own numbers: its health, how long sources take, and each active finding as a gauge that Alertmanager can page on. */
export interface Telemetry {
  query(env: string, source: 'metrics' | 'traces' | 'annotations', seconds: number, ok: boolean): void;
  question(name: string, seconds: number, ok: boolean): void;
  /** Replaces the findings of one environment and detector by those of a fresh look. */
  findings(env: string, detector: string, findings: readonly Finding[]): void;
  text(): Promise<string>;
  readonly contentType: string;
}

export function makeTelemetry(): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'weir_' });
  const registers = [registry];
  const queries = new Histogram({ name: 'weir_source_query_duration_seconds', help: 'Duration of questions to a source.', labelNames: ['env', 'source', 'result'], buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30], registers });
  const questions = new Histogram({ name: 'weir_question_duration_seconds', help: 'Duration of use cases.', labelNames: ['question', 'result'], buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30], registers });
  const active = new Gauge({ name: 'weir_finding_active', help: 'Findings that were going on at the last look; the value is the confidence.', labelNames: ['env', 'detector', 'kind', 'proxy', 'subject', 'severity'], registers });
  const looks = new Counter({ name: 'weir_detector_runs_total', help: 'Looks of each detector.', labelNames: ['env', 'detector'], registers });
  const shown = new Map<string, Record<string, string>[]>();
  return {
    query: (env, source, seconds, ok) => queries.observe({ env, source, result: ok ? 'ok' : 'failed' }, seconds),
    question: (question, seconds, ok) => questions.observe({ question, result: ok ? 'ok' : 'failed' }, seconds),
    findings(env, detector, findings) {
      const key = `${env} ${detector}`;
      for (const labels of shown.get(key) ?? []) active.remove(labels);
      const ongoing = findings.filter((finding) => finding.ongoing).slice(0, 100);
      const labelled = ongoing.map((finding) => ({ labels: { env, detector, kind: finding.kind, proxy: finding.proxy ?? '', subject: finding.subject.slice(0, 120), severity: finding.severity }, value: finding.confidence }));
      for (const { labels, value } of labelled) active.set(labels, value);
      shown.set(key, labelled.map(({ labels }) => labels));
      looks.inc({ env, detector });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
