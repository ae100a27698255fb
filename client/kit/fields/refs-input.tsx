import { useReferencesById } from '../wire/references.ts';
import { useT } from '../words/t.ts';
import { Chip } from '../elements/chip.tsx';
import { Combobox } from './combobox.tsx';
import type { InputProps } from './input-props.ts';

/**
 * An input to choose several rows of the entity that the field refers to. The rows stay in the order in
 * which the user chose them.
 */
export function RefsInput({ field, id, value, onChange, disabled, ...rest }: InputProps) {
  const t = useT();
  const chosen = Array.isArray(value) ? (value as number[]) : [];
  const { data } = useReferencesById(field.to!, chosen);
  const nameOf = (one: number) => data?.find((row) => row.id === one)?.label ?? '…';
  return (
    <div className="refs-input">
      {chosen.length > 0 && (
        <ul className="refs-chosen">
          {chosen.map((one) => (
            <li key={one}>
              <Chip
                text={nameOf(one)}
                onRemove={disabled ? undefined : () => onChange(chosen.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <Combobox
          id={id}
          entity={field.to!}
          shown=""
          placeholder={t('addMore')}
          exclude={chosen}
          onPick={(row) => onChange([...chosen, row.id])}
          invalid={rest.invalid}
          describedBy={rest.describedBy}
          autoFocus={rest.autoFocus}
          ariaLabel={rest.ariaLabel}
        />
      )}
    </div>
  );
}
