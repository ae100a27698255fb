/** Groups rows by a key. The rows of a group keep their order. */
export function groupBy<R, K>(rows: readonly R[], getKey: (row: R) => K): Map<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const key = getKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
