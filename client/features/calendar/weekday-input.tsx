import { CellInput } from '#client/kit/fields/cell-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useFormOf } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import './calendar.css';

/** The weekday of a weekly rest day; all other kinds have a date instead. */
export function WeekdayInput(props: InputProps) {
  const t = useT();
  return useFormOf().values['kind'] === 'weeklyRest' ? (
    <CellInput {...props} />
  ) : (
    <span className="holiday-none">{t('weeklyRestOnly')}</span>
  );
}
