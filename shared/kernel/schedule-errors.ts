const UNPROCESSABLE_RESPONSE = { flag: null, status: 422 } as const;
const CONFLICT_RESPONSE = { flag: null, status: 409 } as const;

/** The errors of appointments and of cycle scheduling. They are part of the catalogue. */
export const SCHEDULE_ERRORS = {
  appointmentStartAfterEnd: UNPROCESSABLE_RESPONSE,
  appointmentNeedsPlace: UNPROCESSABLE_RESPONSE,
  plannedByAppointment: UNPROCESSABLE_RESPONSE,
  scheduleComputing: CONFLICT_RESPONSE,
  scheduleNotComputing: CONFLICT_RESPONSE,
  scheduleNotReady: CONFLICT_RESPONSE,
  scheduleOutdated: CONFLICT_RESPONSE,
  scheduleIsScenario: CONFLICT_RESPONSE,
  scheduleInUse: CONFLICT_RESPONSE,
  // Operations that are split over machines
  shareSumWrong: UNPROCESSABLE_RESPONSE,
  shareMachineTwice: UNPROCESSABLE_RESPONSE,
  shareMachineCannot: UNPROCESSABLE_RESPONSE,
  splitEnded: CONFLICT_RESPONSE,
  splitExternal: UNPROCESSABLE_RESPONSE,
  splitSinglePiece: UNPROCESSABLE_RESPONSE,
  splitWithoutMachine: UNPROCESSABLE_RESPONSE,
  operationIsSplit: CONFLICT_RESPONSE,
} as const;
