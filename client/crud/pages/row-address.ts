const NEW = 'new';

/** Formats the id of a row for an address. A null row is a new row. */
export const idInAddress = (row: { id: number } | null): string => String(row?.id ?? NEW);

/** Parses the id in an address. It returns null for a new row and undefined for an invalid id. */
export function rowIdOf(text: string | undefined): number | null | undefined {
  if (text === NEW) return null;
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
