import { HTMLSelect } from '@blueprintjs/core';
import { useT } from '../t.ts';
import type { InputProps } from './input-props.ts';

/** Chooses one of a closed list of words. */
export function ChoiceInput({
  field,
  id,
  value,
  onChange,
  invalid,
  describedBy,
  disabled,
  autoFocus,
  ariaLabel,
}: InputProps) {
  const t = useT();
  const mayBeEmpty = !field.required || value === null || value === undefined || value === '';
  return (
    <HTMLSelect
      id={id}
      fill
      value={typeof value === 'string' ? value : ''}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      className={invalid ? 'select-invalid' : undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      aria-label={ariaLabel}
      onChange={(event) => onChange(event.target.value || null)}
    >
      {mayBeEmpty && <option value="">{field.required ? t('choosePlease') : '—'}</option>}
      {field.choices?.map((choice) => (
        <option key={choice} value={choice}>
          {t(choice)}
        </option>
      ))}
    </HTMLSelect>
  );
}
