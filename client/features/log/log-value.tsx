import { getEntity } from '#shared/entities/index.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import { ValueInWords } from '#client/crud/value-in-words.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { isTerm, useT } from '#client/kit/words/t.ts';

/** Fields whose logged value is the key of a term, if the entity does not declare the field. */
const FIELDS_WITH_TERM_VALUES: ReadonlySet<string> = new Set(['state', 'source', 'classId']);

const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns the names of the entities that a field or the fields of its lines refer to. */
const getReferencedEntities = (field: Field): string[] => [
  ...(field.to ? [field.to] : []),
  ...Object.values(field.of ?? {}).flatMap(getReferencedEntities),
];

interface Props {
  name: string;
  field: Field | undefined;
  value: unknown;
}

/**
 * Shows the logged value of a field. A reference shows the name of the referenced row. If the user
 * may not read rows of the referenced entity, the reference shows the id of the row.
 */
export function LogValue({ name, field, value }: Props) {
  const t = useT();
  const user = useUser();
  if (isEmptyValue(value)) return <span className="log-nothing">—</span>;
  const isReadable =
    field &&
    getReferencedEntities(field).every((entity) =>
      hasPermission(user, getReadPermission(getEntity(entity).permission)),
    );
  if (field && isReadable) return <ValueInWords field={field} value={value} />;
  if (field?.kind === 'ref') return <>#{String(value)}</>;
  if (typeof value !== 'string') return <>{JSON.stringify(value)}</>;
  return <>{!field && FIELDS_WITH_TERM_VALUES.has(name) && isTerm(value) ? t(value) : value}</>;
}
