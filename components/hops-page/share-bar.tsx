/** A share as a tick on its interval, both 0..1; the words beside it say the same. `second`: the share by another witness, as a ring. */
export function ShareBar({ share, low, high, second }: { readonly share: number; readonly low: number; readonly high: number; readonly second?: number }) {
  const left = (value: number) => `${Math.min(1, Math.max(0, value)) * 100}%`;
  return (
    <span aria-hidden className="relative inline-block h-2 w-24 shrink-0 rounded bg-sunken align-middle shadow-[inset_0_0_0_1px_var(--line)]">
      <span className="absolute inset-y-0 rounded bg-ink-3 opacity-45" style={{ left: left(low), width: `${Math.max(1, (high - low) * 100)}%` }} />
      <span className="absolute inset-y-[-2px] w-0.5 -translate-x-1/2 bg-ink" style={{ left: left(share) }} />
      {second === undefined ? null : <span className="absolute -top-0.5 size-3 -translate-x-1/2 rounded-full border-2 border-accent" style={{ left: left(second) }} />}
    </span>
  );
}
