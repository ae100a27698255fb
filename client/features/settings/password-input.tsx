import { InputGroup } from '@blueprintjs/core';
import type { InputProps } from '#client/kit/fields/input-props.ts';

/** A password that is given once and kept by nobody's browser. */
export function PasswordInput({ id, value, onChange, disabled, autoFocus }: InputProps) {
  return (
    <InputGroup
      id={id}
      type="password"
      autoComplete="new-password"
      value={typeof value === 'string' ? value : ''}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
