import type { Field } from '#shared/kernel/fields.ts';
import type { Problems } from '../forms/use-form.ts';

/** The props of every input. `value` is the raw input, valid or not. */
export interface InputProps {
  field: Field;
  /** The id of the element, to which the label refers. */
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** The value was rejected; the element that `describedBy` names holds the message. */
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** The name for a screen reader if there is no visible label. */
  ariaLabel?: string;
  /** The name of the chosen row, if it is already known. */
  shown?: string | undefined;
  /** For lines: the problems of its cells, by 'name[row].column'. */
  problems?: Problems;
  /** For lines: the field's name in the form. */
  name?: string;
  /** For refs to the same entity: a row that cannot be chosen. */
  exclude?: number | undefined;
}
