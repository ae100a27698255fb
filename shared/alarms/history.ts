/** If an alarm fires again within this number of minutes after its end, it counts as the same alarm. */
export const SAME_ALARM_MINUTES = 5;

/** How long an alarm stays in the history after it has ended, in days. */
export const ALARM_RETENTION_DAYS = 365;
