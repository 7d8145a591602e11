import type { NotFoundRequest } from '@/lib/detectors/not-found-split';
import type { Course, Event } from './not-found-sessions';

/** A window of the course as the CLI reads it, with the events behind the lines. */
export interface ContractWindow {
  readonly requests: readonly NotFoundRequest[];
  readonly events: readonly Event[];
}

/** Fields of the contract that a site may not know. */
export type Lacking = 'history' | 'client' | 'shares' | 'user-agent' | 'responder';

export const WINDOW = 600;
const SHARE_STEP = 60;

/** The 404s of each ten minutes with what was known when they came: history from before the course, successes and miss shares from the course so far. */
export function toWindows(course: Course, lacking: readonly Lacking[] = []): ContractWindow[] {
  const share = missShares(course);
  const served = new Set<string>();
  const windows = new Map<number, { requests: NotFoundRequest[]; events: Event[] }>();
  const knows = (field: Lacking) => !lacking.includes(field);
  for (const event of course.events) {
    if (event.served) {
      served.add(event.client);
      continue;
    }
    const own = windows.get(Math.floor(event.at / WINDOW)) ?? { requests: [], events: [] };
    windows.set(Math.floor(event.at / WINDOW), own);
    own.events.push(event);
    own.requests.push({
      path: event.path, host: event.host, method: event.method,
      ...(knows('user-agent') ? { userAgent: event.userAgent } : {}),
      ...(knows('client') ? { client: event.client } : {}),
      ...(knows('responder') ? { responder: event.truth === 'application' ? 'backend' : 'proxy' } : {}),
      ...(knows('history') ? { servedBefore: course.history.has(`${event.host} ${event.template}`), clientEverServed: served.has(event.client) || isVisitor(event.client) } : {}),
      ...(knows('shares') ? share(event) : {}),
    });
  }
  return [...windows.values()];
}

/** Visitors were served in the history already. */
const isVisitor = (client: string) => client.startsWith('198.51.100.');

function missShares({ events }: Course): (event: Event) => Pick<NotFoundRequest, 'instanceMissShare' | 'fleetMissShare'> {
  const tally = new Map<string, [misses: number, requests: number]>();
  const keysOf = ({ at, pod }: Event) => [`${Math.floor(at / SHARE_STEP)} ${pod}`, `${Math.floor(at / SHARE_STEP)}`] as const;
  for (const event of events) {
    for (const key of keysOf(event)) {
      const pair = tally.get(key) ?? [0, 0];
      tally.set(key, [pair[0] + (event.served || event.truth === 'application' ? 0 : 1), pair[1] + 1]);
    }
  }
  return (event) => {
    const [instance, fleet] = keysOf(event).map((key) => tally.get(key)![0] / tally.get(key)![1]);
    return { instanceMissShare: instance, fleetMissShare: fleet };
  };
}
