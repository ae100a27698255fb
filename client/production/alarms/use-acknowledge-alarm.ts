import { useQueryClient } from '@tanstack/react-query';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';

interface SeenAlarm {
  id: number;
  version: number;
}

/**
 * Returns a function that acknowledges an alarm in the version that the user has seen, and returns whether it
 * succeeded. If the server refuses, for example because another user has already acknowledged the alarm, a
 * message appears.
 */
export function useAcknowledgeAlarm() {
  const client = useQueryClient();
  const { busy, sendOnce } = useSendOnce();
  const acknowledgeAlarm = async ({ id, version }: SeenAlarm): Promise<boolean> => {
    const answer = await sendOnce<unknown>(
      ['acknowledgeAlarm', id, version],
      (requestId) => send('/mes/alarm/acknowledge', { id, version }, { id: requestId }),
      () => null,
    );
    // After a refusal, the list is read again too, because other users may have changed the alarm.
    void client.invalidateQueries({ queryKey: queryKeys.entity('alarm') });
    return answer !== null;
  };
  return { acknowledge: acknowledgeAlarm, busy };
}
