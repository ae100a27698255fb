import type { FieldMap } from '#shared/kernel/fields.ts';
import { isSameValue, type RawFormValues } from '#client/kit/forms/use-form.ts';

/** A field that another user changed while this user was editing the record. */
interface FieldDifference {
  readonly name: string;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /**
   * Whether both users changed the field to different values, so that this user must choose one.
   */
  readonly isConflict: boolean;
}

/**
 * Finds the fields that another user changed after this user opened the form. If both users changed
 * a field, different values are a conflict, and equal values are no difference.
 */
export function findRecordDifferences(
  fields: FieldMap,
  before: RawFormValues,
  mine: RawFormValues,
  theirs: RawFormValues,
): FieldDifference[] {
  return Object.entries(fields)
    .filter(
      ([name, field]) =>
        !isSameValue(field, before[name], theirs[name]) && !isSameValue(field, mine[name], theirs[name]),
    )
    .map(([name, field]) => ({
      name,
      before: before[name],
      mine: mine[name],
      theirs: theirs[name],
      isConflict: !isSameValue(field, before[name], mine[name]),
    }));
}

/**
 * Merges both versions of a record. A field has the other user's value if only the other user
 * changed it, or if this user chose that value. Otherwise it has this user's value.
 */
export function mergeValues(
  mine: RawFormValues,
  differences: readonly FieldDifference[],
  ownFieldNames: ReadonlySet<string>,
): RawFormValues {
  const acceptedDifferences = differences.filter(
    ({ name, isConflict }) => !(isConflict && ownFieldNames.has(name)),
  );
  return { ...mine, ...Object.fromEntries(acceptedDifferences.map(({ name, theirs }) => [name, theirs])) };
}
