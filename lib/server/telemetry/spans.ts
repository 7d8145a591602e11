import { SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs a question inside a span of its own. Without an SDK in the process this costs nothing. */
export async function inSpan<T>(name: string, attributes: Readonly<Record<string, string | number>>, run: () => Promise<T>): Promise<T> {
  return trace.getTracer('weir').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}
