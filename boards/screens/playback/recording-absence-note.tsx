import { formatLocalTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { NearestRecording } from './nearest-recording.ts';

interface Props {
  nearest: NearestRecording;
  onSeek: (ms: number) => void;
}

/** Says that nothing is recorded at the played time, and leads to the nearest recording. */
export function RecordingAbsenceNote({ nearest, onSeek }: Props) {
  const t = useT();
  const zone = useTimeZone();
  if (nearest.kind === 'none')
    return (
      <div className="playback-absence" role="status">
        {t('noRecordingYet')}
      </div>
    );
  const time = formatLocalTime(nearest.atMs, zone).replace('T', ' ');
  return (
    <div className="playback-absence" role="status">
      <span>
        {t('notRecorded')} · {t(nearest.kind === 'begins' ? 'recordingBegins' : 'recordingEnded', { time })}
      </span>
      <button type="button" className="wall-control" onClick={() => onSeek(nearest.atMs)}>
        {t('goToRecording')}
      </button>
    </div>
  );
}
