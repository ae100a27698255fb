/** One odd text in so many may be cut rather than take the room of the others. */
const ODD = 10;

/** The width in CSS of a column of codes or figures: as long as nearly all of them, shown or not. */
export function widthFor(texts: readonly string[]): string {
  const lengths = texts.map((text) => text.length).sort((one, other) => one - other);
  const longest = lengths[Math.max(0, Math.ceil(lengths.length * (1 - 1 / ODD)) - 1)] ?? 0;
  return `${longest + 0.5}ch`;
}
