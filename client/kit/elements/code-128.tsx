/**
 * The widths of the bars and gaps of each symbol of Code 128, by its value: bar, gap, bar, gap, bar, gap. The last
 * symbol ends a barcode and has one additional bar.
 */
const SYMBOLS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );
const START_SYMBOL_B = 104;
const STOP_SYMBOL = 106;
const CHECK_MODULUS = 103;
const FIRST_CHARACTER = 32;
/** The empty space that a scanner needs at both ends, in widths of the narrowest bar. */
const QUIET_ZONE = 10;

/**
 * Encodes a text as the widths of the bars and gaps of a barcode Code 128, with the characters of set B.
 * @returns the widths, beginning with a bar; null if the text has a character that the set lacks
 */
export function encodeCode128(text: string): number[] | null {
  const values = [...text].map((character) => character.codePointAt(0)! - FIRST_CHARACTER);
  if (values.length === 0 || values.some((value) => value < 0 || value > 94)) return null;
  const sum = values.reduce((total, value, index) => total + value * (index + 1), START_SYMBOL_B);
  return [START_SYMBOL_B, ...values, sum % CHECK_MODULUS, STOP_SYMBOL].flatMap((value) =>
    [...SYMBOLS[value]!].map(Number),
  );
}

/**
 * Renders a text as a barcode Code 128, with a label below it that people can type. If the text cannot be
 * encoded, nothing is rendered.
 */
export function Code128({ text, label }: { text: string; label: string }) {
  const widths = encodeCode128(text);
  if (!widths) return null;
  let x = QUIET_ZONE;
  let path = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  return (
    <figure className="code-128">
      <svg viewBox={`0 0 ${x + QUIET_ZONE} 1`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path d={path} />
      </svg>
      <figcaption aria-hidden="true">{label}</figcaption>
    </figure>
  );
}
