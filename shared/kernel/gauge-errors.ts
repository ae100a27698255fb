const UNPROCESSABLE_RESPONSE = { flag: null, status: 422 } as const;
const CONFLICT_RESPONSE = { flag: null, status: 409 } as const;

/** The errors of gauges and of studies of measurement systems. They are part of the catalogue. */
export const GAUGE_ERRORS = {
  gaugeUnfit: CONFLICT_RESPONSE,
  gaugeState: CONFLICT_RESPONSE,
  calibrationNeeded: CONFLICT_RESPONSE,
  gaugeHasValues: CONFLICT_RESPONSE,
  gaugeScannedAlone: UNPROCESSABLE_RESPONSE,
  studyState: CONFLICT_RESPONSE,
  studyRunTaken: CONFLICT_RESPONSE,
  studyRunsMissing: UNPROCESSABLE_RESPONSE,
} as const;
