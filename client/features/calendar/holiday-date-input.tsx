import { DateInput } from '#client/kit/fields/date-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import './calendar.css';

/** Edits the date of a holiday. A weekly rest day has no date, because it has a weekday. */
export function HolidayDateInput(props: InputProps) {
  const t = useT();
  return useEnclosingForm().values['kind'] === 'weeklyRest' ? (
    <span className="holiday-none">{t('everyWeek')}</span>
  ) : (
    <DateInput {...props} />
  );
}
