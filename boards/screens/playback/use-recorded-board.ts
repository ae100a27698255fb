import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { RecordedBoardAnswer } from '#shared/answers/boards/recording.ts';
import type { LargeScreen } from '#shared/boards/preset-names.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { TEMPORARY_ERROR_CODES } from '#client/kit/wire/temporary-errors.ts';

/** The played-back content: a saved board, or the boards that one of the two large screens showed. */
export type PlaybackTarget =
  | { readonly kind: 'board'; readonly id: string }
  | { readonly kind: 'screen'; readonly screen: LargeScreen };

/** The errors for which no general message appears, because the page handles them itself. */
const SHOWN_CODES: readonly ErrorCode[] = [
  ...TEMPORARY_ERROR_CODES,
  'rowNotFound',
  'fieldsInvalid',
  'noPermission',
  'notFound',
];
/** The time after a failed call until the next call, in milliseconds. */
const RETRY_DELAY_MS = 3000;

const coversTime = ({ from, until }: RecordedBoardAnswer, ms: number): boolean =>
  (from === null || Date.parse(from) <= ms) && (until === null || ms < Date.parse(until));

const readRecordedBoard = (target: PlaybackTarget, at: string, signal: AbortSignal) =>
  call<RecordedBoardAnswer>(
    target.kind === 'board' ? '/mes/recording/board' : '/mes/recording/screen',
    target.kind === 'board' ? { id: target.id, at } : { screen: target.screen, at },
    { signal, codesShownElsewhere: SHOWN_CODES },
  );

interface RecordedBoardState {
  /**
   * The last answer. It stays while another call runs or fails. Null before the first answer, or if the last call was
   * refused.
   */
  readonly board: RecordedBoardAnswer | null;
  /** The error of the last call; null if it succeeded. */
  readonly error: Error | null;
  /** Calls at once after an error, for the time that is played now. */
  readonly retry: () => void;
}

/**
 * Returns what the target looked like at the played time. When the played time leaves the span of an answer, the next
 * answer is loaded. A failed call is repeated for the time that is played then.
 */
export function useRecordedBoard(target: PlaybackTarget | null, positionMs: number): RecordedBoardState {
  const [requestedMs, setRequestedMs] = useState(positionMs);
  const [lastAnswer, setLastAnswer] = useState<RecordedBoardAnswer | null>(null);
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: queryKeys.entity('board', 'recorded', { target, requestedMs }),
    queryFn: ({ signal }) => readRecordedBoard(target!, new Date(requestedMs).toISOString(), signal),
    enabled: target !== null,
    meta: { watches: ['board', 'largeScreen'] },
  });
  if (data && data !== lastAnswer) setLastAnswer(data);
  if (data && !error && requestedMs !== positionMs && !coversTime(data, positionMs))
    setRequestedMs(positionMs);
  const retry = useCallback(() => {
    if (requestedMs === positionMs) void refetch();
    else setRequestedMs(positionMs);
  }, [positionMs, refetch, requestedMs]);
  const retryAtPlayedTime = useEffectEvent(retry);
  const hasFailed = error !== null && !isFetching;
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setTimeout(() => retryAtPlayedTime(), RETRY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hasFailed, errorUpdatedAt]);
  const isRefused = error instanceof CallError && !TEMPORARY_ERROR_CODES.includes(error.code);
  return { board: isRefused ? null : lastAnswer, error, retry };
}
