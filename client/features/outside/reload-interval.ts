/**
 * The interval at which the pages of customers and suppliers reload, in milliseconds. Their browsers
 * receive no change events.
 */
export const OUTSIDE_RELOAD_MS = 15_000;
