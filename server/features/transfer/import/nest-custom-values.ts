import { parseCustomColumnId } from '#shared/rules/columns.ts';

/**
 * Moves the values of custom columns into the object `custom`, where they are keyed by column id.
 */
export function nestCustomValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ownValues: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const id = parseCustomColumnId(name);
    if (id === null) ownValues[name] = value;
    else custom[id] = value;
  }
  return Object.keys(custom).length > 0 ? { ...ownValues, custom } : ownValues;
}
