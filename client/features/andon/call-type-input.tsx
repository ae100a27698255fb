import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { call } from '#client/kit/api.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { queryKeys } from '#client/kit/query-keys.ts';
import type { Reference } from '#client/kit/references.ts';
import { useT } from '#client/kit/t.ts';

/** The type of call that a rule is about; every type where none is chosen. */
export function CallTypeInput({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const t = useT();
  const params = { filter: { classId: 'abnormalType' }, limit: 500 };
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
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value ? Number(event.target.value) : null)}
    >
      <option value="">{t('everyType')}</option>
      {data?.map((row) => (
        <option key={row.id} value={row.id}>
          {row.label}
        </option>
      ))}
    </HTMLSelect>
  );
}
