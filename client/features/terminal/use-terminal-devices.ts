import { useQuery } from '@tanstack/react-query';
import type { TerminalDevice } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/**
 * Reads the devices of a work group, each with the people who work on it now; undefined while they are not loaded.
 * @param workerToken the token of the person at this terminal; null for the signed-in user
 */
export function useTerminalDevices(
  workGroupId: number | null,
  workerToken: string | null,
): readonly TerminalDevice[] | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.entity('device', 'terminal', { workGroupId, as: workerToken }),
    queryFn: ({ signal }) =>
      call<TerminalDevice[]>('/mes/floor/devices', { workGroupId }, { signal, workerToken }),
    enabled: workGroupId !== null,
    meta: { watches: ['device', 'workReport'] },
  });
  return data;
}

/**
 * Whether work can start on a device: it is one of the devices of the work group, and it is in service. While the
 * devices are not loaded, only the server can tell.
 */
export const isDeviceUsable = (
  devices: readonly TerminalDevice[] | undefined,
  deviceId: number | null,
): deviceId is number =>
  deviceId !== null &&
  (devices === undefined ||
    devices.some((device) => device.deviceId === deviceId && device.status === 'normal'));
