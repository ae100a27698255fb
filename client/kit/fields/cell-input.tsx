import { findClassificationClass } from '#shared/entities/classification-ref.ts';
import type { Field, FieldKind } from '#shared/kernel/fields.ts';
import type { ComponentType } from 'react';
import { useT } from '../words/t.ts';
import { ChoiceInput } from './choice-input.tsx';
import { ClassificationInput } from './classification-input.tsx';
import { DateInput } from './date-input.tsx';
import { FileInput } from './file-input.tsx';
import { FlagInput } from './flag-input.tsx';
import type { InputProps } from './input-props.ts';
import { RefInput } from './ref-input.tsx';
import { RefsInput } from './refs-input.tsx';
import { TextFieldInput } from './text-field-input.tsx';

const INPUTS_BY_KIND: Record<Exclude<FieldKind, 'lines'>, ComponentType<InputProps>> = {
  text: TextFieldInput,
  number: TextFieldInput,
  date: DateInput,
  choice: ChoiceInput,
  flag: FlagInput,
  ref: RefInput,
  refs: RefsInput,
  file: FileInput,
};

/** The input of a field of any kind except `lines`, for forms and for the cells of owned rows. */
export function CellInput(props: InputProps) {
  const t = useT();
  const { kind, zero }: Field = props.field;
  const classId = findClassificationClass(props.field);
  if (classId) return <ClassificationInput {...props} classId={classId} emptyText={zero ? t(zero) : '—'} />;
  if (kind === 'lines') throw new Error('Owned rows do not own rows');
  const Input = INPUTS_BY_KIND[kind];
  return <Input {...props} />;
}
