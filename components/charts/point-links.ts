/** A link to the traces of one point of a chart. */
export interface PointLink {
  readonly label: string;
  readonly href: string;
}

/** Makes the links of a point: its time, the step that ends there, and the series that are known there. */
export type PointLinks = (point: { readonly at: number; readonly from: number; readonly series: readonly { readonly key: string; readonly label: string; readonly value: number }[] }) => readonly PointLink[];
