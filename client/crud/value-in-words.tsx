import type { Field } from '#shared/kernel/fields.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { useReferencesById } from '#client/kit/wire/references.ts';

interface Props {
  field: Field;
  value: unknown;
}

/** Shows the value of a field. Names replace the ids of rows, also in a field of kind `lines`. */
export function ValueInWords({ field, value }: Props) {
  const ids = (
    field.kind === 'ref' ? [value] : field.kind === 'refs' && Array.isArray(value) ? value : []
  ).filter((id): id is number => typeof id === 'number');
  const { data } = useReferencesById(field.to ?? 'department', ids);
  if (field.kind === 'lines' && Array.isArray(value) && value.length > 0) {
    return (
      <ol className="value-lines">
        {value.map((row: Record<string, unknown>, index) => (
          <li key={index}>
            {Object.entries(field.of ?? {}).map(([name, subfield], fieldIndex) => (
              <span key={name}>
                {fieldIndex > 0 && ' · '}
                <ValueInWords field={subfield} value={row[name]} />
              </span>
            ))}
          </li>
        ))}
      </ol>
    );
  }
  const label =
    ids.length > 0 ? joinWords(ids.map((id) => data?.find((row) => row.id === id)?.label ?? '…')) : undefined;
  return <FieldValue field={field} value={value} label={label} />;
}
