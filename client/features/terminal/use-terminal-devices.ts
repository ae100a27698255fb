import { useQuery } from '@tanstack/react-query';
import type { TerminalDevice } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/**
 * Reads the devices of a work group, each with the people who work on it now.
 * @param workerToken the token of the person at this terminal; null for the signed-in user
 */
export function useTerminalDevices(
  workGroupId: number | null,
  workerToken: string | null,
): readonly TerminalDevice[] {
  const { data } = useQuery({
    queryKey: queryKeys.entity('device', 'terminal', { workGroupId, as: workerToken }),
    queryFn: ({ signal }) =>
      call<TerminalDevice[]>('/mes/floor/devices', { workGroupId }, { signal, workerToken }),
    enabled: workGroupId !== null,
    meta: { watches: ['device', 'workReport'] },
  });
  return data ?? [];
}
