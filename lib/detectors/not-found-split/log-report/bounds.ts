import type { SuccessHistory } from './history';
import type { LogEstimate } from './report';

/** The estimate that is there only when a log cannot show that anything was served: it bounds the ledger itself. */
export const ROUTE_MISSES = 'route misses';

/** What of a report is counted, not estimated. */
export function exactOf(classes: readonly string[]): readonly string[] {
  return [
    'lines, requests and counts by status',
    `404s by class: ${classes.join(' + ')} = all 404s`,
  ];
}

/** What is estimated in this report, and by how much it can be wrong. */
export function estimatesOf({ windows, replaced, history, noTime, missed }: {
  readonly windows: number;
  readonly replaced: { readonly hosts: number; readonly paths: number; readonly families: number };
  readonly history: SuccessHistory;
  readonly noTime: boolean;
  readonly missed: number;
}): readonly LogEstimate[] {
  const lists = replaced.hosts + replaced.paths + replaced.families;
  return [
    { what: 'the class of a request', bound: 'a judgement from its evidence, not a measurement; what the log cannot tell is "unknown"' },
    ...(missed > 0 && history.answers === 0 ? [{ what: ROUTE_MISSES, bound: 'no good answer (2xx, 304) in this log: if it was filtered for its 404s, nothing in it shows that a route existed, and "the host is lost" rests on how many clients ask for how many paths alone; give the whole log' }] : []),
    { what: 'counts of the top lists', bound: lists === 0 ? 'exact here: no key lost its place' : `the true count lies between requests - errorBound and requests (a..b in text); ${lists} times a key lost its place to a newer one; rows of which less than half is certain are left out; classes, clients and evidence of a row count from when it took its place` },
    { what: 'different clients, paths and hosts', bound: 'of those that the log names; exact unless marked "atLeast" (>= in text)' },
    { what: 'what was served before', bound: history.targets.forgotten + history.clients.forgotten === 0
      ? 'all good answers of this log are remembered'
      : `${history.targets.forgotten} targets and ${history.clients.forgotten} clients were forgotten (the oldest first); for those that may be among them it counts as not known` },
    ...(history.unordered ? [{ what: 'order of time', bound: 'lines go back in time (logs of several instances one after another): what was served anywhere in this log counts as served before' }] : []),
    ...(history.hostsBeyond > 0 ? [{ what: 'good answers by host', bound: `${history.hostsBeyond} good answers are of hosts beyond the table; for them it is not known what they serve` }] : []),
    { what: 'windows judged together', bound: windows <= 1 ? 'one: every 404 was judged with the whole log known' : `${windows}: a 404 was judged with what the log showed until its window ended` },
    ...(noTime ? [{ what: 'time range', bound: 'not known: no line has a time that can be read' }] : []),
  ];
}
