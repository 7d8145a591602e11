/** Values as bars in a few pixels; a gap is left empty, never drawn as 0. `most`: value of the full height, the same for all rows of a table. */
export function Sparkline({ values, most, label, colorVar, width = 96, height = 20 }: { readonly values: readonly (number | null)[]; readonly most: number; readonly label: string; readonly colorVar: string; readonly width?: number; readonly height?: number }) {
  const bars = toBars(values, width / 2);
  const top = Math.max(1, most);
  const step = width / Math.max(1, bars.length);
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="block">
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--grid)" />
      {bars.map((bar, i) => (bar === null || bar === 0 ? null : <rect key={i} x={i * step} width={Math.max(1, step - 0.4)} y={height - Math.max(1, (bar / top) * height)} height={Math.max(1, (bar / top) * height)} fill={`var(${colorVar})`} />))}
    </svg>
  );
}

/** At most `most` bars, each the highest of its values: peaks stay, a bar without any known value is a gap. */
export function toBars(values: readonly (number | null)[], most: number): (number | null)[] {
  const size = Math.max(1, Math.ceil(values.length / Math.max(1, Math.floor(most))));
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) => {
    const known = values.slice(i * size, (i + 1) * size).filter((value): value is number => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  });
}
