import { InputGroup } from '@blueprintjs/core';
import { inputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';

/** A password that is given once and kept by nobody's browser. */
export function PasswordInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <InputGroup
      {...inputAttributes(props)}
      type="password"
      autoComplete="new-password"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
