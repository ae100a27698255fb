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
  const chosenIds = Array.isArray(value) ? (value as number[]) : [];
  const { data } = useReferencesById(field.to!, chosenIds);
  const getRowName = (rowId: number) => data?.find((row) => row.id === rowId)?.label ?? '…';
  return (
    <div className="refs-input">
      {chosenIds.length > 0 && (
        <ul className="refs-chosen">
          {chosenIds.map((rowId) => (
            <li key={rowId}>
              <Chip
                text={getRowName(rowId)}
                onRemove={disabled ? undefined : () => onChange(chosenIds.filter((other) => other !== rowId))}
              />
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <Combobox
          id={id}
          entity={field.to!}
          chosenName=""
          placeholder={t('addMore')}
          excludedIds={chosenIds}
          onPick={(row) => onChange([...chosenIds, row.id])}
          invalid={rest.invalid}
          describedBy={rest.describedBy}
          autoFocus={rest.autoFocus}
          ariaLabel={rest.ariaLabel}
        />
      )}
    </div>
  );
}
