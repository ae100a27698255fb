import { HTMLSelect } from '@blueprintjs/core';
import type { ClassificationClass } from '#shared/entities/classification-ref.ts';
import { listClassPaths } from '#shared/planning/class-paths.ts';
import { useReferenceList } from '../wire/reference-lists.ts';
import type { Reference } from '../wire/references.ts';
import { makeInputAttributes } from './input-attributes.ts';
import type { InputProps } from './input-props.ts';

interface Props extends InputProps {
  /** The class whose classifications the input offers. */
  classId: ClassificationClass;
  /** The text of the empty choice. */
  emptyText: string;
}

/**
 * An input to choose a classification that the factory maintains, such as a call type. Each option also names
 * its parent classifications.
 */
export function ClassificationInput({ classId, emptyText, ...props }: Props) {
  const { value, onChange } = props;
  const { rows } = useReferenceList<Reference>('/mes/system/classify/json', { class_id: classId });
  return (
    <HTMLSelect
      {...makeInputAttributes(props)}
      fill
      value={typeof value === 'number' && value > 0 ? String(value) : ''}
      className={props.invalid ? 'select-invalid' : undefined}
      onChange={(event) => onChange(event.target.value ? Number(event.target.value) : null)}
    >
      <option value="">{emptyText}</option>
      {listClassPaths(rows ?? []).map(({ row, path }) => (
        <option key={row.id} value={row.id}>
          {row.code && row.code !== row.label ? `${row.code} ${path}` : path}
        </option>
      ))}
    </HTMLSelect>
  );
}
