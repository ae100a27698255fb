import { CellInput } from './cell-input.tsx';
import type { InputProps } from './input-props.ts';
import { LinesInput } from './lines-input.tsx';

/** The input of a field, by its kind. */
export function FieldInput(props: InputProps) {
  return props.field.kind === 'lines' ? <LinesInput {...props} /> : <CellInput {...props} />;
}
