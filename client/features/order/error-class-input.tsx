import { ClassificationInput } from '#client/kit/fields/classification-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';

/** Why pieces are bad: one of the factory's error classes. */
export const ErrorClassInput = (props: InputProps) => (
  <ClassificationInput {...props} classId="errorClass" none="—" />
);
