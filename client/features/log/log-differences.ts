import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { labelOf, type Field } from '#shared/kernel/fields.ts';
import type { LogDetails } from '#shared/answers/log.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** A field that differs in a log entry. */
interface LogDifference {
  readonly name: string;
  /** Undefined if the entity does not declare the field. */
  readonly field: Field | undefined;
  readonly label: TermKey | null;
  readonly before: unknown;
  readonly after: unknown;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const same = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/** Lists the fields that a change affected: the different ones, or all non-empty ones of a created or deleted row. */
export function logDifferences({ entity, before, after }: LogDetails): LogDifference[] {
  const declared: EntityDeclaration | undefined = (entities as Record<string, EntityDeclaration>)[entity];
  const given = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  // The log of a deletion holds the whole row, including columns that are not declared fields.
  const names = declared && !after ? given.filter((name) => Object.hasOwn(declared.fields, name)) : given;
  return names
    .filter((name) => !same(before?.[name], after?.[name]))
    .map((name) => {
      const field = declared && Object.hasOwn(declared.fields, name) ? declared.fields[name] : undefined;
      return {
        name,
        field,
        label: field ? labelOf(name, field) : null,
        before: before?.[name],
        after: after?.[name],
      };
    });
}
