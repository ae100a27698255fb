import type { Field } from '#shared/kernel/fields.ts';
import type { FormProblems } from '../forms/use-form.ts';

/** The props of the input of a field. `value` is what the user has entered, valid or not. */
export interface InputProps {
  field: Field;
  /** The id of the element, to which the label refers. */
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Whether the value was rejected. The element with the id `describedBy` shows the message. */
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** The name for a screen reader if there is no visible label. */
  ariaLabel?: string;
  /** The name of the chosen row, if it is already known. */
  chosenName?: string | undefined;
  /**
   * For a field of owned rows: the problems of the form. The problem of a cell has the key
   * 'name[row].column'.
   */
  problems?: FormProblems;
  /** For a field of owned rows: the name of the field in the form. */
  name?: string;
  /** The id of a row that cannot be chosen, such as the edited row itself. */
  excludedId?: number | undefined;
}
