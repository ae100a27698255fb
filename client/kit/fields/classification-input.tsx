import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { call } from '../api.ts';
import { queryKeys } from '../query-keys.ts';
import type { Reference } from '../references.ts';
import type { InputProps } from './input-props.ts';

interface Props extends InputProps {
  /** Of which class the choices are. */
  classId: 'errorClass' | 'abnormalType';
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
  const params = { filter: { classId }, limit: 500 };
  const { data } = useQuery({
    queryKey: queryKeys.entity('classification', 'list', params),
    queryFn: ({ signal }) => call<Reference[]>(`${entities.classification.path}/list`, params, { signal }),
  });
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
      {data?.map((row) => (
        <option key={row.id} value={row.id}>
          {row.code && row.code !== row.label ? `${row.code} ${row.label}` : row.label}
        </option>
      ))}
    </HTMLSelect>
  );
}
