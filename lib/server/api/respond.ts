import 'server-only';
import type { Answer } from '../../domain/answer';
import { logger } from '../telemetry/logger';
import { toEnvelope } from './envelope';
import { toProblem } from './problem';

type Source = 'metrics' | 'traces';

/** Runs a use case and answers with its envelope, or with a problem document. */
export async function respond(run: () => Promise<Answer<unknown>>, source: Source = 'metrics'): Promise<Response> {
  return guarded(async () => json(toEnvelope(await run())), source);
}

/** The same for answers that have no range: lists of what exists. */
export async function respondData(run: () => Promise<unknown>, source: Source = 'metrics'): Promise<Response> {
  return guarded(async () => json({ data: await run() }), source);
}

/** Turns every error into a problem document. What nobody expected goes to the log, not to the client. */
export async function guarded(run: () => Promise<Response>, source: Source = 'metrics'): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    const problem = toProblem(error, source);
    if (problem.status === 500 || problem.status === 503) logger.error({ err: error }, 'a question failed');
    return json(problem, problem.status, 'application/problem+json');
  }
}

export function json(body: unknown, status = 200, type = 'application/json'): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' } });
}
