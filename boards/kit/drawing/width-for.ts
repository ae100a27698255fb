/** One text in this many may be cut off, so that an outlier does not widen the column. */
const ODD = 10;

/** Returns the CSS width of a column of codes or numbers: nearly all of its texts fit, on every page. */
export function widthFor(texts: readonly string[]): string {
  const lengths = texts.map((text) => text.length).sort((one, other) => one - other);
  const longest = lengths[Math.max(0, Math.ceil(lengths.length * (1 - 1 / ODD)) - 1)] ?? 0;
  return `${longest + 0.5}ch`;
}
