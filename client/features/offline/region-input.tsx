import { HTMLSelect } from '@blueprintjs/core';
import { useReferenceList } from '#client/kit/wire/reference-lists.ts';
import type { Reference } from '#client/kit/wire/references.ts';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useT } from '#client/kit/words/t.ts';

/** Chooses a region. The value 0 means all regions (specification §3). */
export function RegionInput(props: InputProps) {
  const { value, onChange } = props;
  const t = useT();
  const { rows = [] } = useReferenceList<Reference>('/mes/system/classify/json', { class_id: 'region' });
  return (
    <HTMLSelect
      {...makeInputAttributes(props)}
      fill
      value={String(value ?? 0)}
      className={props.invalid ? 'select-invalid' : undefined}
      onChange={(event) => onChange(Number(event.target.value))}
      options={[
        { value: '0', label: t('allRegions') },
        ...rows.map((row) => ({ value: String(row.id), label: row.label })),
      ]}
    />
  );
}
