import { findingId, type Finding } from '@/lib/domain/findings';
import { fleetLossAdvice, lostHostAdvice, waveAdvice } from './advice';
import { blastRadius, topHosts } from './blast-radius';
import { clamp, type Found, percent, round, stratum, windowOf } from './finding-parts';
import type { FleetLoss } from './fleet-loss';
import type { LostHost } from './lost-hosts';
import { isInScope } from './lost-scope';
import { sameHost } from './sampled';
import type { Wave } from './wave';

/** A loss that goes on for so long on all instances at once may be meant: the application was taken down. It must not page for ever. */
const SETTLED_MS = 30 * 60_000;
const OLD_MS = 2 * 60 * 60_000;

/** A host, or one path prefix of it, that was served is missed on all instances. */
export function lostHostFinding({ set, fleet, judged }: Found, lost: LostHost): Finding {
  const requests = Math.round(lost.misses.reduce((sum, value) => sum + value, 0));
  const own = (judged ?? []).filter(({ sample, step, explained, verdict }) => explained && verdict.class === 'route-miss' && isInScope(lost, sample, step, sameHost));
  const host = own[0]?.sample.host ?? null;
  const window = windowOf(set, lost);
  const lasted = window.ongoing ? window.to - window.from : 0;
  const subject = lost.prefix === undefined ? lost.host : `${lost.host}${lost.prefix}`;
  return {
    id: findingId('route-lost', `${fleet.proxy}/${subject}`, set.at[lost.first]!), kind: 'route-lost', detector: 'not-found-split', proxy: fleet.proxy, subject,
    ...window, severity: lasted > OLD_MS ? 'info' : lasted > SETTLED_MS ? 'warning' : 'critical',
    confidence: clamp((lost.prefix !== undefined ? 0.75 : host === null ? 0.8 : 0.93) - (lasted > SETTLED_MS ? 0.2 : 0)), basis: lost.prefix === undefined ? 'measured' : 'inferred',
    evidence: [
      lost.prefix === undefined
        ? { code: 'successes-ended', text: `Its 2xx and 3xx answers fell to nothing: about ${lost.lostSuccesses} fewer than at the rate before.` }
        : { code: 'successes-fell', text: `Successful answers fell by about ${lost.lostSuccesses} against the rate before, while the rest of the host was served.` },
      { code: 'mirror-loss', text: `Requests without a route rose by ${requests} in the same scrapes, on most instances alike.` },
      ...(lost.prefix === undefined ? [] : [{ code: 'one-prefix', text: 'Most ordinary paths among the sampled 404s of this host lie below one prefix that was hardly missed before.' }]),
      ...(host === null ? [] : [{ code: 'traces-name-host', text: 'Traces of these 404s name the host and end at the proxy.' }]),
    ],
    against: [
      ...(host === null ? [{ code: 'host-not-traced', text: 'Route misses carry no host in the counters and no trace names it: the link is by time and size.' }] : []),
      ...(lasted > SETTLED_MS ? [{ code: 'may-be-meant', text: `It has lasted for ${Math.round(lasted / 60_000)} minutes on all instances at once: the application may have been taken down on purpose.` }] : []),
    ],
    advice: lostHostAdvice,
    strata: [stratum(set, lost, `404 for ${lost.host}`, { proxy: fleet.proxy, host: host ?? lost.host }), stratum(set, lost, '404 of the fleet', { proxy: fleet.proxy })],
    data: {
      host: lost.host, requests, lostSuccesses: lost.lostSuccesses, ...(lost.prefix === undefined ? {} : { prefix: lost.prefix }),
      hit: blastRadius(set, fleet, judged, { first: lost.first, last: lost.last, misses: requests, own, share: 1, host: lost.host }),
    },
  };
}

