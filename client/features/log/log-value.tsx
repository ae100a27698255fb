import { entityOf } from '#shared/entities/index.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { can, toRead } from '#shared/kernel/permissions.ts';
import { ValueInWords } from '#client/crud/value-in-words.tsx';
import { useUser } from '#client/kit/session.ts';

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Everything that a field refers to, also within the rows that it owns. */
const targetsOf = (field: Field): string[] => [
  ...(field.to ? [field.to] : []),
  ...Object.values(field.of ?? {}).flatMap(targetsOf),
];

/** What stood in a field. Rows that it refers to are named where the reader may see them; else they keep their number. */
export function LogValue({ field, value }: { field: Field | undefined; value: unknown }) {
  const user = useUser();
  if (isNothing(value)) return <span className="log-nothing">—</span>;
  const readable = field && targetsOf(field).every((to) => can(user, toRead(entityOf(to).permission)));
  if (field && readable) return <ValueInWords field={field} value={value} />;
  if (field?.kind === 'ref') return <>#{String(value)}</>;
  return <>{typeof value === 'string' ? value : JSON.stringify(value)}</>;
}
