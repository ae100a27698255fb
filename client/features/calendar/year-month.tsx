import { memo } from 'react';
import { INTL_TAG_BY_LANG } from '#shared/kernel/lang.ts';
import { getWeekdayIndex } from '#shared/rules/days.ts';
import type { CalendarDay, HolidayKind } from '#shared/rules/year-calendar.ts';
import { listWeekdayNames } from '#client/kit/calendar/calendar-days.ts';
import { useLang, useT } from '#client/kit/words/t.ts';

const DAY_MARK_TERMS = { rest: 'markRest', statutory: 'markStatutory', makeUpWorkday: 'markMakeUp' } as const;

interface Props {
  days: readonly CalendarDay[];
  /**
   * The first selected day (`from`) and the last selected day (`to`), in any month; null if no day is
   * selected.
   */
  from: string | null;
  to: string | null;
  /** The only day of the year that the Tab key reaches. */
  activeDate: string;
  today: string;
}

/**
 * Shows a mark for the kind of a day. Ordinary days and weekly rest days have no mark. Weekly rest days
 * are hatched instead.
 */
export function DayMark({ kind }: { kind: HolidayKind | null }) {
  const t = useT();
  if (kind === null || kind === 'weeklyRest') return null;
  return <span className={`day-mark day-mark-${kind}`}>{t(DAY_MARK_TERMS[kind])}</span>;
}

/** Shows one month of the year with the kind of each day and the number of working days. */
export const MonthCalendar = memo(function YearMonth({ days, from, to, activeDate, today }: Props) {
  const t = useT();
  const lang = useLang();
  const firstDate = days[0]!.date;
  const title = new Intl.DateTimeFormat(INTL_TAG_BY_LANG[lang], { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${firstDate}T00:00:00Z`),
  );
  const blankCount = getWeekdayIndex(firstDate);
  const workingDayCount = days.filter((day) => day.isWorked).length;
  return (
    <section className="year-month" aria-label={title}>
      <h2>
        {title} <span>{t('workingDaysOf', { count: workingDayCount })}</span>
      </h2>
      <div className="year-days">
        {listWeekdayNames(lang).map((day, index) => (
          <span key={index} className="year-weekday" aria-hidden="true">
            {day}
          </span>
        ))}
        {days.map(({ date, kind, name }, index) => {
          const isChosen = from !== null && to !== null && from <= date && date <= to;
          const labelParts = [date, t(kind ?? 'workingDay'), kind === 'weeklyRest' ? null : name];
          return (
            <button
              key={date}
              type="button"
              data-date={date}
              className={`year-day ${kind ? `year-day-${kind}` : ''}${isChosen ? ' year-day-chosen' : ''}${date === today ? ' year-day-today' : ''}`}
              style={index === 0 ? { gridColumnStart: blankCount + 1 } : undefined}
              tabIndex={date === activeDate ? 0 : -1}
              aria-pressed={isChosen}
              title={kind && kind !== 'weeklyRest' ? `${t(kind)}: ${name ?? ''}` : undefined}
            >
              <span aria-hidden="true">
                {Number(date.slice(8))}
                <DayMark kind={kind} />
              </span>
              <span className="visually-hidden">{labelParts.filter(Boolean).join(', ')}</span>
            </button>
          );
        })}
      </div>
    </section>
  );
});
