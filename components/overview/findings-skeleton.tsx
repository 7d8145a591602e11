/** Three cards' worth of room while the findings come. */
export function FindingsSkeleton() {
  return (
    <div className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-3" role="status">
      {[0, 1, 2].map((i) => <div key={i} className="panel h-[152px] animate-pulse bg-sunken" />)}
      <span className="sr-only">Loading findings</span>
    </div>
  );
}
