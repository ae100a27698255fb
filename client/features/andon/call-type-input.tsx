import { ClassificationInput } from '#client/kit/fields/classification-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useT } from '#client/kit/words/t.ts';

/** Chooses the call type to which an escalation rule applies. An empty value means every type. */
export function CallTypeInput(props: InputProps) {
  const t = useT();
  return <ClassificationInput {...props} classId="abnormalType" emptyText={t('everyType')} />;
}
