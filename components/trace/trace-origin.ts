/** Where a trace was read from, to ask for more of it. */
export interface TraceOrigin {
  readonly env: string | null;
  readonly at: number | null;
}
