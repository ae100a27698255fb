import type { BoardPreset } from '#shared/boards/preset-names.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

/** Up to this age, a time is shown as an age, in milliseconds. */
const MAX_AGE_IN_SECONDS_MS = 120_000;

/** Names what a screen shows: its playlist, its board or its preset. */
export function ShownCell({ row }: { row: AnyRow }) {
  const t = useT();
  const { playlistId, boardId } = row.labels;
  if (row['playlistId']) return <>{`${t('playlist')}: ${playlistId ?? ''}`}</>;
  return <>{row['boardId'] ? boardId : t(row['preset'] as BoardPreset)}</>;
}

/** Shows when a screen was last seen: the age if it is short, otherwise the time. */
export function SeenAtCell({ row }: { row: AnyRow }) {
  const t = useT();
  const zone = useTimeZone();
  const at = row['seenAt'];
  if (typeof at !== 'string') return <span className="nothing">—</span>;
  const age = Math.max(0, getServerTime() - Date.parse(at));
  return (
    <span className="moment">
      {age <= MAX_AGE_IN_SECONDS_MS
        ? t('secondsAgo', { seconds: Math.round(age / 1000) })
        : formatMoment(at, zone)}
    </span>
  );
}
