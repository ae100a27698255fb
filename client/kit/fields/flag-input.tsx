import { Checkbox } from '@blueprintjs/core';
import { useT } from '../words/t.ts';
import type { InputProps } from './input-props.ts';

/** A checkbox with its value as a word, "yes" or "no". */
export function FlagInput({ id, value, onChange, describedBy, disabled, autoFocus, ariaLabel }: InputProps) {
  const t = useT();
  const isChecked = value === true || value === 'true';
  return (
    <Checkbox
      id={id}
      className="flag-input"
      checked={isChecked}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      aria-describedby={describedBy}
      aria-label={ariaLabel}
      onChange={(event) => onChange(event.target.checked)}
    >
      {t(isChecked ? 'yes' : 'no')}
    </Checkbox>
  );
}
