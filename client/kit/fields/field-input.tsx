import { CellInput } from './cell-input.tsx';
import type { InputProps } from './input-props.ts';
import { LinesInput } from './lines/lines-input.tsx';

/** The input of a field, chosen by the kind of the field. */
export function FieldInput(props: InputProps) {
  return props.field.kind === 'lines' ? <LinesInput {...props} /> : <CellInput {...props} />;
}
