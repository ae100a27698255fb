import { TIME_OF_DAY_PATTERN, type DailyTimeSpan } from '#shared/rules/shift-times.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { LinesInput } from '#client/kit/fields/lines/lines-input.tsx';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import { DayBar } from './day-bar.tsx';
import { TimeCell } from './time-cell.tsx';
import './calendar.css';

const endsNextDay = ({ startsAt, endsAt }: Partial<DailyTimeSpan>): boolean =>
  TIME_OF_DAY_PATTERN.test(startsAt ?? '') && TIME_OF_DAY_PATTERN.test(endsAt ?? '') && endsAt! <= startsAt!;

/** Edits the shifts of a class table. A note marks a shift that ends on the next day. */
export function ShiftsInput(props: InputProps) {
  const t = useT();
  const rows = Array.isArray(props.value) ? (props.value as Partial<DailyTimeSpan>[]) : [];
  const breaks = useEnclosingForm().values['breaks'];
  const getNote = (index: number, column: string) =>
    column === 'endsAt' && endsNextDay(rows[index] ?? {}) ? t('overMidnight') : undefined;
  return (
    <div className="shifts-input">
      <DayBar shifts={rows} breaks={Array.isArray(breaks) ? (breaks as Partial<DailyTimeSpan>[]) : []} />
      <LinesInput {...props} inputsByColumn={{ startsAt: TimeCell, endsAt: TimeCell }} getNote={getNote} />
    </div>
  );
}
