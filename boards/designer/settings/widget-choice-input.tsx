import { HTMLSelect } from '@blueprintjs/core';
import { createContext, useContext } from 'react';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';

/** Translates the words of the widget whose settings are shown. */
export const WidgetTranslateContext = createContext<Translate | null>(null);

/** An input for a setting with fixed values. The widget can declare its own words for the values. */
export function WidgetChoiceInput(props: InputProps) {
  const { field, value, onChange } = props;
  const t = useT();
  const translate = useContext(WidgetTranslateContext) ?? t;
  return (
    <HTMLSelect
      {...makeInputAttributes(props)}
      fill
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value || null)}
    >
      {!field.required && <option value="">—</option>}
      {(field.choices ?? []).map((choice) => (
        <option key={choice} value={choice}>
          {translate(choice)}
        </option>
      ))}
    </HTMLSelect>
  );
}
