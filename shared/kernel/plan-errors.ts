const UNPROCESSABLE_RESPONSE = { flag: null, status: 422 } as const;
const CONFLICT_RESPONSE = { flag: null, status: 409 } as const;

/** The errors of plans, formulas and documents with revisions. They are part of the catalogue. */
export const PLAN_ERRORS = {
  nodeTypeFixed: CONFLICT_RESPONSE,
  cyclicPlan: UNPROCESSABLE_RESPONSE,
  formulaInvalid: UNPROCESSABLE_RESPONSE,
  formulaInputUnknown: UNPROCESSABLE_RESPONSE,
  fuzzyPath: UNPROCESSABLE_RESPONSE,
  offlineUploadToFolders: UNPROCESSABLE_RESPONSE,
  offlinePlaceClosed: UNPROCESSABLE_RESPONSE,
  offlineFileExists: CONFLICT_RESPONSE,
  onlyOne: CONFLICT_RESPONSE,
  costShareTaken: CONFLICT_RESPONSE,
  editionFixed: CONFLICT_RESPONSE,
  draftExists: CONFLICT_RESPONSE,
  // Released plans of days
  planDayOver: CONFLICT_RESPONSE,
  planDayEmpty: CONFLICT_RESPONSE,
  planUnchanged: CONFLICT_RESPONSE,
  planReleasedMeanwhile: CONFLICT_RESPONSE,
  planNotReleased: CONFLICT_RESPONSE,
  planSkipNeedsReason: CONFLICT_RESPONSE,
} as const;
