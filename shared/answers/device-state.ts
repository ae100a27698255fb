/** The current state of a device; if several apply, the first one counts. */
export const DEVICE_STATES = ['down', 'setup', 'running', 'off', 'idle'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];
