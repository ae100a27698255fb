/** What a device does now; of several that hold, the first counts. */
export const DEVICE_STATES = ['down', 'setup', 'running', 'off', 'idle'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];
