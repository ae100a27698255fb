import { useEffect, useState, type KeyboardEvent } from 'react';
import { Button, InputGroup } from '@blueprintjs/core';
import { CalendarIcon } from '@blueprintjs/icons';
import { useToday } from '../live/use-server-clock.ts';
import { DropDown } from '../elements/drop-down.tsx';
import { localTimeToInstant, formatLocalTime } from '../words/formats.ts';
import { useT } from '../words/t.ts';
import { useTimeZone } from '../words/use-time-zone.ts';
import { isDay } from '#shared/rules/days.ts';
import { parseDay } from '../calendar/calendar-days.ts';
import { Calendar } from '../calendar/calendar.tsx';
import { makeInputAttributes } from './input-attributes.ts';
import type { InputProps } from './input-props.ts';
import { TimeInput } from './time-input.tsx';

/**
 * An input for a date, which the user types or chooses from a calendar. Invalid text stays in the
 * input, and the form rejects the text.
 */
function DayInput(props: InputProps) {
  const { value, onChange, invalid, disabled = false } = props;
  const t = useT();
  const today = useToday();
  const currentText = typeof value === 'string' ? value : '';
  const [typedText, setTypedText] = useState(currentText);
  useEffect(() => setTypedText(currentText), [currentText]);
  // `onChange` is called only for a change, because each call removes the error of the field.
  const commitText = () => {
    const newDay = parseDay(typedText, today) ?? typedText.trim();
    if (newDay !== currentText) onChange(newDay === '' ? null : newDay);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || (event.key === 's' && (event.ctrlKey || event.metaKey))) commitText();
  };
  return (
    <InputGroup
      {...makeInputAttributes(props)}
      fill
      value={typedText}
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      className="date-input"
      intent={invalid ? 'danger' : 'none'}
      onChange={(event) => setTypedText(event.target.value)}
      onBlur={commitText}
      onKeyDown={onKeyDown}
      rightElement={
        <DropDown
          isDialog
          disabled={disabled}
          content={
            <Calendar value={isDay(currentText) ? currentText : null} today={today} onChoose={onChange} />
          }
        >
          <Button variant="minimal" icon={<CalendarIcon />} aria-label={t('chooseDay')} disabled={disabled} />
        </DropDown>
      }
    />
  );
}

/** An input for a date. A field with a time also gets an input for the time of day. */
export function DateInput(props: InputProps) {
  const zone = useTimeZone();
  if (!props.field.time) return <DayInput {...props} />;
  const { value, onChange } = props;
  const localTime =
    typeof value === 'string' && value.endsWith('Z') && !Number.isNaN(Date.parse(value))
      ? formatLocalTime(value, zone)
      : null;
  const day = localTime?.slice(0, 10) ?? (typeof value === 'string' ? value : null);
  const setDayAndTime = (nextDay: unknown, time: string) =>
    onChange(isDay(nextDay) ? (localTimeToInstant(`${nextDay}T${time}`, zone) ?? nextDay) : nextDay);
  return (
    <div className="moment-input">
      <DayInput
        {...props}
        value={day}
        onChange={(next) => setDayAndTime(next, localTime?.slice(11, 16) ?? '00:00')}
      />
      <TimeInput
        value={localTime?.slice(11, 16) ?? ''}
        disabled={(props.disabled ?? false) || !isDay(day)}
        onChange={(time) => setDayAndTime(day, time)}
      />
    </div>
  );
}
