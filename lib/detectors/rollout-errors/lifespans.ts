/** Pods of each set (ReplicaSet) that has some, at one step; null: nothing of the workload was seen (a scrape gap). */
export type ActiveSets = ReadonlyMap<string, number> | null;

/** A change from one set of pods to another, as indices of the steps. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly ongoing: boolean;
  readonly old: readonly string[];
  readonly next: string;
  readonly end: 'complete' | 'aborted' | 'superseded' | 'rolled-back' | 'open';
  readonly strategy: 'rolling' | 'recreate' | null;
  /** Last step at which a number of pods changed; -1: none did within the range. */
  readonly movedAt: number;
}

/** A gap without any pods up to this many steps is a `Recreate` rollout; a longer one was scaled to zero. */
const RECREATE_STEPS = 24;

interface Open {
  readonly from: number;
  readonly old: readonly string[];
  readonly next: string;
  readonly edge: boolean;
  movedAt: number;
}

/**
 * Changes by the lifespans of sets. One begins when a second set gets pods and ends when only one has pods; a third set
 * supersedes it; what begins with the range is no start unless it moves.
 *   old  3 3 3 2 1 0 0        old  3 3 2 3 3
 *   new  . . 1 1 2 3 3        new  . . 1 0 0     aborted
 *            |-----|                   |-|
 */
export function findChanges(steps: readonly ActiveSets[]): Change[] {
  const walk = new Walk(steps);
  steps.forEach((now, i) => {
    if (now) walk.see(now, i);
  });
  return walk.finish();
}

class Walk {
  private readonly changes: Change[] = [];
  /** Sets that ran before: going back to one is a rollback. */
  private readonly ran = new Set<string>();
  private open: Open | null = null;
  private before: ReadonlyMap<string, number> | null = null;
  private emptySince = -1;
  private settled: string | null = null;

  constructor(private readonly steps: readonly ActiveSets[]) {}

  see(now: ReadonlyMap<string, number>, i: number): void {
    const names = [...now.keys()].sort();
    const { before } = this;
    if (this.open && (names.length !== before?.size || names.some((name) => now.get(name) !== before.get(name)))) this.open.movedAt = i;
    if (names.length === 0) {
      if (this.emptySince < 0) this.emptySince = i;
      if (before) this.before = now;
      return;
    }
    const fresh = before ? names.filter((name) => !before.has(name)) : [];
    if (names.length === 1) this.settle(names[0]!, i);
    else if (!before) this.open = { from: i, ...edgePair(this.steps, i), edge: true, movedAt: -1 };
    else if (fresh.length > 0) this.begin(names, fresh.at(-1)!, i);
    this.emptySince = -1;
    this.before = now;
  }

  finish(): Change[] {
    const { open } = this;
    if (open) this.changes.push({ from: open.from, to: this.steps.length - 1, ongoing: true, old: open.old, next: open.next, end: 'open', strategy: 'rolling', movedAt: open.movedAt });
    return this.changes;
  }

  private begin(names: readonly string[], next: string, i: number): void {
    if (this.open && this.counts(this.open)) this.add(this.open, i, 'superseded');
    const old = names.filter((name) => name !== next);
    this.open = { from: i, old, next, edge: false, movedAt: i };
  }

  /** Only one set has pods. */
  private settle(only: string, i: number): void {
    const { open } = this;
    if (open) this.close(open, only, i);
    else if (this.settled !== null && only !== this.settled) {
      const short = this.emptySince >= 0 && i - this.emptySince <= RECREATE_STEPS;
      const change = { from: short ? this.emptySince : i, old: [this.settled], next: only, movedAt: i };
      this.changes.push({ ...change, to: i, ongoing: false, end: this.ran.has(only) ? 'rolled-back' : 'complete', strategy: short ? 'recreate' : null });
      this.ran.add(this.settled);
    }
    this.open = null;
    this.settled = only;
    this.ran.add(only);
  }

  private close(open: Open, only: string, i: number): void {
    if (!this.counts(open)) return;
    if (open.next === only) return this.add(open, i, this.ran.has(only) ? 'rolled-back' : 'complete');
    const members = [...open.old, open.next];
    if (!open.old.includes(only)) {
      // A scrape gap hid how a third one took over.
      this.changes.push({ from: open.from, to: i, ongoing: false, old: members.sort(), next: only, end: 'complete', strategy: 'rolling', movedAt: i });
      return;
    }
    const { all, peak, peakAt } = this.heights(open, i);
    if (peak < all) return this.add(open, i, 'aborted');
    // The new set had all its pods: it was rolled out, then rolled back.
    this.add(open, peakAt, 'superseded');
    this.changes.push({ from: peakAt, to: i, ongoing: false, old: members.filter((name) => name !== only).sort(), next: only, end: 'rolled-back', strategy: 'rolling', movedAt: i });
  }

  private add(open: Open, to: number, end: Change['end']): void {
    this.changes.push({ from: open.from, to, ongoing: false, old: open.old, next: open.next, end, strategy: 'rolling', movedAt: open.movedAt });
    for (const name of open.old) this.ran.add(name);
  }

  /** Two sets that stand side by side since before the range began and never move are no rollout. */
  private counts(open: Open): boolean {
    return !open.edge || open.movedAt >= 0;
  }

  /** How many pods the workload had in its old sets at most, and the new one; when the new one had them last. */
  private heights(open: Open, to: number) {
    let [all, peak, peakAt] = [0, 0, open.from];
    for (let i = Math.max(0, open.from - 1); i <= to; i += 1) {
      const now = this.steps[i];
      if (!now) continue;
      all = Math.max(all, open.old.reduce((sum, name) => sum + (now.get(name) ?? 0), 0));
      const own = now.get(open.next) ?? 0;
      if (own >= peak && i < to) [peak, peakAt] = [own, Math.max(i, open.from)];
    }
    return { all, peak, peakAt };
  }
}

/** Which of several sets at the range's edge is the new one: the one that gained most pods by the end. */
function edgePair(steps: readonly ActiveSets[], i: number): { old: string[]; next: string } {
  const first = steps[i]!;
  const last = steps.findLast((step) => step !== null)!;
  const gain = (name: string) => (last.get(name) ?? 0) - (first.get(name) ?? 0);
  const names = [...first.keys()].sort((a, b) => gain(a) - gain(b) || (a < b ? -1 : 1));
  return { old: names.slice(0, -1), next: names.at(-1)! };
}
