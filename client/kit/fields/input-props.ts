import type { Field } from '#shared/kernel/fields.ts';
import type { Problems } from '../forms/use-form.ts';

/** What every input of a field is given. `value` is what was typed or chosen, checked or not. */
export interface InputProps {
  field: Field;
  /** The element's id: the label points at it. */
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Says that the value was refused; the words stand in the element that `describedBy` names. */
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** The name for a screen reader where no label stands beside it. */
  ariaLabel?: string;
  /** How a chosen row is called, where that is known already. */
  shown?: string | undefined;
  /** lines: what is wrong in its cells, by 'name[row].column'. */
  problems?: Problems;
  /** lines: its own name in the form. */
  name?: string;
  /** refs to the same entity: a row that cannot be chosen. */
  exclude?: number | undefined;
}
