/** The mark: water over a weir. */
export function WeirMark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" aria-hidden>
      <path d="M2 8c2.5-2.4 4.5-2.4 7 0s4.5 2.4 7 0 4-2.200 6-.8" />
      <path d="M12 12v6M7 13v4M17 13v4" opacity=".55" />
      <path d="M2 20h20" />
    </svg>
  );
}
