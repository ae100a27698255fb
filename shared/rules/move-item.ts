/** Returns the items after the item `name` has moved to the position of the item `targetName`. */
export function moveItem<T>(
  items: readonly T[],
  getName: (item: T) => string,
  name: string,
  targetName: string,
): T[] {
  const fromIndex = items.findIndex((item) => getName(item) === name);
  const targetIndex = items.findIndex((item) => getName(item) === targetName);
  if (fromIndex < 0 || targetIndex < 0 || fromIndex === targetIndex) return [...items];
  const otherItems = items.filter((_, index) => index !== fromIndex);
  otherItems.splice(targetIndex, 0, items[fromIndex]!);
  return otherItems;
}
