import type { InputProps } from '#client/kit/fields/input-props.ts';
import { TimeInput } from '#client/kit/fields/time-input.tsx';

/** An input for a time of day in a table row: it accepts '8:30', '830' and '8'. */
export function TimeCell({ id, value, onChange, disabled, ariaLabel, invalid, describedBy }: InputProps) {
  return (
    <TimeInput
      id={id}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      disabled={disabled ?? false}
      label={ariaLabel}
      invalid={invalid}
      describedBy={describedBy}
    />
  );
}
