const NEW = 'new';

/** Formats an id for an address; null is a new row. */
export const idInAddress = (row: { id: number } | null): string => String(row?.id ?? NEW);

/** Parses the id in an address: null for a new row, undefined if it is invalid. */
export function rowIdOf(text: string | undefined): number | null | undefined {
  if (text === NEW) return null;
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
