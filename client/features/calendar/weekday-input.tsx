import { CellInput } from '#client/kit/fields/cell-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import './calendar.css';

/** Edits the weekday of a weekly rest day. Holidays of other kinds have a date and no weekday. */
export function WeekdayInput(props: InputProps) {
  const t = useT();
  return useEnclosingForm().values['kind'] === 'weeklyRest' ? (
    <CellInput {...props} />
  ) : (
    <span className="holiday-none">{t('weeklyRestOnly')}</span>
  );
}
