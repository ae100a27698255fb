import { ClassificationInput } from '#client/kit/fields/classification-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useT } from '#client/kit/words/t.ts';

/** The type of call that a rule is about; every type where none is chosen. */
export function CallTypeInput(props: InputProps) {
  const t = useT();
  return <ClassificationInput {...props} classId="abnormalType" none={t('everyType')} />;
}
