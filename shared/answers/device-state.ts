/** The possible states of a device. If several apply, the first of them counts. */
export const DEVICE_STATES = ['down', 'setup', 'running', 'off', 'idle'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];
