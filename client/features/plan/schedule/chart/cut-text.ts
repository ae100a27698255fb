/** The widths of texts on the chart in pixels, by font and text. */
const widths = new Map<string, number>();
/** A cut text with fewer letters is not drawn, because nobody could understand it. */
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

/** Cuts the end of a text that is wider than `maxWidth` pixels. @returns an empty text if too few letters fit */
export function cutText(context: CanvasRenderingContext2D, text: string, maxWidth: number): string {
  const width = measureText(context, text);
  if (width <= maxWidth) return text;
  const letters = [...text];
  const keptCount = Math.floor((letters.length * maxWidth) / width) - 1;
  return keptCount < MIN_LETTERS ? '' : `${letters.slice(0, keptCount).join('')}…`;
}

/**
 * Cuts a label that is wider than `maxWidth` pixels. If not even its code fits, the end of the code is kept, because
 * many codes begin with the same letters.
 */
export function cutLabel(
  context: CanvasRenderingContext2D,
  code: string,
  detail: string,
  maxWidth: number,
): string {
  const codeWidth = measureText(context, code);
  if (codeWidth <= maxWidth) return cutText(context, `${code} ${detail}`, maxWidth);
  const letters = [...code];
  const keptCount = Math.floor((letters.length * maxWidth) / codeWidth) - 1;
  return keptCount < MIN_LETTERS - 1 ? '' : `…${letters.slice(-keptCount).join('')}`;
}
