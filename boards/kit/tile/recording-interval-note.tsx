import { formatDuration } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

/** Shows by shape and text how often the rows of a tile were recorded. Appears only in a playback. */
export function RecordingIntervalNote({ seconds }: { seconds: number }) {
  const t = useT();
  return (
    <span className="age-note recording-interval">
      <svg className="age-shape" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <circle cx="8" cy="8" r="2" />
      </svg>
      {t('recordedEvery', { span: formatDuration(seconds) })}
    </span>
  );
}
