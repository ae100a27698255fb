import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ERRORS, type ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';

/** The codes of errors that the dialog shows itself. */
const ERRORS_SHOWN_IN_DIALOG = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => code === 'fieldsInvalid' || [403, 404, 409, 422].includes(ERRORS[code].status),
);

interface CallActionOptions {
  /** The token of the person identified at this terminal. */
  workerToken?: string | null | undefined;
  /** Whether the dialog shows a refusal itself, instead of a toast. */
  showsRefusalInDialog?: boolean;
}

/**
 * Sends an action on a call for help, such as raising the call. If the action is sent again because
 * the answer was lost, the server does not execute the action twice.
 */
export function useCallAction({ workerToken = null, showsRefusalInDialog = false }: CallActionOptions = {}) {
  const client = useQueryClient();
  const { busy, sendOnce } = useSendOnce();
  const [refusal, setRefusal] = useState<string | null>(null);

  const sendAction = async <T>(verb: string, fields: Record<string, unknown>): Promise<T | null> => {
    const answer = await sendOnce<T | null>(
      [verb, fields],
      (id) => {
        setRefusal(null);
        return send<T>(`/mes/andon/${verb}`, fields, {
          id,
          workerToken,
          codesShownElsewhere: showsRefusalInDialog ? ERRORS_SHOWN_IN_DIALOG : [],
        });
      },
      (error) => {
        if (showsRefusalInDialog) setRefusal(Object.values(error.fields)[0] ?? error.message);
        return null;
      },
    );
    // After a refusal, the list is read again too, because other users may have changed the calls.
    void client.invalidateQueries({ queryKey: queryKeys.entity('abnormalCall') });
    return answer;
  };
  return { sendAction, busy, refusal };
}
