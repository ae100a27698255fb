import type { ComponentType } from 'react';
import { CLASS_IDS, CLASS_OF, type ClassId } from '#shared/rules/classifications.ts';
import { ClassificationInput } from './classification-input.tsx';
import type { InputProps } from './input-props.ts';

const inputs = new Map<ClassId, ComponentType<InputProps>>(
  CLASS_IDS.map((classId) => [
    classId,
    function ClassInput(props: InputProps) {
      return <ClassificationInput {...props} classId={classId} none="—" />;
    },
  ]),
);

/** The input of a field that is a word of a class, as a region; undefined for any other field. */
export function classInputOf(entity: string, field: string): ComponentType<InputProps> | undefined {
  const classId = CLASS_OF[entity]?.[field];
  return classId && inputs.get(classId);
}
