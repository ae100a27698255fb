/** The average width of a Latin character or a digit in em. Bold characters are only slightly wider. */
const LATIN_CHARACTER_WIDTH_EM = 0.58;
const FIRST_WIDE_CHARACTER = '\u2e80';

/** Estimates the width of a text in em. A Chinese or Japanese character counts as 1 em. */
export const estimateTextWidthEm = (text: string): number =>
  [...text].reduce(
    (width, character) => width + (character >= FIRST_WIDE_CHARACTER ? 1 : LATIN_CHARACTER_WIDTH_EM),
    0,
  );
