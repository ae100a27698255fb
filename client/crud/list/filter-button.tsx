import { Button } from '@blueprintjs/core';
import { CaretDownIcon, CrossIcon } from '@blueprintjs/icons';
import type { Field } from '#shared/kernel/fields.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { useReferencesById } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';
import { FilterEditor } from './filter-editor.tsx';
import type { FilterValue } from './list-address.ts';

interface Props {
  name: string;
  field: Field;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | null) => void;
  /** Whether the user has just added the filter, so that its editor opens at once. */
  isJustAdded: boolean;
  onClosed: () => void;
}

/**
 * Describes the values that a filter allows. The description is '' if the filter allows every
 * value.
 */
function useFilterDescription(field: Field, value: FilterValue | undefined): string {
  const t = useT();
  const ids = value && 'any' in value && field.to ? value.any.map(Number) : [];
  const { data } = useReferencesById(field.to ?? 'department', ids);
  if (!value) return '';
  if ('has' in value) return value.has;
  if ('from' in value) {
    const { from, to } = value;
    return from && to ? `${from} – ${to}` : from ? `≥ ${from}` : `≤ ${to}`;
  }
  return joinWords(
    value.any.map((allowedValue) => {
      if (field.to) return data?.find((row) => row.id === Number(allowedValue))?.label ?? '…';
      return field.kind === 'flag' ? t(allowedValue === 'true' ? 'yes' : 'no') : t(allowedValue as TermKey);
    }),
  );
}

/**
 * A button that shows the name and the values of a filter. A press opens the editor of the filter;
 * the cross removes the filter.
 */
export function FilterButton({ name, field, value, onChange, isJustAdded, onClosed }: Props) {
  const t = useT();
  const description = useFilterDescription(field, value);
  const label = getFieldTitle(name, field, t);
  return (
    <span className="filter-button">
      <DropDown
        defaultIsOpen={isJustAdded}
        edge="start"
        isDialog
        onClosed={onClosed}
        content={
          <div className="filter-popover" role="group" aria-label={label}>
            <FilterEditor name={name} field={field} value={value} onChange={onChange} />
          </div>
        }
      >
        <Button
          className={description ? 'filter-active' : undefined}
          endIcon={description ? undefined : <CaretDownIcon />}
          text={description ? t('filterOf', { name: label, values: description }) : label}
          title={description || undefined}
        />
      </DropDown>
      {description && (
        <Button
          className="filter-active"
          icon={<CrossIcon />}
          aria-label={t('removeNamed', { name: label })}
          onClick={() => onChange(null)}
        />
      )}
    </span>
  );
}
