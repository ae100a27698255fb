import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { call } from '#client/kit/api.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { queryKeys } from '#client/kit/query-keys.ts';
import type { Reference } from '#client/kit/references.ts';

/** Why pieces are bad: one of the factory's error classes. */
export function ErrorClassInput({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const params = { filter: { classId: 'errorClass' }, limit: 500 };
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
      <option value="">—</option>
      {data?.map((row) => (
        <option key={row.id} value={row.id}>
          {row.code && row.code !== row.label ? `${row.code} ${row.label}` : row.label}
        </option>
      ))}
    </HTMLSelect>
  );
}
