const CONFLICT_RESPONSE = { flag: null, status: 409 } as const;

/** The errors of cycle scheduling. They are part of the catalogue. */
export const SCHEDULE_ERRORS = {
  scheduleComputing: CONFLICT_RESPONSE,
  scheduleNotComputing: CONFLICT_RESPONSE,
  scheduleNotReady: CONFLICT_RESPONSE,
  scheduleOutdated: CONFLICT_RESPONSE,
} as const;
