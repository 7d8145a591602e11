import { type Attempt, attemptsOf } from './attempts';
import { readFaultText } from './fault-text';
import { hasRetryMark, isCanceled } from './marks';
import type { SpanNode } from './span-node';

/** Further in and wider than this a request is not described: the shape of the outer hops tells cohorts apart. */
const MAX_DEPTH = 4;
const MAX_WIDTH = 4;

/**
 * The shape of a request: for each hop the emitter family, service, status and flags, and what its tries brought, without
 * times, ids and instances. Traces of one incident share it (reference/traces-apis.md section 6.5, cohort).
 */
export const signatureOfHop = (subject: SpanNode | null) => (subject ? describe(subject, 0) : '');

function describe(hop: SpanNode, depth: number): string {
  const head = `${hop.family}:${hop.span.service}.${hop.status ?? '-'}${hop.error ? '!' : ''}[${[...hop.flags].sort().join(',')}${textKind(hop)}]`;
  if (depth >= MAX_DEPTH) return head;
  const reach = attemptsOf(hop);
  const parts = [
    ...reach.attempts.slice(-MAX_WIDTH).map((attempt) => describeAttempt(attempt, hop, depth)),
    ...reach.transparent.slice(-MAX_WIDTH).map((server) => describe(server, depth + 1)),
  ];
  return parts.length > 0 ? `${head}>(${parts.join(';')})` : head;
}

function describeAttempt({ node, response, received, below }: Attempt, hop: SpanNode, depth: number): string {
  const marks = `${hasRetryMark(node) ? 'r' : ''}${isCanceled(node) ? 'c' : ''}${[...node.flags].sort().join(',')}`;
  const servers = below.slice(-MAX_WIDTH).map((server) => describe(server, depth + 1)).join(';');
  return `${response}.${received ?? '-'}[${marks}${textKind(node, hop.status)}]${servers ? `>(${servers})` : ''}`;
}

const textKind = (node: SpanNode, status = node.status) => readFaultText(node.faultText, status)?.code ?? '';
