/** Returns the items in a new order: the item `name` moves to the position of the item `to`. */
export function moveItem<T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  name: string,
  to: string,
): T[] {
  const from = things.findIndex((thing) => nameOf(thing) === name);
  const at = things.findIndex((thing) => nameOf(thing) === to);
  if (from < 0 || at < 0 || from === at) return [...things];
  const rest = things.filter((_, index) => index !== from);
  rest.splice(at, 0, things[from]!);
  return rest;
}
