import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import type { LogDetails } from '#shared/answers/log.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** A field that a logged change affected. */
interface LogDifference {
  readonly name: string;
  /** The declaration of the field; undefined if the entity does not declare it. */
  readonly field: Field | undefined;
  readonly label: TermKey | null;
  readonly before: unknown;
  readonly after: unknown;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const isSameLoggedValue = (before: unknown, after: unknown): boolean =>
  (isEmpty(before) && isEmpty(after)) || JSON.stringify(before) === JSON.stringify(after);

/**
 * Lists the fields that a logged change affected. For a created or deleted row these are the fields
 * that were not empty.
 */
export function findLogDifferences({ entity, before, after }: LogDetails): LogDifference[] {
  const declaration: EntityDeclaration | undefined = (entities as Record<string, EntityDeclaration>)[entity];
  const loggedNames = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  // The log entry of a deletion contains all columns of the row. If the entity is declared, only its
  // declared fields are listed.
  const names =
    declaration && !after
      ? loggedNames.filter((name) => Object.hasOwn(declaration.fields, name))
      : loggedNames;
  return names
    .filter((name) => !isSameLoggedValue(before?.[name], after?.[name]))
    .map((name) => {
      const field =
        declaration && Object.hasOwn(declaration.fields, name) ? declaration.fields[name] : undefined;
      return {
        name,
        field,
        label: field ? getFieldLabel(name, field) : null,
        before: before?.[name],
        after: after?.[name],
      };
    });
}
