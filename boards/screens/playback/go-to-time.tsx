import { useId, useState, type FormEvent } from 'react';
import { RECORDING_RETENTION_DAYS } from '#shared/boards/recording.ts';
import { parseDay } from '#client/kit/calendar/calendar-days.ts';
import { parseTime } from '#client/kit/fields/parse-time.ts';
import { formatLocalTime, localTimeToInstant, toLocalDay } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { PlaybackBounds } from './playback-state.ts';

const FULL_TIME_PATTERN = /^([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

/** Parses a time of day with or without seconds, such as 14:05:30, 14:05 or 1405; null if the text is not a time. */
export const parseTimeOfDay = (text: string): string | null =>
  FULL_TIME_PATTERN.test(text.trim()) ? text.trim().padStart(8, '0') : parseTime(text);

interface Props {
  positionMs: number;
  bounds: PlaybackBounds;
  onSeek: (ms: number) => void;
}

/** Shows fields for a day and a time in the factory's time zone, to which the person can move the playback. */
export function GoToTimeForm({ positionMs, bounds, onSeek }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const id = useId();
  // The typed text stays until it is submitted. A field without typed text shows the played time.
  const [typedValues, setTypedValues] = useState<{ day?: string; time?: string }>({});
  const [isTimeWrong, setTimeWrong] = useState(false);
  const localTime = formatLocalTime(positionMs, zone);
  const { day = localTime.slice(0, 10), time = localTime.slice(11) } = typedValues;
  const changeTypedValues = (next: { day?: string; time?: string }) => {
    setTypedValues({ ...typedValues, ...next });
    setTimeWrong(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsedDay = parseDay(day, toLocalDay(zone, bounds.newestMs));
    const parsedTime = parseTimeOfDay(time);
    const instant = parsedDay && parsedTime && localTimeToInstant(`${parsedDay}T${parsedTime}`, zone);
    setTimeWrong(!instant);
    if (!instant) return;
    onSeek(Date.parse(instant));
    setTypedValues({});
  };
  return (
    <form
      className="playback-go"
      onSubmit={submit}
      title={t('recordingsKept', { days: RECORDING_RETENTION_DAYS })}
    >
      <label htmlFor={`${id}-day`}>{t('playbackDay')}</label>
      <input
        id={`${id}-day`}
        className="playback-day"
        autoComplete="off"
        aria-invalid={isTimeWrong}
        value={day}
        onChange={(event) => changeTypedValues({ day: event.target.value })}
      />
      <label htmlFor={`${id}-time`}>{t('playbackTime')}</label>
      <input
        id={`${id}-time`}
        className="playback-time"
        autoComplete="off"
        aria-invalid={isTimeWrong}
        value={time}
        onFocus={(event) => event.target.select()}
        onChange={(event) => changeTypedValues({ time: event.target.value })}
      />
      <button type="submit" className="wall-control">
        {t('goToTime')}
      </button>
    </form>
  );
}
