import type { Chain } from './chain';
import type { Case } from './network';

/** `default`: verdicts without knowledge of the emitters; `learned`: with profiles from the healthy requests of the run. */
export type ProfileMode = 'default' | 'learned';

const fromApp = /^app-\d+$/;

/**
 * Why a complete trace cannot tell what happened, or null where it can. In these cases a verdict may stay below `likely`; a
 * wrong hop at `likely` or above is never allowed.
 */
export function whyNotKnown({ chain, cause, app }: Case, mode: ProfileMode): string | null {
  const shunting = cause.name === 'outer-no-endpoint' ? chain.outer : cause.name === 'inner-no-endpoint' ? chain.inner : null;
  if (mode === 'default' && shunting === 'skipper') {
    return 'Skipper\'s shunt for no endpoints is one span without error: so is a 502 that was passed on and whose try was lost (lab.md 4, Skipper 11)';
  }
  if (chain.inner === 'envoy-quiet' && chain.outer !== 'envoy-quiet' && cause.name === 'both-rewrite') {
    return 'the inner Envoy shows no tries: that the application sent 404 where it sent 503 does not tell what it received; who answered is certain';
  }
  return app === 'plain' ? whyNotKnownOfPlain(chain, cause.name, mode) : null;
}

/** Without a span of the application, what the last proxy says must do. */
function whyNotKnownOfPlain({ outer, inner }: Chain, cause: string, mode: ProfileMode): string | null {
  if (inner === 'envoy-quiet' && (fromApp.test(cause) || cause === 'inner-rewritten')) {
    return 'one Envoy span, flags "-" and a cluster: the application, or a filter of this Envoy (lab.md 4, Envoy 2)';
  }
  if (inner === 'envoy-quiet' && ((cause === 'outer-rewritten' && outer !== 'envoy-quiet') || cause === 'outer-timeout-app-hangs')) {
    return 'the inner Envoy shows no tries: what it waited for or received is not seen; who answered is certain';
  }
  if (mode === 'default' && inner === 'skipper' && (cause === 'app-503' || cause === 'app-504')) {
    return 'Skipper writes 503 and 504 on tries that failed, too; that this one has no error mark is all that tells (lab.md 3)';
  }
  return null;
}
