import { addDays } from '#shared/rules/days.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { useT } from '#client/kit/words/t.ts';
import { formatShortDate } from '../drawing/figure.ts';
import { useShownDay } from './shown-day.ts';

/** Shows by shape and text which day a tile is about, if it is not about today. */
export function DayNote() {
  const t = useT();
  const today = useToday();
  const day = useShownDay();
  if (day === null) return null;
  return (
    <span className="day-note">
      <svg className="age-shape" viewBox="0 0 16 16" aria-hidden="true">
        <rect x="2" y="3.5" width="12" height="10.5" rx="1" />
        <path d="M2 7h12M5.5 1.5v3M10.5 1.5v3" />
      </svg>
      {day === addDays(today, -1) && <span className="day-word">{t('yesterday')}</span>}
      <time dateTime={day}>{formatShortDate(day, today)}</time>
    </span>
  );
}
