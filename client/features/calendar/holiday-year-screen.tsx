import { Button, InputGroup } from '@blueprintjs/core';
import { AddIcon, ChevronLeftIcon, ChevronRightIcon, ImportIcon } from '@blueprintjs/icons';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { listDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { buildYearCalendar } from '#shared/rules/year-calendar.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { ImportCalendarDialog } from './import-calendar-dialog.tsx';
import { useDayRangeSelection } from './use-day-range.ts';
import { useHolidayYear, type DayChange } from './use-holiday-year.ts';
import { DayMark, MonthCalendar } from './year-month.tsx';
import '#client/crud/page-head.css';
import '#client/crud/edit/edit-page.css';
import './year.css';

const SETTABLE_DAY_KINDS = ['rest', 'statutory', 'makeUpWorkday'] as const;

/**
 * Shows the kind of each day of a year. Users who may add, change and delete holidays set the kind of
 * selected days, or import an official calendar.
 */
export function HolidayYearScreen({ tabs }: { tabs?: ReactNode }) {
  const t = useT();
  const user = useUser();
  const zone = useTimeZone();
  const navigate = useNavigate();
  const today = toLocalDay(zone, getServerTime());
  const [year, setYear] = useState(() => Number(today.slice(0, 4)));
  const [name, setName] = useState('');
  const [isImporting, setIsImporting] = useState(false);
  const saveBar = useRef<HTMLDivElement>(null);
  const { holidays, isLoaded, changeDays, toggleWeeklyRest, refetch } = useHolidayYear(year);
  const months = useMemo(() => buildYearCalendar(year, holidays), [year, holidays]);
  const mayChange = (['ADD', 'MODIFY', 'DELETE'] as const).every((act) =>
    hasPermission(user, `SYSTEM_HOLIDAY_SETTING_${act}`),
  );
  const initialDate = today.startsWith(String(year)) ? today : `${year}-01-01`;
  const range = useDayRangeSelection(year, initialDate, {
    enabled: mayChange,
    // The focus moves to the name input, not to a button. Otherwise the release of the space bar would press the
    // button.
    onEnter: () => setTimeout(() => saveBar.current?.querySelector<HTMLElement>('input')?.focus()),
    onClear: () => void changeSelectedDays(null),
  });
  const { from, to } = range;

  const changeSelectedDays = async (dayChange: DayChange) => {
    const dates = listDays(from ?? range.activeDate, to ?? range.activeDate);
    range.clear();
    await changeDays(dates, dayChange);
    range.grid.current?.querySelector<HTMLElement>(`[data-date="${range.activeDate}"]`)?.focus();
  };
  const workingDayCount = months.flat().filter((day) => day.isWorked).length;
  return (
    <section className="year" aria-label={t('holidays')}>
      <header className="page-head">
        <h1>{t('holidays')}</h1>
        <div className="page-actions">
          {mayChange && (
            <>
              <Button icon={<ImportIcon />} text={t('importCalendar')} onClick={() => setIsImporting(true)} />
              <Button
                intent="primary"
                icon={<AddIcon />}
                aria-keyshortcuts="n"
                text={t('addNamed', { name: toMidSentence(t('holiday')) })}
                onClick={() => void navigate('/system/holiday/edit/new')}
              />
            </>
          )}
        </div>
      </header>
      {tabs}
      <div className="year-bar">
        <Button
          variant="minimal"
          icon={<ChevronLeftIcon />}
          aria-label={t('previousYear')}
          onClick={() => setYear(year - 1)}
        />
        <strong className="year-number" aria-live="polite">
          {year}
        </strong>
        <Button
          variant="minimal"
          icon={<ChevronRightIcon />}
          aria-label={t('nextYear')}
          onClick={() => setYear(year + 1)}
        />
        <span className="year-sum">{isLoaded && t('workingDaysOf', { count: workingDayCount })}</span>
        <fieldset className="year-weekly">
          <legend>{t('weeklyRestDays')}</legend>
          {WEEKDAYS.map((day) => (
            <Button
              key={day}
              size="small"
              text={t(day)}
              active={holidays.some((holiday) => holiday.weekday === day)}
              aria-pressed={holidays.some((holiday) => holiday.weekday === day)}
              disabled={!mayChange}
              onClick={() => void toggleWeeklyRest(day, t('weeklyRest'))}
            />
          ))}
        </fieldset>
        <div className="year-legend">
          <span className="year-day year-day-weeklyRest year-sample" aria-hidden="true" /> {t('weeklyRest')}
          {SETTABLE_DAY_KINDS.map((kind) => (
            <span key={kind} className="year-sign">
              <DayMark kind={kind} /> {t(kind)}
            </span>
          ))}
        </div>
      </div>
      <div ref={range.grid} className="year-grid" aria-label={t('yearHint')} role="group">
        {months.map((days) => (
          <MonthCalendar
            key={days[0]!.date}
            days={days}
            from={from}
            to={to}
            activeDate={range.activeDate}
            today={today}
          />
        ))}
      </div>
      <footer className="save-bar year-set" ref={saveBar}>
        {from && to ? (
          <>
            <span className="save-note" role="status">
              {t('chosenDays', { days: from === to ? from : `${from} – ${to}` })}
            </span>
            <InputGroup
              aria-label={t('dayName')}
              placeholder={t('dayName')}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            {SETTABLE_DAY_KINDS.map((kind) => (
              <Button
                key={kind}
                text={t(kind)}
                icon={<DayMark kind={kind} />}
                onClick={() => void changeSelectedDays({ kind, name: name.trim() || t(kind) })}
              />
            ))}
            <Button text={t('ordinaryDay')} onClick={() => void changeSelectedDays(null)} />
          </>
        ) : (
          <span className="save-note">{mayChange && t('yearHint')}</span>
        )}
      </footer>
      {isImporting && (
        <ImportCalendarDialog
          year={year}
          onDone={() => void refetch()}
          onClose={() => setIsImporting(false)}
        />
      )}
    </section>
  );
}
