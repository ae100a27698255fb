/** Calls the product's public API as the administrator of the demonstration factory. */
export type DemoCall = <T>(path: string, fields: Record<string, unknown>) => Promise<T>;

/** What a save answers, as far as it is needed here. */
export interface Made {
  id: number;
  version: number;
}
/** The ids of rows by what they are called. */
export type Ids = ReadonlyMap<string, number>;

/**
 * The id of what has a code.
 * @throws Error where the demonstration data has none
 */
export function idOf(ids: Ids, code: string): number {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`The demonstration data has no ${code}`);
  return id;
}

/** Saves rows one after the other. @returns their ids by name */
export async function saveAll<T>(
  call: DemoCall,
  path: string,
  rows: readonly T[],
  nameOf: (row: T) => string,
  fields: (row: T) => Record<string, unknown>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const row of rows) ids.set(nameOf(row), (await call<Made>(`${path}/save`, fields(row))).id);
  return ids;
}
