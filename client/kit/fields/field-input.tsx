import { findClassificationClass } from '#shared/entities/classification-ref.ts';
import { CellInput } from './cell-input.tsx';
import { ClassificationInput } from './classification-input.tsx';
import type { InputProps } from './input-props.ts';
import { LinesInput } from './lines-input.tsx';

/** The input of a field, chosen by the kind of the field. */
export function FieldInput(props: InputProps) {
  const classId = findClassificationClass(props.field);
  if (classId) return <ClassificationInput {...props} classId={classId} none="—" />;
  return props.field.kind === 'lines' ? <LinesInput {...props} /> : <CellInput {...props} />;
}
