/**
 * A function that makes a call of the public API, and returns the data of the answer. It throws an error if
 * the call fails or is refused.
 */
export type DemoApiCall = <T>(path: string, fields: Record<string, unknown>) => Promise<T>;

export interface SavedRow {
  id: number;
  version: number;
}
/** The days that the demonstration data depends on. */
export interface DemoStartDays {
  /** The day on which the demonstration factory is filled. */
  today: string;
  /** The first day on which the roster and the rates are valid. */
  firstValidDay: string;
}
/** Maps the code or name of a row to its id. */
export type IdsByCode = ReadonlyMap<string, number>;

/**
 * Returns the id of the row with a code or name.
 * @throws Error if there is no such row
 */
export function getIdByCode(ids: IdsByCode, code: string): number {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`The demonstration data has no ${code}`);
  return id;
}

/**
 * Saves rows one after another.
 * @returns the id of each row, by its code or name
 */
export async function saveRows<T>(
  call: DemoApiCall,
  path: string,
  rows: readonly T[],
  getName: (row: T) => string,
  makeFields: (row: T) => Record<string, unknown>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const row of rows) ids.set(getName(row), (await call<SavedRow>(`${path}/save`, makeFields(row))).id);
  return ids;
}
