import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordedBoardAnswer } from '#shared/answers/recording.ts';
import type { LargeScreen } from '#shared/boards/preset-names.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** What is played back: a saved board, or what one of the two large screens showed. */
export type PlaybackTarget =
  | { readonly kind: 'board'; readonly id: string }
  | { readonly kind: 'screen'; readonly screen: LargeScreen };

/** The errors that the page shows itself. */
const SHOWN_CODES: readonly ErrorCode[] = [
  'rowNotFound',
  'fieldsInvalid',
  'noPermission',
  'notFound',
  'requestFailed',
  'timedOut',
  'databaseAway',
];

const covers = ({ from, until }: RecordedBoardAnswer, ms: number): boolean =>
  (from === null || Date.parse(from) <= ms) && (until === null || ms < Date.parse(until));

const readRecordedBoard = (target: PlaybackTarget, at: string, signal: AbortSignal) =>
  call<RecordedBoardAnswer>(
    target.kind === 'board' ? '/mes/recording/board' : '/mes/recording/screen',
    target.kind === 'board' ? { id: target.id, at } : { screen: target.screen, at },
    { signal, codesShownElsewhere: SHOWN_CODES },
  );

/**
 * Returns what the target looked like at the played time, and the error of the last call. When the played time leaves
 * the span of an answer, the next answer is loaded. Until it arrives, the old answer stays.
 */
export function useRecordedBoard(
  target: PlaybackTarget | null,
  positionMs: number,
): { board: RecordedBoardAnswer | null; error: Error | null } {
  const [requestedMs, setRequestedMs] = useState(positionMs);
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: queryKeys.entity('board', 'recorded', { target, requestedMs }),
    queryFn: ({ signal }) => readRecordedBoard(target!, new Date(requestedMs).toISOString(), signal),
    enabled: target !== null,
    placeholderData: keepPreviousData,
    meta: { watches: ['board', 'largeScreen'] },
  });
  if (data && !isPlaceholderData && requestedMs !== positionMs && !covers(data, positionMs))
    setRequestedMs(positionMs);
  return { board: data ?? null, error };
}
