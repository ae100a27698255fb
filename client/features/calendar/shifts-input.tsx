import { TIME_OF_DAY, type DayTimes } from '#shared/rules/shift-times.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { LinesInput } from '#client/kit/fields/lines-input.tsx';
import { useFormOf } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import { DayBar } from './day-bar.tsx';
import { TimeCell } from './time-cell.tsx';
import './calendar.css';

const endsNextDay = ({ startsAt, endsAt }: Partial<DayTimes>): boolean =>
  TIME_OF_DAY.test(startsAt ?? '') && TIME_OF_DAY.test(endsAt ?? '') && endsAt! <= startsAt!;

/** Edits the shifts of a class table. A note marks a shift that ends on the next day. */
export function ShiftsInput(props: InputProps) {
  const t = useT();
  const rows = Array.isArray(props.value) ? (props.value as Partial<DayTimes>[]) : [];
  const breaks = useFormOf().values['breaks'];
  const notes = (index: number, column: string) =>
    column === 'endsAt' && endsNextDay(rows[index] ?? {}) ? t('overMidnight') : undefined;
  return (
    <div className="shifts-input">
      <DayBar shifts={rows} breaks={Array.isArray(breaks) ? (breaks as Partial<DayTimes>[]) : []} />
      <LinesInput {...props} cells={{ startsAt: TimeCell, endsAt: TimeCell }} notes={notes} />
    </div>
  );
}
