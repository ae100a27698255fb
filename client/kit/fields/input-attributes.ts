import type { InputProps } from './input-props.ts';

/** Returns the common attributes of the input elements, including those for screen readers. */
export const makeInputAttributes = ({
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
