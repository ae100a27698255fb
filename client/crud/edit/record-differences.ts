import type { FieldMap } from '#shared/kernel/fields.ts';
import { sameValue, type RawValues } from '#client/kit/forms/use-form.ts';

/** A field that somebody else changed while it was being edited here. */
interface Difference {
  readonly name: string;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Both changed it, and not to the same: a person must choose. */
  readonly conflict: boolean;
}

/** What the other person changed since this form was opened, and where that collides with what was typed here. */
export function recordDifferences(
  fields: FieldMap,
  before: RawValues,
  mine: RawValues,
  theirs: RawValues,
): Difference[] {
  return Object.entries(fields)
    .filter(
      ([name, field]) =>
        !sameValue(field, before[name], theirs[name]) && !sameValue(field, mine[name], theirs[name]),
    )
    .map(([name, field]) => ({
      name,
      before: before[name],
      mine: mine[name],
      theirs: theirs[name],
      conflict: !sameValue(field, before[name], mine[name]),
    }));
}

/** What the form then holds: theirs where only they changed it or it was chosen, mine elsewhere. */
export function merged(
  mine: RawValues,
  differences: readonly Difference[],
  keepMine: ReadonlySet<string>,
): RawValues {
  const taken = differences.filter(({ name, conflict }) => !(conflict && keepMine.has(name)));
  return { ...mine, ...Object.fromEntries(taken.map(({ name, theirs }) => [name, theirs])) };
}
