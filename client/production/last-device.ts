import { stored } from '#client/kit/wire/stored.ts';

const nameOf = (workGroupId: number) => `device.${workGroupId}`;

/** Remembers the device that was last used in each work group, because it is often used again. */
export const lastDevice = {
  of(workGroupId: number | null): number | null {
    const deviceId = workGroupId === null ? null : stored.forGood.get(nameOf(workGroupId));
    return typeof deviceId === 'number' ? deviceId : null;
  },
  keep(workGroupId: number | null, deviceId: number | null): void {
    if (workGroupId !== null && deviceId !== null) stored.forGood.set(nameOf(workGroupId), deviceId);
  },
} as const;
