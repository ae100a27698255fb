import { useQuery } from '@tanstack/react-query';
import type { ListedAlarm } from '#shared/answers/open-alarm.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

const OPEN_ALARMS_KEY = queryKeys.entity('alarm', 'open');

/**
 * Reads the open alarms, and reads them again after each change of an alarm. With an upstream MES
 * there are no alarms.
 */
export function useOpenAlarms() {
  return useQuery({
    queryKey: OPEN_ALARMS_KEY,
    queryFn: async ({ signal }) =>
      (
        await call<{ rows: ListedAlarm[] }>(
          '/mes/alarm/open',
          {},
          { signal, codesShownElsewhere: ['notFound'] },
        )
      ).rows,
    meta: { watches: ['alarm'] },
  });
}
