import { useQuery } from '@tanstack/react-query';
import type { RecordedActivityAnswer } from '#shared/answers/boards/recording.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import { loadRecordedActivity } from './load-recording.ts';
import type { PlaybackState } from './playback-state.ts';

/** How often the activity is reloaded, in milliseconds, because the recording goes on. */
const REFRESH_INTERVAL_MS = 30_000;

/** Returns the activity of the span that the strip shows; undefined before the first answer. */
export function useRecordedActivity(
  sources: readonly SourceName[],
  { spanFromMs, spanUntilMs }: PlaybackState,
): RecordedActivityAnswer | undefined {
  const { data } = useQuery({
    queryKey: ['recordedActivity', sources, spanFromMs, spanUntilMs],
    queryFn: ({ signal }) => loadRecordedActivity(sources, spanFromMs, spanUntilMs, signal),
    enabled: sources.length > 0,
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  return data;
}

/**
 * Where the nearest recording is, seen from a time at which nothing is recorded. `atMs` is in milliseconds
 * since 1970.
 */
export type NearestRecording =
  /** The next recording begins at this time. */
  | { readonly kind: 'begins'; readonly atMs: number }
  /** There is no later recording; the last one ended at this time. */
  | { readonly kind: 'ended'; readonly atMs: number }
  | { readonly kind: 'none' };

/**
 * Finds the next recording after a time. If no recording follows, finds the last recording before the time.
 * @returns null if something is recorded at the time itself
 */
export function findNearestRecording(
  { recorded, lastBefore, firstAfter }: RecordedActivityAnswer,
  positionMs: number,
): NearestRecording | null {
  const spans = recorded.map(({ from, until }) => ({ fromMs: Date.parse(from), untilMs: Date.parse(until) }));
  if (spans.some(({ fromMs, untilMs }) => fromMs <= positionMs && positionMs <= untilMs)) return null;
  const laterTimes = spans.map(({ fromMs }) => fromMs).filter((ms) => ms > positionMs);
  if (firstAfter !== null) laterTimes.push(Date.parse(firstAfter));
  if (laterTimes.length > 0) return { kind: 'begins', atMs: Math.min(...laterTimes) };
  const earlierTimes = spans.map(({ untilMs }) => untilMs).filter((ms) => ms < positionMs);
  if (lastBefore !== null) earlierTimes.push(Date.parse(lastBefore));
  if (earlierTimes.length > 0) return { kind: 'ended', atMs: Math.max(...earlierTimes) };
  return { kind: 'none' };
}
