/** Grey lines in place of the words of a side panel, about as high as what comes. */
export function AsideRoom({ lines }: { readonly lines: number }) {
  return (
    <div aria-hidden data-testid="aside-room">
      {Array.from({ length: lines }, (_, i) => <div key={i} className="mb-2 h-[14px] animate-pulse rounded bg-sunken" style={{ width: i % 3 === 2 ? '60%' : '100%' }} />)}
    </div>
  );
}
