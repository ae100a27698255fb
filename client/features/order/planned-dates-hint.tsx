import { countDaysBetween, isDay } from '#shared/rules/days.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  sourceDueDate: string | null;
  /** The due date of the new order in the form. */
  dueDate: unknown;
  /** The term that says what happens if one of the orders has no due date. */
  missingDueDateTerm: TermKey;
}

/** Explains by how many days the planned dates move if an order is copied or split. */
export function PlannedDatesHint({ sourceDueDate, dueDate, missingDueDateTerm }: Props) {
  const t = useT();
  const days = sourceDueDate && isDay(dueDate) ? countDaysBetween(sourceDueDate, dueDate) : null;
  const hintText =
    days === null
      ? t(missingDueDateTerm)
      : days === 0
        ? t('copyDatesSame')
        : t(days > 0 ? 'copyDatesLater' : 'copyDatesEarlier', { days: Math.abs(days) });
  return (
    <p className="field-hint field-across" role="status">
      {hintText}
    </p>
  );
}
