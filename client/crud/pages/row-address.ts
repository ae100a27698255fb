const NEW = 'new';

/** How an address names a row; null is a new one. */
export const idInAddress = (row: { id: number } | null): string => String(row?.id ?? NEW);

/** The id in an address: null for a new row, undefined where it is none. */
export function rowIdOf(text: string | undefined): number | null | undefined {
  if (text === NEW) return null;
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
