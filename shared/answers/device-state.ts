/** The possible states of a device. If several states apply, the device has the first of them. */
export const DEVICE_STATES = ['down', 'setup', 'running', 'off', 'idle'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];
