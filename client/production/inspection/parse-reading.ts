/** Matches the number at the end of what a gauge sends, such as '01A+0020.013' or '20,013 mm'. */
const READING_FORMAT = /([+-]?\d+(?:[.,]\d+)?)\s*(?:mm|cm|µm|μm|um|in|"|°)?\s*$/i;

/** Reads the number that a person typed or a gauge sent; null if there is none. */
export function parseReading(text: string): number | null {
  const match = READING_FORMAT.exec(text.trim());
  return match ? Number(match[1]!.replace(',', '.')) : null;
}
