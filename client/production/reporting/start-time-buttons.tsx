import { Button, ButtonGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { getServerTime } from '#client/kit/live/live.ts';
import { useT } from '#client/kit/words/t.ts';
import { START_TIME_CHOICES_MINUTES_AGO } from '#client/production/minutes-ago.ts';

interface Props {
  /** The time in the form; null means now. */
  at: unknown;
  onPick: (at: string | null) => void;
}

const MINUTE_MS = 60_000;

/** Buttons for the time of a start: now, or some minutes ago if the user forgot to report the start. */
export function StartTimeButtons({ at, onPick }: Props) {
  const t = useT();
  const [pickedTime, setPickedTime] = useState<{ minutes: number; at: string } | null>(null);
  // If the user has typed another time, no button is active.
  const chosenMinutes =
    at === null || at === undefined ? 0 : pickedTime?.at === at ? pickedTime.minutes : null;
  const pickStart = (minutes: number) => {
    const time = new Date(getServerTime() - minutes * MINUTE_MS).toISOString();
    setPickedTime({ minutes, at: time });
    onPick(minutes === 0 ? null : time);
  };
  return (
    <div className="field-across start-time-buttons">
      <span>{t('startedWhen')}</span>
      <ButtonGroup aria-label={t('startedWhen')}>
        {[0, ...START_TIME_CHOICES_MINUTES_AGO].map((minutes) => (
          <Button
            key={minutes}
            active={minutes === chosenMinutes}
            aria-pressed={minutes === chosenMinutes}
            text={minutes === 0 ? t('rightNow') : t('minutesAgo', { minutes })}
            onClick={() => pickStart(minutes)}
          />
        ))}
      </ButtonGroup>
    </div>
  );
}
