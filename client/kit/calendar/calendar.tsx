import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button, Classes } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useLang, useT } from '../words/t.ts';
import { addDays, addMonths } from '#shared/rules/days.ts';
import { formatFullDate, listCalendarDays, formatMonth, listWeekdayNames } from './calendar-days.ts';
import './calendar.css';

interface Props {
  /** The chosen day; null if none is chosen. */
  value: string | null;
  today: string;
  onChoose: (day: string) => void;
}

const DAY_STEPS_BY_KEY: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** A calendar of one month. The user chooses a day with the mouse or the keyboard. */
export function Calendar({ value, today, onChoose }: Props) {
  const t = useT();
  const lang = useLang();
  const [activeDay, setActiveDay] = useState(value ?? today);
  const grid = useRef<HTMLDivElement>(null);
  // At first and after a key press, `activeDay` gets the focus. After a click on a button for
  // another month, the button keeps the focus.
  const shouldFocusDay = useRef(true);
  useEffect(() => {
    if (shouldFocusDay.current)
      grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [activeDay]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = DAY_STEPS_BY_KEY[event.key];
    if (!step) return;
    event.preventDefault();
    shouldFocusDay.current = true;
    setActiveDay(step(activeDay));
  };
  const moveByMonths = (monthCount: number) => {
    shouldFocusDay.current = false;
    setActiveDay(addMonths(activeDay, monthCount));
  };
  const days = listCalendarDays(activeDay);
  return (
    <div className="calendar">
      <div className="calendar-head">
        <Button
          variant="minimal"
          icon={<ChevronLeftIcon />}
          aria-label={t('previousMonth')}
          onClick={() => moveByMonths(-1)}
        />
        <span aria-live="polite">{formatMonth(activeDay, lang)}</span>
        <Button
          variant="minimal"
          icon={<ChevronRightIcon />}
          aria-label={t('nextMonth')}
          onClick={() => moveByMonths(1)}
        />
      </div>
      <div className="calendar-week" aria-hidden="true">
        {listWeekdayNames(lang).map((name, index) => (
          <span key={index}>{name}</span>
        ))}
      </div>
      <div ref={grid} role="grid" aria-label={formatMonth(activeDay, lang)} onKeyDown={onKeyDown}>
        {Array.from({ length: 6 }, (_, week) => (
          <div role="row" className="calendar-week" key={week}>
            {days.slice(week * 7, week * 7 + 7).map((day) => (
              <button
                key={day}
                type="button"
                role="gridcell"
                tabIndex={day === activeDay ? 0 : -1}
                aria-selected={day === value}
                aria-current={day === today ? 'date' : undefined}
                aria-label={formatFullDate(day, lang)}
                className={`calendar-day ${Classes.POPOVER_DISMISS}${day.slice(0, 7) === activeDay.slice(0, 7) ? '' : ' calendar-day-outside'}`}
                onClick={() => onChoose(day)}
              >
                {Number(day.slice(8))}
              </button>
            ))}
          </div>
        ))}
      </div>
      <div className="calendar-foot">
        <Button
          variant="minimal"
          size="small"
          className={Classes.POPOVER_DISMISS}
          text={t('today')}
          onClick={() => onChoose(today)}
        />
      </div>
    </div>
  );
}
