const UNPROCESSABLE_RESPONSE = { flag: null, status: 422 } as const;
const CONFLICT_RESPONSE = { flag: null, status: 409 } as const;

/** The errors of master plans. They are part of the catalogue. */
export const MASTER_PLAN_ERRORS = {
  planNodesCycle: UNPROCESSABLE_RESPONSE,
  planTooLong: UNPROCESSABLE_RESPONSE,
  planSubject: UNPROCESSABLE_RESPONSE,
  planNodeConfirmed: CONFLICT_RESPONSE,
  planNodeState: CONFLICT_RESPONSE,
  planNodeByProcesses: UNPROCESSABLE_RESPONSE,
  notYourPlanNode: { flag: 'PERMISSION_VALIDATE', status: 403 },
} as const;
