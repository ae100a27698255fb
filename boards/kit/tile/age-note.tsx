import { useEffect, useReducer } from 'react';
import { formatDuration } from '#client/kit/words/formats.ts';
import { getDataAge } from '#client/kit/live/live.ts';
import { useT } from '#client/kit/words/t.ts';

const SECOND_MS = 1000;

interface Props {
  confirmedAt: string;
}

/** Shows the age of a tile's data by colour, shape and text. */
export function AgeNote({ confirmedAt }: Props) {
  const t = useT();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(renderAgain, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((getDataAge(confirmedAt) ?? 0) / SECOND_MS);
  return (
    <span className="age-note">
      <svg className="age-shape" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M8 4v4.5l3 2" />
      </svg>
      {t('ageOfPicture', { age: formatDuration(seconds) })}
    </span>
  );
}
