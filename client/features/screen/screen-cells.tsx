import type { BoardPreset } from '#shared/boards/preset-names.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

/** The maximum age, in milliseconds, that is shown in seconds instead of as a time. */
const MAX_AGE_IN_SECONDS_MS = 120_000;

/** Shows the name of the playlist, the board or the preset that a screen shows. */
export function ShownCell({ row }: { row: AnyRow }) {
  const t = useT();
  const { playlistId, boardId } = row.labels;
  if (row['playlistId']) return <>{`${t('playlist')}: ${playlistId ?? ''}`}</>;
  return <>{row['boardId'] ? boardId : t(row['preset'] as BoardPreset)}</>;
}

/** Shows when a screen was last seen: seconds ago if it was recent, otherwise the time. */
export function SeenAtCell({ row }: { row: AnyRow }) {
  const t = useT();
  const zone = useTimeZone();
  const at = row['seenAt'];
  if (typeof at !== 'string') return <span className="nothing">—</span>;
  const ageMs = Math.max(0, getServerTime() - Date.parse(at));
  return (
    <span className="moment">
      {ageMs <= MAX_AGE_IN_SECONDS_MS
        ? t('secondsAgo', { seconds: Math.round(ageMs / 1000) })
        : formatMoment(at, zone)}
    </span>
  );
}
