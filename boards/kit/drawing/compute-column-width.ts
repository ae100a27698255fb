import { estimateTextWidthEm } from './measure-text-em.ts';

/** One text out of this number may be cut off, so that a few long texts do not widen the column. */
const TEXTS_PER_CUT_OFF_TEXT = 10;

/** Returns the width of a text, counted in Latin characters. A Chinese or Japanese character counts as two. */
const computeTextWidthInCharacters = (text: string): number =>
  [...text].reduce((width, character) => width + (character >= '\u2e80' ? 2 : 1), 0);

/** Computes the CSS width of a column into which about nine of ten texts fit. */
export function computeColumnWidth(texts: readonly string[]): string {
  const widths = texts.map(computeTextWidthInCharacters).sort((one, other) => one - other);
  const widthInCharacters =
    widths[Math.max(0, Math.ceil(widths.length * (1 - 1 / TEXTS_PER_CUT_OFF_TEXT)) - 1)] ?? 0;
  return `${widthInCharacters + 0.5}ch`;
}

/** Computes the CSS width of a column into which every text fits, at least `minWidthEm`. */
export const computeColumnWidthForAll = (texts: readonly string[], minWidthEm = 0): string =>
  `${Math.max(minWidthEm, ...texts.map(estimateTextWidthEm))}em`;
