import { HTMLSelect } from '@blueprintjs/core';
import { useReferenceList } from '#client/kit/reference-lists.ts';
import type { Reference } from '#client/kit/references.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useT } from '#client/kit/t.ts';

/** A region, or 0 for all of them (specification §3). */
export function RegionInput({ id, value, onChange, disabled, invalid, describedBy }: InputProps) {
  const t = useT();
  const { rows = [] } = useReferenceList<Reference>('/mes/system/classify/json', { class_id: 'region' });
  return (
    <HTMLSelect
      id={id}
      fill
      value={String(value ?? 0)}
      disabled={disabled ?? false}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(Number(event.target.value))}
      options={[
        { value: '0', label: t('allRegions') },
        ...rows.map((row) => ({ value: String(row.id), label: row.label })),
      ]}
    />
  );
}
