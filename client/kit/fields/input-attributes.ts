import type { InputProps } from './input-props.ts';

/** What the element of every input is given, and says of itself to a screen reader. */
export const inputAttributes = ({
  field,
  id,
  disabled = false,
  autoFocus = false,
  invalid,
  describedBy,
  ariaLabel,
}: InputProps) => ({
  id,
  disabled,
  autoFocus,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
  'aria-label': ariaLabel,
  'aria-required': field.required || undefined,
});
