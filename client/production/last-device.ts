import { browserStorage } from '#client/kit/wire/browser-storage.ts';

const makeStorageKey = (workGroupId: number) => `device.${workGroupId}`;

/**
 * Remembers for each work group the device that was last used, because workers often use the same device
 * again.
 */
export const lastUsedDevices = {
  of(workGroupId: number | null): number | null {
    const deviceId = workGroupId === null ? null : browserStorage.forGood.get(makeStorageKey(workGroupId));
    return typeof deviceId === 'number' ? deviceId : null;
  },
  keep(workGroupId: number | null, deviceId: number | null): void {
    if (workGroupId !== null && deviceId !== null)
      browserStorage.forGood.set(makeStorageKey(workGroupId), deviceId);
  },
} as const;
