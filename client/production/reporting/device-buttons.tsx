import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { Reference } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  workGroupId: number;
  chosenDeviceId: number | null;
  onPick: (deviceId: number) => void;
}

/** The maximum number of buttons. Users find the other devices with the input above the buttons. */
const MAX_DEVICE_BUTTONS = 8;

/**
 * Shows buttons for the devices of a work group that have the status `normal`, at most
 * `MAX_DEVICE_BUTTONS`.
 */
export function DeviceButtons({ workGroupId, chosenDeviceId, onPick }: Props) {
  const t = useT();
  const params = { filter: { workGroupId, status: 'normal' }, limit: MAX_DEVICE_BUTTONS };
  const { data } = useQuery({
    queryKey: queryKeys.entity('device', 'list', params),
    queryFn: ({ signal }) => call<Reference[]>(`${entities.device.path}/list`, params, { signal }),
  });
  if (!data || data.length === 0) return null;
  return (
    <div className="device-picks" role="group" aria-label={t('devicesOfGroup')}>
      {data.map((row) => (
        <Button
          key={row.id}
          active={row.id === chosenDeviceId}
          aria-pressed={row.id === chosenDeviceId}
          text={row.label}
          onClick={() => onPick(row.id)}
        />
      ))}
    </div>
  );
}
