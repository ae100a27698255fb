import { useState } from 'react';
import { useReferencesById } from '../wire/references.ts';
import { Combobox } from './combobox.tsx';
import type { InputProps } from './input-props.ts';

/** An input to choose one row of the entity that the field refers to. */
export function RefInput({ field, id, value, onChange, shown, exclude, ...rest }: InputProps) {
  const chosen = typeof value === 'number' ? value : null;
  const [picked, setPicked] = useState<{ id: number; label: string } | null>(null);
  const known = picked?.id === chosen ? picked?.label : shown;
  const { data } = useReferencesById(field.to!, chosen === null ? [] : [chosen], known === undefined);
  const label = chosen === null ? '' : (known ?? data?.find((row) => row.id === chosen)?.label ?? '…');
  return (
    <Combobox
      id={id}
      entity={field.to!}
      shown={label}
      exclude={exclude === undefined ? [] : [exclude]}
      onPick={(row) => {
        setPicked(row);
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
