import type { QueryState } from '@tanstack/react-query';
import { isTemporaryError } from '../wire/temporary-errors.ts';

/** Whether the last read failed for a reason that may pass, so that older data stays on the screen. */
const hasFailedForNow = ({ status, error }: Pick<QueryState, 'status' | 'error'>): boolean =>
  status === 'error' && isTemporaryError(error);

/**
 * Finds the time until which all data on the screen was current, in milliseconds; null if all data is
 * current. While the connection is live, the server reports every change, so only data that could not be read
 * again is old.
 * @param queryStates the states of the queries on the screen
 * @param downSinceMs when the last live message came, if the connection is down; otherwise null
 */
export function findOldestDataTime(
  queryStates: readonly Pick<QueryState, 'status' | 'error' | 'data' | 'dataUpdatedAt'>[],
  downSinceMs: number | null,
): number | null {
  const times = queryStates
    .filter(
      (queryState) => queryState.data !== undefined && (downSinceMs !== null || hasFailedForNow(queryState)),
    )
    .map(({ dataUpdatedAt }) => Math.max(dataUpdatedAt, downSinceMs ?? 0));
  return times.length > 0 ? Math.min(...times) : null;
}
