import { ClassificationInput } from '#client/kit/fields/classification-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useT } from '#client/kit/words/t.ts';

/** The call type of a rule; empty means every type. */
export function CallTypeInput(props: InputProps) {
  const t = useT();
  return <ClassificationInput {...props} classId="abnormalType" none={t('everyType')} />;
}
