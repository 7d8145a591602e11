/** A text pasted elsewhere in this tab, on its way to the page that judges it; never in the address, never stored. */
let handed: string | null = null;

/** Keeps a text for the judge page, which is opened next. */
export function handOver(text: string): void {
  handed = text;
}

/** The text that was handed over, once. */
export function takeHanded(): string | null {
  const text = handed;
  handed = null;
  return text;
}
