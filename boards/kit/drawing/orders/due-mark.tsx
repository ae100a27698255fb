import { LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { formatShortDate, UNKNOWN_VALUE_TEXT } from '../figure.ts';
import { WallStateMark } from '../wall-mark.tsx';

interface Due {
  /** 'YYYY-MM-DD'; '' if there is no due date. */
  readonly dueDate: string;
  readonly overdueDays: number;
}

/** Returns the text of a due date: the days by which it has passed, 'due today', the day, or '—'. */
export function formatDue({ dueDate, overdueDays }: Due, today: string, t: Translate): string {
  if (overdueDays > 0) return t('overdueByDays', { days: overdueDays });
  if (dueDate === '') return UNKNOWN_VALUE_TEXT;
  return dueDate === today ? t('dueToday') : formatShortDate(dueDate, today);
}

/** Shows a due date. A due date that has passed is marked by colour, shape and word. */
export function DueMark(due: Due) {
  const t = useT();
  const text = formatDue(due, useToday(), t);
  if (due.overdueDays > 0) return <WallStateMark stateStyle={LATE_STYLE}>{text}</WallStateMark>;
  return <span className={due.dueDate === '' ? 'is-unknown' : undefined}>{text}</span>;
}
