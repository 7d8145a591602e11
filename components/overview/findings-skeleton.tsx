/**
 * Room for the findings while they come. A card is about 270 px high (four to six lines and its links); two rows of three
 * fill the first screen, on a narrow one three cards do, so that what follows begins about where it will stay.
 */
export function FindingsSkeleton() {
  return (
    <div className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-3" role="status">
      {CARDS.map((i) => <div key={i} className={i < 3 ? CARD : `${CARD} max-sm:hidden`} />)}
      <span className="sr-only">Loading findings</span>
    </div>
  );
}

const CARDS = [0, 1, 2, 3, 4, 5] as const;
const CARD = 'panel h-[270px] animate-pulse bg-sunken';
