import type { HopRef, HopRole, Mechanism, Verdict } from '../domain/verdict';
import { plural } from './format';
import { clipText } from './hostile-text';
import { bandWords, capital, mechanismWords, roleWords } from './words';

/** The verdict in words, with its tag and band. */
export interface VerdictView {
  /** `envoy-gw answered 503. The backend never replied.` */
  readonly headline: string;
  /** Who caused it and what went before. */
  readonly sentence: string;
  readonly mechanism: string;
  /** `certain, 0.95`. */
  readonly confidence: string;
  readonly tone: 'bad' | 'warn' | 'good' | 'info';
}

/** What happened, as the second sentence of the headline. */
const happened: Record<Mechanism, string> = {
  route_miss: 'No route matched the request.',
  local_policy: 'One of its own routes or filters decided so.',
  no_endpoint: 'No ready endpoint was left to ask.',
  connect_failed: 'It could not connect to the backend.',
  reset_before_response: 'The backend never replied.',
  reset_mid_response: 'The response broke off on its way.',
  timeout: 'The backend did not answer in time.',
  passthrough: 'The proxy passed the answer on.',
  status_rewritten: 'The answer below had another status.',
  client_abort: 'The client went away first.',
  backend_own_error: 'The error is its own.',
  before_first_span: 'The request reached no hop that writes spans.',
  undetermined: 'The spans do not show why.',
  config: 'Its configuration names something that is not there.',
  protocol_error: 'The backend broke the protocol.',
  healthy: 'Nothing is to blame.',
};

/** Headline, sentence and tags of a verdict. Names come from spans: hidden characters are written out. */
export function describeVerdict(verdict: Verdict): VerdictView {
  return {
    headline: `${answeredText(verdict)} ${happened[verdict.mechanism]}`,
    sentence: [causedText(verdict), retryText(verdict), unsureText(verdict)].filter((part) => part !== '').join(' '),
    mechanism: mechanismWords[verdict.mechanism],
    confidence: `${bandWords[verdict.band]}, ${verdict.confidence.toFixed(2)}`,
    tone: toneOf(verdict),
  };
}

function answeredText({ answeredBy, status }: Verdict): string {
  const code = status === null ? 'without a status' : String(status);
  if (answeredBy.role === 'nobody') return 'Nobody answered.';
  if (answeredBy.role === 'unknown') return status === null ? 'It cannot be told who answered, or with which status.' : `It cannot be told who answered ${code}.`;
  if (answeredBy.role === 'unseen') return status === null ? 'A hop that no span shows answered; its status is not known.' : `A hop that no span shows answered ${code}.`;
  const name = hopName(answeredBy);
  // Names of services keep their spelling; only our own words begin with a capital.
  return `${name.startsWith('the ') ? capital(name) : name} answered ${code}.`;
}

/** Service of a hop as people say it; its role when the service is not known. */
export function hopName(hop: Pick<HopRef, 'role' | 'service'>): string {
  return hop.service === null || hop.service === '' ? `the ${roleWords[hop.role]}` : clipText(hop.service, 60).text;
}

function causedText({ answeredBy, causedBy, mechanism }: Verdict): string {
  if (mechanism === 'healthy') return '';
  if (causedBy.role === 'unknown') return 'Which hop caused it cannot be told.';
  if (causedBy.role === 'nobody') return '';
  if (causedBy.role === answeredBy.role && causedBy.service === answeredBy.service) return `Caused by the same hop${whereText(causedBy)}.`;
  const service = causedBy.service === null || causedBy.service === '' ? '' : ` ${hopName(causedBy)}`;
  const article = causedBy.role === 'unseen' ? 'a' : 'the';
  return `Caused by ${article} ${roleWords[causedBy.role]}${service}${whereText(causedBy)}.`;
}

function whereText({ instance, zone }: HopRef): string {
  const parts = [...(instance ? [clipText(instance, 60).text] : []), ...(zone ? [`zone ${clipText(zone, 40).text}`] : [])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function retryText({ earlierAttempts }: Verdict): string {
  return earlierAttempts === 0 ? '' : `${plural(earlierAttempts, 'earlier attempt')} failed and ${earlierAttempts === 1 ? 'was' : 'were'} retried.`;
}

function unsureText({ band, against }: Verdict): string {
  if (band === 'certain' || against.length === 0) return '';
  return `${plural(against.length, 'sign')} ${against.length === 1 ? 'speaks' : 'speak'} against it.`;
}

function toneOf({ mechanism, status }: Verdict): VerdictView['tone'] {
  if (mechanism === 'healthy') return 'good';
  if (mechanism === 'client_abort') return 'info';
  return status !== null && status < 500 ? 'warn' : 'bad';
}

/** A verdict of a list, in a few words: `proxy skipper-ingress: no route matched`. */
export function shortVerdict(sample: { readonly answeredBy: HopRole; readonly answeredByService: string | null; readonly mechanism: Mechanism }): string {
  const who = sample.answeredByService === null ? roleWords[sample.answeredBy] : `${roleWords[sample.answeredBy]} ${clipText(sample.answeredByService, 40).text}`;
  return `${who}: ${mechanismWords[sample.mechanism]}`;
}
