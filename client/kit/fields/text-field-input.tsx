import { InputGroup, TextArea } from '@blueprintjs/core';
import type { InputProps } from './input-props.ts';
import { isLongText } from './is-long-text.ts';

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
  if (isLongText(field)) {
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
