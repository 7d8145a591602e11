import { type SpanNode, compareNodes, endOf } from './span-node';

export interface Forest {
  readonly nodes: readonly SpanNode[];
  readonly tops: readonly SpanNode[];
  /** Spans whose parent is missing and that could not be attached. The tops of a trace with no root count too, but one. */
  readonly orphans: number;
}

/** Above this many comparisons orphans stay where they are: a trace that broken proves nothing by time. */
const MAX_ATTACH_WORK = 400_000;

/** Links parents and children (rule 6.4.1): cycles are cut, orphans attached by time where only one place fits. */
export function buildForest(nodes: readonly SpanNode[]): Forest {
  const byId = new Map(nodes.map((node) => [node.span.spanId, node]));
  for (const node of nodes) {
    const parent = node.span.parentId === null ? undefined : byId.get(node.span.parentId);
    if (parent && parent !== node) setParent(node, parent, 'direct');
  }
  cutCycles(nodes);
  for (const node of nodes) node.parent?.children.push(node);
  attachOrphans(nodes);
  const tops = nodes.filter((node) => node.parent === null);
  const orphans = tops.filter((node) => node.span.parentId !== null).length;
  const rooted = tops.some((node) => node.span.parentId === null);
  return { nodes, tops, orphans: rooted ? orphans : Math.max(0, orphans - 1) };
}

function setParent(node: SpanNode, parent: SpanNode, edge: SpanNode['edge']): void {
  node.parent = parent;
  node.edge = edge;
}

/** Cuts each loop above its earliest span, so that the result does not depend on the order of arrival. */
function cutCycles(nodes: readonly SpanNode[]): void {
  const seenIn = new Map<SpanNode, SpanNode>();
  for (const start of nodes) {
    let node: SpanNode | null = start;
    while (node && !seenIn.has(node)) {
      seenIn.set(node, start);
      node = node.parent;
    }
    if (node && seenIn.get(node) === start) cutAbove(node);
  }
}

function cutAbove(member: SpanNode): void {
  let first = member;
  for (let node = member.parent; node && node !== member; node = node.parent) {
    const earlier = node.span.start - first.span.start || (node.span.spanId < first.span.spanId ? -1 : 1);
    if (earlier < 0) first = node;
  }
  first.parent = null;
  first.edge = 'none';
}

/**
 * In a trace with one root every span descends from it, also where the parent is missing: an orphan goes to the innermost
 * span of the root's tree that contains it in time, with tolerance, calls first. Orphans that share the root's own missing
 * parent are siblings, not descendants.
 */
function attachOrphans(nodes: readonly SpanNode[]): void {
  const tops = nodes.filter((node) => node.parent === null);
  const roots = tops.filter((node) => node.span.parentId === null);
  if (tops.length < 2 || roots.length > 1) return;
  const root = roots[0] ?? longest(tops);
  const tree = descendants(root);
  if (tree.length * tops.length > MAX_ATTACH_WORK) return;
  // One orphan may take the place that another wanted: always in the same order.
  for (const orphan of [...tops].sort(compareNodes)) {
    if (orphan === root || orphan.span.parentId === root.span.parentId) continue;
    const host = innermost(orphan, tree);
    if (!host) continue;
    setParent(orphan, host, 'inferred');
    host.children.push(orphan);
  }
}

function longest(tops: readonly SpanNode[]): SpanNode {
  return tops.reduce((best, node) => {
    const more = node.span.durationMs - best.span.durationMs || (node.span.spanId < best.span.spanId ? 1 : -1);
    return more > 0 ? node : best;
  });
}

function innermost(orphan: SpanNode, tree: readonly SpanNode[]): SpanNode | null {
  const wantsCall = orphan.span.kind === 'server';
  let best: SpanNode | null = null;
  for (const node of tree) {
    if (node.side || !contains(node, orphan)) continue;
    if (wantsCall && node.span.kind === 'client' && node.children.some((child) => child.span.kind === 'server')) continue;
    if (!best || rank(node, best) < 0) best = node;
  }
  return best;

  function rank(a: SpanNode, b: SpanNode): number {
    const fit = Number(fits(b)) - Number(fits(a));
    return fit || a.span.durationMs - b.span.durationMs || (a.span.spanId < b.span.spanId ? -1 : 1);
  }
  function fits(node: SpanNode): boolean {
    return wantsCall ? node.span.kind === 'client' : node.span.service === orphan.span.service;
  }
}

/** Tolerance of rule 6.4.1: clocks differ, and SDKs round to milliseconds. */
export function contains(outer: SpanNode, inner: SpanNode): boolean {
  const tolerance = Math.max(50, outer.span.durationMs * 0.1);
  return inner.span.start >= outer.span.start - tolerance && endOf(inner) <= endOf(outer) + tolerance;
}

/** A node and all below it, without recursion: traces may be 50,000 spans deep. */
export function descendants(top: SpanNode): SpanNode[] {
  const all = [top];
  for (let i = 0; i < all.length; i += 1) for (const child of all[i]!.children) all.push(child);
  return all;
}
