import { InputGroup, TextArea } from '@blueprintjs/core';
import { DEFAULT_MAX_TEXT } from '#shared/kernel/validate.ts';
import type { InputProps } from './input-props.ts';

/** From this many characters on a text gets several lines. */
const LONG_TEXT = 400;

/** Types a text, or a number as text: it is checked with the form, so that nothing typed is lost. */
export function TextFieldInput({
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
  const isNumber = field.kind === 'number';
  const shared = {
    id,
    value: value === null || value === undefined ? '' : String(value),
    disabled: disabled ?? false,
    autoFocus: autoFocus ?? false,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'aria-label': ariaLabel,
    'aria-required': field.required || undefined,
    intent: invalid ? ('danger' as const) : ('none' as const),
  };
  const max = field.max ?? DEFAULT_MAX_TEXT;
  if (!isNumber && max >= LONG_TEXT) {
    return (
      <TextArea {...shared} fill autoResize rows={3} onChange={(event) => onChange(event.target.value)} />
    );
  }
  return (
    <InputGroup
      {...shared}
      fill
      autoComplete="off"
      inputMode={isNumber ? 'decimal' : undefined}
      className={isNumber ? 'number-input' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
