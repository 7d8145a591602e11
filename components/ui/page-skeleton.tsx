/** In place of a page that is on its way: the same size as what comes. */
export function PageSkeleton() {
  return (
    <div role="status">
      <div className="mb-2 h-6 w-80 max-w-full animate-pulse rounded-md bg-sunken" />
      <div className="mb-4 h-4 w-56 animate-pulse rounded-md bg-sunken" />
      <div className="panel mb-3 h-56 animate-pulse bg-sunken" /><div className="panel h-56 animate-pulse bg-sunken" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
