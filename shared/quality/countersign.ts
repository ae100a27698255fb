/** The interval at which an open page tells the server that a person looks at an exception, in milliseconds. */
export const LOOK_INTERVAL_MS = 15_000;
/** A signer is reminded again only after this time, in minutes. */
export const REMINDER_PAUSE_MINUTES = 10;
