export interface Crosshair {
  /** The moment under the pointer; null: none. */
  readonly at: number | null;
  /** Id of the chart that the pointer is on. */
  readonly owner: string | null;
}

type Listener = (crosshair: Crosshair) => void;

const listeners = new Set<Listener>();
let current: Crosshair = { at: null, owner: null };

/** Moves the crosshair of every chart on the page. Charts follow by DOM writes, not by rendering: hover stays within a frame. */
export function moveCrosshair(next: Crosshair): void {
  if (next.at === current.at && next.owner === current.owner) return;
  current = next;
  for (const listener of listeners) listener(current);
}

/** Calls back at each move, and once at the start. Returns how to stop. */
export function followCrosshair(listener: Listener): () => void {
  listeners.add(listener);
  listener(current);
  return () => { listeners.delete(listener); };
}
