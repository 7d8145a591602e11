import { type Fault, faultOf } from './faults';

export interface BackendAnswer {
  readonly status: number;
  readonly body: string;
  readonly delayMs: number;
}

/** Highest id that exists; beyond it the application answers its own 404. */
export const lastId = 5_000;

/**
 * What an application answers, or how it fails to (`faults.ts`; only under `/fault`, for the fixtures of known causes).
 */
export function answerFor(app: string, method: string, url: string): BackendAnswer | Fault {
  const path = url.split('?')[0] ?? '/';
  if (path === '/healthz') return { status: 200, body: '{}', delayMs: 0 };
  const fault = faultOf(path);
  if (fault !== null) return fault;
  if (path === '/fault/slow') return { status: 200, body: '{}', delayMs: 5_000 };
  if (path.startsWith('/fault/status/')) return { status: Number(path.slice(14)), body: '{}', delayMs: 1 };
  const route = routes[app]?.find((candidate) => candidate.method === method && candidate.pattern.test(path));
  if (route === undefined) return { status: 404, body: '{"error":"no such resource"}', delayMs: 1 };
  const id = /\/(\d+)(?:\/|$)/.exec(path)?.[1];
  if (id !== undefined && Number(id) > lastId) return { status: 404, body: '{"error":"not found"}', delayMs: latency(4) };
  return { status: route.status, body: `{"app":"${app}"}`, delayMs: latency(route.medianMs) };
}

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly status: number;
  readonly medianMs: number;
}

const routes: Readonly<Record<string, readonly Route[]>> = {
  shop: [
    { method: 'GET', pattern: /^\/api\/products(\/\d+)?$/, status: 200, medianMs: 12 },
    { method: 'GET', pattern: /^\/api\/categories$/, status: 200, medianMs: 6 },
    { method: 'POST', pattern: /^\/api\/orders$/, status: 201, medianMs: 35 },
    { method: 'GET', pattern: /^\/api\/orders\/\d+$/, status: 200, medianMs: 18 },
  ],
  cart: [
    { method: 'GET', pattern: /^\/cart\/\d+$/, status: 200, medianMs: 8 },
    { method: 'POST', pattern: /^\/cart\/\d+\/items$/, status: 201, medianMs: 15 },
    { method: 'GET', pattern: /^\/$/, status: 200, medianMs: 4 },
  ],
  legacy: [{ method: 'GET', pattern: /^\/(reports|static)\/\d+$/, status: 200, medianMs: 25 }, { method: 'GET', pattern: /^\/$/, status: 200, medianMs: 10 }],
  apiserver: [
    { method: 'GET', pattern: /^\/apis\/resourcemanager\.miloapis\.com\/v1alpha1\/(projects|organizations)(\/\d+)?$/, status: 200, medianMs: 9 },
    { method: 'GET', pattern: /^\/api\/v1\/namespaces\/[a-z-]+\/configmaps$/, status: 200, medianMs: 14 },
    { method: 'POST', pattern: /^\/apis\/authorization\.k8s\.io\/v1\/subjectaccessreviews$/, status: 201, medianMs: 7 },
  ],
};

/** Log-normal around the median, cut at twenty times of it. */
function latency(medianMs: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return Math.min(20 * medianMs, medianMs * Math.exp(0.5 * normal));
}
