import type { Case } from './network';

/** `default`: verdicts without knowledge of the emitters; `learned`: with profiles from the healthy requests of the run. */
export type ProfileMode = 'default' | 'learned';

const fromApp = /^app-\d+$/;
const gateway = /^app-50[234]$/;

/**
 * Why a complete trace cannot tell what happened, or null where it can. In these cases a verdict may stay below `likely`; a
 * wrong hop at `likely` or above is never allowed.
 */
export function whyNotKnown({ chain, cause, app }: Case, mode: ProfileMode): string | null {
  if (app !== 'plain') return null;
  if (chain.inner === 'envoy-quiet' && (fromApp.test(cause.name) || cause.name === 'inner-rewritten')) {
    return 'one Envoy span, flags "-" and a cluster: the application, or a filter of this Envoy (lab.md 4, Envoy 2)';
  }
  if (mode === 'learned' && chain.outer === null && gateway.test(cause.name)) {
    return 'half of the healthy requests of this proxy show the application: a gateway status without its span may be a lost span';
  }
  if (mode === 'learned' && chain.outer !== null && fromApp.test(cause.name)) {
    return 'half of the healthy requests of the inner proxy show the application, and a second proxy stands before it';
  }
  return null;
}
