import { HTMLSelect } from '@blueprintjs/core';
import { createContext, use } from 'react';
import type { QualityDetail } from '#shared/quality/answers.ts';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useT } from '#client/kit/words/t.ts';

/** The processes of the order of the exception. */
export const OrderProcesses = createContext<QualityDetail['processes']>([]);

/** An input to choose a process of the order of the exception. */
export function OrderProcessInput(props: InputProps) {
  const t = useT();
  const processes = use(OrderProcesses);
  const { value, onChange } = props;
  const parts = [...new Set(processes.map(({ partName }) => partName))];
  return (
    <HTMLSelect
      {...makeInputAttributes(props)}
      fill
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(Number(event.target.value) || null)}
    >
      <option value="">{t('choosePlease')}</option>
      {parts.map((part) => (
        <optgroup key={part} label={part}>
          {processes
            .filter(({ partName }) => partName === part)
            .map(({ processId, name }) => (
              <option key={processId} value={processId}>
                {name}
              </option>
            ))}
        </optgroup>
      ))}
    </HTMLSelect>
  );
}
