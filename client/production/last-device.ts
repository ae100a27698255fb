import { browserStorage } from '#client/kit/wire/browser-storage.ts';

const makeStorageKey = (workGroupId: number) => `device.${workGroupId}`;

/** Remembers the device that was last used in each work group, because it is often used again. */
export const lastDevice = {
  of(workGroupId: number | null): number | null {
    const deviceId = workGroupId === null ? null : browserStorage.forGood.get(makeStorageKey(workGroupId));
    return typeof deviceId === 'number' ? deviceId : null;
  },
  keep(workGroupId: number | null, deviceId: number | null): void {
    if (workGroupId !== null && deviceId !== null)
      browserStorage.forGood.set(makeStorageKey(workGroupId), deviceId);
  },
} as const;
