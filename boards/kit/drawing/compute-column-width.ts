/** One text in this many may be cut off, so that a single long text does not widen the column. */
const TEXTS_PER_CUT_OFF_TEXT = 10;

/** Counts the width of a text in Latin characters; a Chinese or Japanese character counts as two. */
const countCharacterWidths = (text: string): number =>
  [...text].reduce((width, one) => width + (one >= '\u2e80' ? 2 : 1), 0);

/** Computes the CSS width of a column. About nine in ten of the texts fit into it. */
export function computeColumnWidth(texts: readonly string[]): string {
  const lengths = texts.map(countCharacterWidths).sort((one, other) => one - other);
  const longest = lengths[Math.max(0, Math.ceil(lengths.length * (1 - 1 / TEXTS_PER_CUT_OFF_TEXT)) - 1)] ?? 0;
  return `${longest + 0.5}ch`;
}
