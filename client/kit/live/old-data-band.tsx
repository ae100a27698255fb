import { Button } from '@blueprintjs/core';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { formatMoment } from '../words/formats.ts';
import { useT } from '../words/t.ts';
import { useTimeZone } from '../words/use-time-zone.ts';
import { getServerTime, useLiveState } from './live.ts';
import { findOldestDataTime } from './old-data.ts';
import { useServerTime } from './use-server-time.ts';
import './old-data-band.css';

const MINUTE_MS = 60_000;

/** How far the server's clock is ahead of this device's, in milliseconds. */
const getClockOffset = (): number => getServerTime() - Date.now();

/**
 * Returns the time until which all data on the screen was current, by the server's clock; null if it still
 * is.
 */
function useOldestDataTime(): number | null {
  const cache = useQueryClient().getQueryCache();
  const { state, since } = useLiveState();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  const clockOffsetMs = getClockOffset();
  const downSinceMs = state === 'down' ? Date.parse(since) - clockOffsetMs : null;
  const oldestMs = useSyncExternalStore(subscribe, () =>
    findOldestDataTime(
      cache.findAll({ type: 'active' }).map((query) => query.state),
      downSinceMs,
    ),
  );
  return oldestMs === null ? null : oldestMs + clockOffsetMs;
}

/** Shows the age of the data on the screen after an outage, until it has been read again. */
export function OldDataBand() {
  const t = useT();
  const zone = useTimeZone();
  const client = useQueryClient();
  const oldestMs = useOldestDataTime();
  useServerTime(MINUTE_MS / 2);
  if (oldestMs === null) return null;
  const minutes = Math.max(0, Math.floor((getServerTime() - oldestMs) / MINUTE_MS));
  return (
    <div className="old-data" role="status">
      <span aria-hidden="true">{'◷'}</span>
      <p>{t('oldData', { at: formatMoment(new Date(oldestMs).toISOString(), zone), minutes })}</p>
      <Button text={t('retry')} onClick={() => void client.refetchQueries({ type: 'active' })} />
    </div>
  );
}
