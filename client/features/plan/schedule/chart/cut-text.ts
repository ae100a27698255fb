/** The widths of texts on the chart in pixels, by font and text. */
const widths = new Map<string, number>();
/** A text of fewer letters says nothing. */
const MIN_LETTERS = 4;
const MAX_WIDTHS = 50_000;

function measureText(context: CanvasRenderingContext2D, text: string): number {
  const key = `${context.font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= MAX_WIDTHS) widths.clear();
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** Cuts a text, so that it fits into a width. @returns an empty text if hardly anything would be left */
export function cutText(context: CanvasRenderingContext2D, text: string, maxWidth: number): string {
  const width = measureText(context, text);
  if (width <= maxWidth) return text;
  const letters = [...text];
  const kept = Math.floor((letters.length * maxWidth) / width) - 1;
  return kept < MIN_LETTERS ? '' : `${letters.slice(0, kept).join('')}…`;
}

/**
 * Cuts a label, so that it fits into a width. If not even its code fits, the end of the code stays, because codes often
 * begin alike.
 */
export function cutLabel(
  context: CanvasRenderingContext2D,
  code: string,
  rest: string,
  maxWidth: number,
): string {
  const codeWidth = measureText(context, code);
  if (codeWidth <= maxWidth) return cutText(context, `${code} ${rest}`, maxWidth);
  const letters = [...code];
  const kept = Math.floor((letters.length * maxWidth) / codeWidth) - 1;
  return kept < MIN_LETTERS - 1 ? '' : `…${letters.slice(-kept).join('')}`;
}
