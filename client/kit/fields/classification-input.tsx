import { HTMLSelect } from '@blueprintjs/core';
import type { ClassId } from '#shared/rules/classes.ts';
import { useReferenceList } from '../reference-lists.ts';
import type { Reference } from '../references.ts';
import type { InputProps } from './input-props.ts';

interface Props extends InputProps {
  /** Of which class the choices are. */
  classId: ClassId;
  /** What no choice says. */
  none: string;
}

/** One of the factory's own words of a class, as an error class or a type of call. */
export function ClassificationInput({
  id,
  value,
  onChange,
  invalid,
  describedBy,
  disabled,
  classId,
  none,
}: Props) {
  const { rows } = useReferenceList<Reference>('/mes/system/classify/json', { class_id: classId });
  return (
    <HTMLSelect
      id={id}
      fill
      value={typeof value === 'number' ? String(value) : ''}
      disabled={disabled ?? false}
      className={invalid ? 'select-invalid' : undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value ? Number(event.target.value) : null)}
    >
      <option value="">{none}</option>
      {rows?.map((row) => (
        <option key={row.id} value={row.id}>
          {row.code && row.code !== row.label ? `${row.code} ${row.label}` : row.label}
        </option>
      ))}
    </HTMLSelect>
  );
}
