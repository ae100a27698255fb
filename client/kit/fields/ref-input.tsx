import { useState } from 'react';
import { useReferencesById } from '../wire/references.ts';
import { Combobox } from './combobox.tsx';
import type { InputProps } from './input-props.ts';

/** An input to choose one row of the entity that the field refers to. */
export function RefInput({ field, id, value, onChange, chosenName, excludedId, ...rest }: InputProps) {
  const chosenId = typeof value === 'number' ? value : null;
  const [pickedRow, setPickedRow] = useState<{ id: number; label: string } | null>(null);
  const knownLabel = pickedRow?.id === chosenId ? pickedRow?.label : chosenName;
  const { data } = useReferencesById(
    field.to!,
    chosenId === null ? [] : [chosenId],
    knownLabel === undefined,
  );
  const label =
    chosenId === null ? '' : (knownLabel ?? data?.find((row) => row.id === chosenId)?.label ?? '…');
  return (
    <Combobox
      id={id}
      entity={field.to!}
      chosenName={label}
      excludedIds={excludedId === undefined ? [] : [excludedId]}
      onPick={(row) => {
        setPickedRow(row);
        onChange(row.id);
      }}
      onClear={field.required ? undefined : () => onChange(null)}
      invalid={rest.invalid}
      describedBy={rest.describedBy}
      disabled={rest.disabled}
      autoFocus={rest.autoFocus}
      ariaLabel={rest.ariaLabel}
    />
  );
}
