/** Parses the stored text of a board; null if it is no JSON, so that the board is shown without tiles. */
export function parseContent(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