/** All instances lost routes at once. Judged by the fleet's own past, so less sure than a comparison with siblings, unless the tables say it too. */
export function fleetLossFinding({ set, fleet, judged }: Found, loss: FleetLoss): Finding {
  const requests = loss.misses.reduce((sum, value) => sum + value, 0);
  const own = (judged ?? []).filter(({ sample, step, verdict }) => sample.proxy === fleet.proxy && verdict.class === 'route-miss' && loss.first <= step && step <= loss.last);
  const measured = loss.routes !== null && loss.routesBefore !== null;
  const short = measured && loss.routes! < 0.5 * loss.routesBefore!;
  const equal = measured && loss.routes! >= 0.95 * loss.routesBefore!;
  const all = loss.instances.length === loss.fleetInstances;
  return {
    id: findingId('fleet-route-loss', fleet.proxy, set.at[loss.first]!), kind: 'fleet-route-loss', detector: 'not-found-split', proxy: fleet.proxy, subject: fleet.proxy,
    ...windowOf(set, loss), severity: 'critical', basis: 'measured',
    confidence: clamp(0.75 + (short ? 0.2 : 0) + (loss.missShare >= 0.9 ? 0.05 : 0) - (equal ? 0.15 : 0) - (loss.fleetInstances < 3 ? 0.15 : 0)),
    evidence: [
      { code: 'fleet-step', text: `${all ? 'All' : `${loss.instances.length} of ${loss.fleetInstances}`} instances missed ${percent(loss.missShare)} of their requests, ${percent(loss.missShareBefore)} before.` },
      { code: 'mirror-loss', text: `Successful answers fell by about ${loss.lostSuccesses} against the rate before while misses rose by ${Math.round(requests)}: a scan only adds, it takes nothing away.` },
      ...(short ? [{ code: 'route-table-short', text: `The tables have ${loss.routes} routes in the median, ${loss.routesBefore} before.` }] : []),
    ],
    against: [
      ...(loss.fleetInstances < 3 ? [{ code: 'small-fleet', text: `${loss.fleetInstances === 1 ? 'One instance' : 'Two instances'} only: compared with the past alone.` }] : []),
      ...(equal ? [{ code: 'route-table-equal', text: `The tables are as large as before (${loss.routes} routes).` }] : []),
      ...(measured ? [] : [{ code: 'route-table-unknown', text: 'The size of the route tables is not measured; the miss counters alone speak.' }]),
    ],
    advice: fleetLossAdvice,
    strata: [stratum(set, loss, '404 of the fleet', { proxy: fleet.proxy }), ...topHosts(own).slice(0, 3).map((host) => stratum(set, loss, `404 for ${host}`, { proxy: fleet.proxy, host }))],
    data: {
      instances: loss.instances.length, fleetInstances: loss.fleetInstances, missShare: round(loss.missShare), missShareBefore: round(loss.missShareBefore),
      lostSuccesses: loss.lostSuccesses, routes: loss.routes, routesBefore: loss.routesBefore,
      hit: blastRadius(set, fleet, judged, { first: loss.first, last: loss.last, misses: requests, own, share: Math.min(1, requests / Math.max(1, loss.requests)) }),
    },
  };
}

/** Scanner noise far above normal: informational, never pages. */
export function waveFinding({ set, fleet, judged }: Found, wave: Wave): Finding {
  const sampled = judged !== null && wave.samples > 0;
  const whole = wave.normalFrom === 'share-of-requests';
  return {
    id: findingId('scanner-wave', fleet.proxy, set.at[wave.first]!), kind: 'scanner-wave', detector: 'not-found-split', proxy: fleet.proxy, subject: fleet.proxy,
    ...windowOf(set, wave), severity: 'info', confidence: sampled ? 0.9 : 0.6, basis: sampled ? 'measured' : 'inferred',
    evidence: [
      { code: 'miss-rate', text: `${wave.requests} requests without a route, ${wave.timesNormal} times ${whole ? '2 % of all requests' : 'the normal rate'}, on most instances alike.` },
      ...(sampled ? [{ code: 'paths-hostile', text: `${wave.hostile} of ${wave.samples} sampled paths are scanner paths.` }] : []),
    ],
    against: [
      ...(sampled ? [] : [{ code: 'no-paths', text: 'No trace shows the paths: that these are scanners follows from the even spread alone.' }]),
      ...(whole ? [{ code: 'no-calm-part', text: 'It fills the whole range, so there is no normal rate to compare with; it is measured by its share of all requests.' }] : []),
    ],
    advice: waveAdvice, strata: [stratum(set, wave, '404s that the fleet answered itself', { proxy: fleet.proxy, answeredBy: 'proxy' })],
    data: { requests: wave.requests, timesNormal: wave.timesNormal, topPaths: wave.topPaths, clients: wave.clients, normalFrom: wave.normalFrom },
  };
}
