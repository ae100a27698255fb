const UNPROCESSABLE_RESPONSE = { flag: null, status: 422 } as const;
const CONFLICT_RESPONSE = { flag: null, status: 409 } as const;

/** The errors of corrective actions. They are part of the catalogue. */
export const CORRECTIVE_ERRORS = {
  correctiveState: CONFLICT_RESPONSE,
  measureIsDone: CONFLICT_RESPONSE,
  measuresOpen: CONFLICT_RESPONSE,
  rootCauseNeeded: UNPROCESSABLE_RESPONSE,
  notYourMeasure: { flag: 'PERMISSION_VALIDATE', status: 403 },
  checkTooEarly: UNPROCESSABLE_RESPONSE,
} as const;
