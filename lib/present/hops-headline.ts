import type { HopShare, HopTotal } from '../domain/hops';
import { formatCount, formatPercent, plural } from './format';
import { clipText } from './hostile-text';
import { FEW_TRACES, answeredText, hopKey, intervalText, isUnknown, madeText, reasonText } from './hops-words';
import type { HopsPick } from './hops-pick';

export interface HopsHeadline {
  /** The answer in one sentence. */
  readonly title: string;
  /** What it rests on. */
  readonly basis: string;
}

/** The page's answer in words; it never says more than the traces carry. `traced`: there is a trace source. */
export function hopsHeadline({ total, status, cells, proxy, elsewhere = null }: Pick<HopsPick, 'total' | 'status' | 'cells' | 'proxy'> & Partial<Pick<HopsPick, 'elsewhere'>>, traced = true): HopsHeadline {
  if (total === null || (total.requests === null && total.lookedAt === 0)) {
    return { title: `Whether there were answers with ${status} is not known`, basis: `No counter of ${proxy} tells, and no trace of one was looked at.` };
  }
  if (elsewhere !== null && total.requests === 0 && total.lookedAt === 0) return { title: `No answer with ${status} at ${clipText(proxy, 40).text} in this range`, basis: `The counters of ${clipText(proxy, 40).text} counted none.` };
  if (total.lookedAt === 0) return nothingSeen(total, cells, traced);
  const [top] = total.answered;
  if (top === undefined || total.lookedAt < FEW_TRACES) return few(total);
  return { title: `${ofText(total)}, ${formatPercent(top.share)} (${intervalText(top.low, top.high)}) ${whatText(top, total)}`, basis: basisText(total) };
}

/** The hop that made most of them, and why; where it had several reasons the largest, with its share of all. */
function whatText(top: HopShare, { parts }: HopTotal): string {
  const own = parts.filter(({ answeredBy, count }) => count > 0 && hopKey(answeredBy) === hopKey(top.hop)).sort((a, b) => b.share - a.share);
  const [first] = own;
  if (first === undefined) return answeredText(top.hop);
  if (own.length === 1) return madeText(first);
  return `${answeredText(top.hop)}, ${first.share > top.share / 2 ? 'most' : 'the largest part'} of them (${formatPercent(first.share)} of all) ${reasonText(first)}`;
}

/** No trace was looked at: why, as far as it is known. */
function nothingSeen(total: HopTotal, cells: HopsPick['cells'], traced: boolean): HopsHeadline {
  const { status, requests, expectedTraces } = total;
  if (requests === 0) return { title: `No answer with ${status} in this range`, basis: `The counters of ${total.proxy} counted none.` };
  const title = `${aboutText(total)} ${(requests ?? 0) === 1 ? 'answer' : 'answers'} with ${status}, and no trace tells who made them`;
  if (!traced) return { title, basis: 'No trace was searched: this environment has no trace source. The counters stand.' };
  if (total.service === null) return { title, basis: `No trace was searched: by which service name ${total.proxy} writes its spans is not known. The counters stand; name it in the configuration (traces.service).` };
  const open = cells.filter(({ search }) => search !== 'quiet');
  if (open.length > 0 && open.every(({ search }) => search === 'failed')) return { title, basis: 'The trace source did not answer. The counters stand; ask again when it is back.' };
  if (open.length > 0 && open.every(({ search }) => search === 'skipped')) return { title, basis: 'The search did not come to them within its budget. A shorter range gets further.' };
  if (expectedTraces !== null && expectedTraces < 1) return { title, basis: `At this sampling rate ${formatCount(expectedTraces)} of a trace is to be expected. A longer range, or keeping errors by tail sampling, would show some.` };
  if (expectedTraces !== null) return { title, basis: `Sampling should have kept about ${plural(expectedTraces, 'trace')}: they may be dropped on the way, aged out, or carry another status.` };
  return { title, basis: 'The search found none; how many should have been kept is not known.' };
}

/** Too few for shares: what each one says is in the table. */
function few(total: HopTotal): HopsHeadline {
  const sums = new Map<string, number>();
  for (const part of total.parts) sums.set(madeText(part), (sums.get(madeText(part)) ?? 0) + part.count);
  const [top] = [...sums].sort((a, b) => b[1] - a[1]);
  const said = top === undefined ? '' : top[1] === total.lookedAt ? `${top[1] === 1 ? 'It says' : 'They say'} that these ${top[0]}. ` : `${formatCount(top[1])} of them say that these ${top[0]}. `;
  return { title: `${ofText(total)}, only ${plural(total.lookedAt, 'trace')} ${total.lookedAt === 1 ? 'was' : 'were'} looked at: too few to tell a share`, basis: `${said}${basisText(total)}` };
}

function ofText(total: HopTotal): string {
  return total.requests === null || total.requests === 0 ? `Of answers with ${total.status} that traces show` : `Of ${aboutText(total).toLowerCase()} ${Math.round(total.requests) === 1 ? 'answer' : 'answers'} with ${total.status}`;
}

const aboutText = ({ requests }: HopTotal) => `About ${formatCount(requests === null ? null : Math.round(requests))}`;

/** `212 traces looked at of about 1,240 requests; 180 verdicts are certain, 12 cannot tell who answered.` */
function basisText({ requests, lookedAt, expectedTraces, truncated, parts }: HopTotal): string {
  const certain = parts.reduce((sum, part) => sum + part.certain, 0);
  const open = parts.filter(({ answeredBy }) => isUnknown(answeredBy)).reduce((sum, { count }) => sum + count, 0);
  const counted = requests === null ? 'requests are not counted here' : requests === 0 ? 'the counters counted none' : `of about ${plural(Math.round(requests), 'request')}`;
  const seen = `${plural(lookedAt, 'trace')} looked at${requests === null || requests === 0 ? '; ' : ' '}${counted}`;
  const kept = expectedTraces === null ? '' : `, where sampling should have kept about ${formatCount(Math.round(expectedTraces))}`;
  const more = truncated ? ' The search stopped at its limit: there are more.' : '';
  return `${seen}${kept}. ${formatCount(certain)} ${certain === 1 ? 'verdict is' : 'verdicts are'} certain, ${open === 0 ? 'all tell' : `${formatCount(open)} cannot tell`} who answered.${more}`;
}
