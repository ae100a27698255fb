import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { QualityViewer } from '#shared/quality/answers.ts';
import { LOOK_INTERVAL_MS } from '#shared/quality/countersign.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { call } from '#client/kit/wire/call.ts';
import { session } from '#client/kit/wire/session.ts';

const PATH = '/mes/quality/look';
/** Nobody waits for these calls, so their failures are not shown. */
const HIDDEN_CODES: ErrorCode[] = ['rowNotFound', 'requestFailed', 'timedOut'];
const NOBODY: readonly QualityViewer[] = [];

/**
 * Reports regularly that a person looks at an exception, while the page is visible. Returns everybody who
 * looks at the exception.
 * @param workerToken the token of the person identified at a terminal; null for the signed-in user
 */
export function useViewers(id: number, workerToken: string | null = null): readonly QualityViewer[] {
  const { data } = useQuery({
    queryKey: ['viewers', id, workerToken],
    queryFn: ({ signal }) =>
      call<{ rows: QualityViewer[] }>(
        PATH,
        { id },
        { signal, workerToken, codesShownElsewhere: HIDDEN_CODES },
      ),
    refetchInterval: LOOK_INTERVAL_MS,
    meta: { watches: ['qualityViewer'] },
  });
  useEffect(
    () => () => {
      if (workerToken === null && session.current === null) return;
      // If this call fails, the server notices soon that the page no longer reports.
      call(PATH, { id, leaves: true }, { workerToken, codesShownElsewhere: HIDDEN_CODES }).catch(
        () => undefined,
      );
    },
    [id, workerToken],
  );
  return data?.rows ?? NOBODY;
}
