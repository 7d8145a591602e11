import type { HopAgreement, HopDetail, HopStatus, ProfileRow, ProfileTowards, SpanMetricsCut } from '../domain/hops';
import { formatCount, formatDateTime, formatPercent } from './format';
import { type ClippedText, clipText } from './hostile-text';
import type { HopsPick } from './hops-pick';
import { intervalText } from './hops-words';
import { roleWords } from './words';

/** Counters against verdicts, in words. */
export interface AgreementRow {
  readonly key: string;
  readonly status: HopStatus;
  readonly what: string;
  readonly agreement: HopAgreement;
  readonly interval: string;
  readonly verdict: string;
  readonly tone: 'good' | 'bad' | 'neutral';
  readonly says: string;
}

const verdicts: Record<HopAgreement['verdict'], readonly [text: string, tone: AgreementRow['tone']]> = {
  agree: ['agree', 'good'], disagree: ['disagree', 'bad'], 'cannot-tell': ['cannot tell', 'neutral'],
};

/** Comparisons of one fleet, the shown status first. */
export function agreementRows({ agreement }: HopDetail, proxy: string, status: HopStatus): readonly AgreementRow[] {
  const rank = (row: HopAgreement) => (row.status === status ? 0 : 1);
  return agreement.filter((one) => one.proxy === proxy).sort((a, b) => rank(a) - rank(b) || a.status - b.status).map((one) => ({
    key: `${one.status}.${one.what}`, status: one.status, what: clipText(one.what, 80).text, agreement: one,
    interval: intervalText(one.low, one.high), verdict: verdicts[one.verdict][0], tone: verdicts[one.verdict][1], says: saysText(one),
  }));
}

/** Why the shown status has no comparison: the one reason that holds. */
export function noComparison({ total, proxy, status }: Pick<HopsPick, 'total' | 'proxy' | 'status'>): string {
  const fleet = clipText(proxy, 40).text;
  if (total === null || total.requests === null) return `the counters of ${fleet} do not count ${status}`;
  if (total.requests === 0) return `the counters of ${fleet} counted no ${status}`;
  if (total.service === null) return `no trace of ${fleet} could be searched, as the service name of its spans is not known`;
  return `the counters of ${fleet} count ${status}, but do not tell who answered it`;
}

function saysText({ counted, judged, low, high, traces, verdict }: HopAgreement): string {
  if (verdict === 'cannot-tell') return `From ${formatCount(traces)} traces the share may lie anywhere in ${intervalText(low, high)}: that contradicts nothing`;
  if (verdict === 'agree') return `${formatPercent(counted)} by the counters lies within what the verdicts allow`;
  return `The counters say ${counted > judged ? 'more' : 'less'} than the verdicts allow`;
}

/** Span metrics of one status, or why there are none. */
export interface SpanMetricsModel {
  readonly rows: readonly { readonly key: string; readonly service: ClippedText; readonly kind: string; readonly requests: number }[];
  /** Other statuses that have rows. */
  readonly others: readonly number[];
  readonly note: string;
}

export function spanMetricsModel(cut: Extract<SpanMetricsCut, { kind: 'found' }>, status: HopStatus): SpanMetricsModel {
  const rows = cut.rows.filter((row) => row.status === status).sort((a, b) => b.requests - a.requests || (a.service < b.service ? -1 : 1));
  return {
    rows: rows.map((row) => ({ key: `${row.kind}.${row.service}`, service: clipText(row.service, 60), kind: row.kind === 'server' ? 'answered (server span)' : 'got it as caller (client span)', requests: row.requests })),
    others: [...new Set(cut.rows.filter((row) => row.status !== status).map((row) => row.status))].sort(),
    note: `${clipText(cut.flavour, 60).text}, ${cut.sampled === 'before' ? 'made before sampling: these count every request' : 'made before or after sampling: not known, so read them as shares'}`,
  };
}

/** What an emitter usually shows, ready to draw. */
export interface ProfileView {
  readonly key: string;
  readonly service: ClippedText;
  readonly family: string;
  readonly role: string;
  readonly profile: ProfileRow;
  /** `learned from 412 traces at …`, `built-in default`. */
  readonly source: string;
  /** The same by next hop, the most asked first; empty where nothing is known by next hop. */
  readonly towards: readonly TowardsView[];
}

export interface TowardsView {
  readonly key: string;
  readonly name: ClippedText;
  readonly by: string;
  /** Null: too few samples, the share of all is used. */
  readonly pBelow: number | null;
  readonly samples: number;
}

const towardsView = ({ name, by, pBelow, samples }: ProfileTowards): TowardsView => ({ key: `${by}.${name}`, name: clipText(name, 60), by: by === 'name' ? 'by its name' : 'by its address', pBelow, samples });

/** Emitters by role and name. */
export function profileViews(profiles: readonly ProfileRow[], zone: string): readonly ProfileView[] {
  return [...profiles].sort((a, b) => b.samples - a.samples || (a.service < b.service ? -1 : 1)).map((profile) => ({
    key: `${profile.role}.${profile.service}`, service: clipText(profile.service, 48), family: clipText(profile.family, 32).text, role: roleWords[profile.role], profile, towards: (profile.towards ?? []).map(towardsView),
    source: profile.source === 'default' ? 'built-in default, nothing learned' : profile.learnedAt === null ? 'learned' : `learned ${formatDateTime(profile.learnedAt, zone)}`,
  }));
}
