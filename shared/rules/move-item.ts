/** Returns the items in a new order: the item `name` moves to the position of the item `to`. */
export function moveItem<T>(items: readonly T[], nameOf: (item: T) => string, name: string, to: string): T[] {
  const from = items.findIndex((item) => nameOf(item) === name);
  const at = items.findIndex((item) => nameOf(item) === to);
  if (from < 0 || at < 0 || from === at) return [...items];
  const rest = items.filter((_, index) => index !== from);
  rest.splice(at, 0, items[from]!);
  return rest;
}
