import { browserStorage } from '#client/kit/wire/browser-storage.ts';

const makeStorageKey = (workGroupId: number) => `device.${workGroupId}`;

/**
 * Remembers for each work group the device that was last used, because workers often use the same device
 * again.
 */
export const lastUsedDevices = {
  get(workGroupId: number | null): number | null {
    const deviceId = workGroupId === null ? null : browserStorage.forBrowser.get(makeStorageKey(workGroupId));
    return typeof deviceId === 'number' ? deviceId : null;
  },
  set(workGroupId: number | null, deviceId: number | null): void {
    if (workGroupId !== null && deviceId !== null)
      browserStorage.forBrowser.set(makeStorageKey(workGroupId), deviceId);
  },
} as const;
