import type { FieldMap } from '#shared/kernel/fields.ts';
import { sameValue, type RawValues } from '#client/kit/forms/use-form.ts';

/** A field that another user changed while it was being edited here. */
interface Difference {
  readonly name: string;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Both users changed the field to different values: one must be chosen. */
  readonly conflict: boolean;
}

/**
 * Finds the fields that another user changed since this form was opened, and the conflicts with local edits.
 */
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

/** Merges both versions: theirs if only they changed a field or theirs was chosen, otherwise mine. */
export function merged(
  mine: RawValues,
  differences: readonly Difference[],
  keepMine: ReadonlySet<string>,
): RawValues {
  const takenFromTheirs = differences.filter(({ name, conflict }) => !(conflict && keepMine.has(name)));
  return { ...mine, ...Object.fromEntries(takenFromTheirs.map(({ name, theirs }) => [name, theirs])) };
}
