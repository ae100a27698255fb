import { START_TIME_CHOICES_MINUTES_AGO } from '#client/production/minutes-ago.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  minutesAgo: number;
  onChange: (minutesAgo: number) => void;
}

/** Lets a person who forgot to report choose how long ago the work began. */
export function StartTimeChoice({ minutesAgo, onChange }: Props) {
  const t = useT();
  return (
    <fieldset className="floor-choices start-times">
      <legend>{t('startedWhen')}</legend>
      {[0, ...START_TIME_CHOICES_MINUTES_AGO].map((minutes) => (
        <button
          key={minutes}
          type="button"
          aria-pressed={minutes === minutesAgo}
          onClick={() => onChange(minutes)}
        >
          {minutes === 0 ? t('rightNow') : t('minutesAgo', { minutes })}
        </button>
      ))}
    </fieldset>
  );
}
