import { InputGroup, TextArea } from '@blueprintjs/core';
import { makeInputAttributes } from './input-attributes.ts';
import type { InputProps } from './input-props.ts';
import { isLongText } from './is-long-text.ts';

/** An input for text and numbers. The form validates numbers later, so no typed text is lost. */
export function TextFieldInput(props: InputProps) {
  const { field, value, onChange } = props;
  const isNumber = field.kind === 'number';
  const sharedProps = {
    ...makeInputAttributes(props),
    value: value === null || value === undefined ? '' : String(value),
    intent: props.invalid ? ('danger' as const) : ('none' as const),
  };
  if (isLongText(field)) {
    return (
      <TextArea
        {...sharedProps}
        fill
        autoResize
        rows={3}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <InputGroup
      {...sharedProps}
      fill
      // A password is hidden, and the browser must not fill in a stored password.
      type={field.secret ? 'password' : 'text'}
      autoComplete={field.secret ? 'new-password' : 'off'}
      inputMode={isNumber ? 'decimal' : undefined}
      className={isNumber ? 'number-input' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
