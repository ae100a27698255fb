import { HTMLSelect } from '@blueprintjs/core';
import { useT } from '../words/t.ts';
import { makeInputAttributes } from './input-attributes.ts';
import type { InputProps } from './input-props.ts';

/** An input to choose one of a fixed list of terms. */
export function ChoiceInput(props: InputProps) {
  const { field, value, onChange } = props;
  const t = useT();
  const mayBeEmpty = !field.required || value === null || value === undefined || value === '';
  return (
    <HTMLSelect
      {...makeInputAttributes(props)}
      fill
      value={typeof value === 'string' ? value : ''}
      className={props.invalid ? 'select-invalid' : undefined}
      onChange={(event) => onChange(event.target.value || null)}
    >
      {mayBeEmpty && <option value="">{field.required ? t('choosePlease') : '—'}</option>}
      {field.choices?.map((choice) => (
        <option key={choice} value={choice}>
          {t(choice)}
        </option>
      ))}
    </HTMLSelect>
  );
}
