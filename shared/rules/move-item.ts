/** Returns the items after the item `name` has moved to the position of the item `targetName`. */
export function moveItem<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  name: string,
  targetName: string,
): T[] {
  const fromIndex = items.findIndex((item) => nameOf(item) === name);
  const targetIndex = items.findIndex((item) => nameOf(item) === targetName);
  if (fromIndex < 0 || targetIndex < 0 || fromIndex === targetIndex) return [...items];
  const rest = items.filter((_, index) => index !== fromIndex);
  rest.splice(targetIndex, 0, items[fromIndex]!);
  return rest;
}
