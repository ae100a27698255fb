/** The possible states of a device. If several states apply, the device has the first of them. */
export const DEVICE_STATES = ['down', 'setup', 'running', 'off', 'idle'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/**
 * The states of the intervals of a device: the device states, and `callHelp` while a call is open that does not stop
 * the device. An interval of `callHelp` can overlap the intervals of all other states.
 */
export const DEVICE_INTERVAL_STATES = [...DEVICE_STATES, 'callHelp'] as const;
export type DeviceIntervalState = (typeof DEVICE_INTERVAL_STATES)[number];
