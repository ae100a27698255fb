const NEW_ROW_ID = 'new';

/** Formats the id of a row for an address. A null row is a new row. */
export const formatRowId = (row: { id: number } | null): string => String(row?.id ?? NEW_ROW_ID);

/** Parses the id in an address. It returns null for a new row and undefined for an invalid id. */
export function parseRowId(text: string | undefined): number | null | undefined {
  if (text === NEW_ROW_ID) return null;
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
