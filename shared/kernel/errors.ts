import type { FieldProblems } from './validate.ts';

/** The response flags of the specification (§7). */
export type ResponseFlag = 'LOGIN_VALIDATE' | 'PERMISSION_VALIDATE' | 'PARAM_VALIDATE' | 'TIME_OUT';

const defineErrors = <const C extends Record<string, { flag: ResponseFlag | null; status: number }>>(
  catalogue: C,
) => catalogue;
const UNPROCESSABLE_RESPONSE = { flag: null, status: 422 } as const;
const CONFLICT_RESPONSE = { flag: null, status: 409 } as const;

/**
 * The catalogue of the errors that the server returns (specification §5 and §8), by code. The message of an error is
 * the term `error.<code>`. The placeholders of this term have the names of the parameters that are passed to `makeError`.
 */
export const ERRORS = defineErrors({
  // Calls and files (specification §8, and further errors)
  notSignedIn: { flag: 'LOGIN_VALIDATE', status: 401 },
  noPermission: { flag: 'PERMISSION_VALIDATE', status: 403 },
  paramCheckFailed: { flag: 'PARAM_VALIDATE', status: 400 },
  timedOut: { flag: 'TIME_OUT', status: 504 },
  internal: { flag: null, status: 500 },
  requestFailed: { flag: null, status: 502 },
  databaseAway: { flag: null, status: 503 },
  serverBusy: { flag: null, status: 503 },
  diskFull: { flag: null, status: 503 },
  notFound: { flag: null, status: 404 },
  tooLarge: { flag: 'PARAM_VALIDATE', status: 413 },
  tooManyRequests: { flag: null, status: 429 },
  clockOff: { flag: 'PARAM_VALIDATE', status: 400 },
  fileType: UNPROCESSABLE_RESPONSE,
  fileLost: { flag: null, status: 404 },
  // Fields, rows, factories and repeated calls
  fieldsInvalid: { flag: 'PARAM_VALIDATE', status: 422 },
  codeDuplicated: CONFLICT_RESPONSE,
  codeLooksAlike: CONFLICT_RESPONSE,
  stale: CONFLICT_RESPONSE,
  rowNotFound: { flag: null, status: 404 },
  referenceMissing: UNPROCESSABLE_RESPONSE,
  inUse: CONFLICT_RESPONSE,
  codeNeverFree: CONFLICT_RESPONSE,
  codeTakenMeanwhile: CONFLICT_RESPONSE,
  referencesDeleted: CONFLICT_RESPONSE,
  hasChildren: CONFLICT_RESPONSE,
  systemData: UNPROCESSABLE_RESPONSE,
  factoryNotAdded: UNPROCESSABLE_RESPONSE,
  noDemonstration: UNPROCESSABLE_RESPONSE,
  resourceAssigned: CONFLICT_RESPONSE,
  departmentDiscontinued: CONFLICT_RESPONSE,
  lastAdministrator: CONFLICT_RESPONSE,
  cyclicParent: UNPROCESSABLE_RESPONSE,
  nothingSelected: UNPROCESSABLE_RESPONSE,
  requestIdReused: { flag: 'PARAM_VALIDATE', status: 409 },
  // Log-in, passwords, terminals and accounts
  loginFailed: { flag: null, status: 422 },
  loginLocked: { flag: null, status: 429 },
  verificationCodeWrong: { flag: null, status: 422 },
  verificationCodeNeeded: { flag: null, status: 422 },
  oldPasswordWrong: { flag: null, status: 422 },
  passwordRule: { flag: null, status: 422 },
  passwordsDiffer: { flag: null, status: 422 },
  passwordUnchanged: { flag: null, status: 422 },
  terminalUnknown: { flag: null, status: 422 },
  notATerminal: { flag: 'PERMISSION_VALIDATE', status: 403 },
  personNotRecognised: { flag: null, status: 422 },
  pinMissing: { flag: null, status: 422 },
  pinRule: { flag: null, status: 422 },
  notAtHome: UNPROCESSABLE_RESPONSE,
  factoryNotOpen: { flag: 'PERMISSION_VALIDATE', status: 403 },
  roleForOthers: UNPROCESSABLE_RESPONSE,
  mustChangePassword: { flag: 'PERMISSION_VALIDATE', status: 403 },
  // Orders and reporting
  orderNotReleasable: UNPROCESSABLE_RESPONSE,
  orderState: CONFLICT_RESPONSE,
  orderHasReports: CONFLICT_RESPONSE,
  splitBelowReceived: CONFLICT_RESPONSE,
  mergeBegun: CONFLICT_RESPONSE,
  mergeOrdersDiffer: CONFLICT_RESPONSE,
  mergePartMissing: CONFLICT_RESPONSE,
  mergePartsDiffer: CONFLICT_RESPONSE,
  mergeProcessMissing: CONFLICT_RESPONSE,
  mergeProcessesDiffer: CONFLICT_RESPONSE,
  cardState: CONFLICT_RESPONSE,
  cardEnded: CONFLICT_RESPONSE,
  cardHasOpenReport: CONFLICT_RESPONSE,
  cardPiecesUsed: CONFLICT_RESPONSE,
  cardsHoldPieces: CONFLICT_RESPONSE,
  cardsOfDifferentParts: UNPROCESSABLE_RESPONSE,
  quantityExceedsCard: CONFLICT_RESPONSE,
  splitExceedsCard: UNPROCESSABLE_RESPONSE,
  processState: CONFLICT_RESPONSE,
  batchCancelled: CONFLICT_RESPONSE,
  batchOfCrafts: UNPROCESSABLE_RESPONSE,
  batchOfStates: UNPROCESSABLE_RESPONSE,
  batchOfPeople: UNPROCESSABLE_RESPONSE,
  batchNotAllowed: UNPROCESSABLE_RESPONSE,
  runningWorkChanged: CONFLICT_RESPONSE,
  processHasReports: CONFLICT_RESPONSE,
  processOrderFixed: CONFLICT_RESPONSE,
  partSupplyBelowReceived: CONFLICT_RESPONSE,
  plannedBelowReceived: UNPROCESSABLE_RESPONSE,
  quantityExceedsReceivable: CONFLICT_RESPONSE,
  quantityExceedsMachinable: CONFLICT_RESPONSE,
  quantityExceedsStarted: CONFLICT_RESPONSE,
  quantityBelowMinimum: UNPROCESSABLE_RESPONSE,
  scrapReasonWithoutScrap: UNPROCESSABLE_RESPONSE,
  previousProcessOpen: CONFLICT_RESPONSE,
  manMachineRatioMissing: UNPROCESSABLE_RESPONSE,
  manMachineRatioExceeded: CONFLICT_RESPONSE,
  deviceNotNormal: CONFLICT_RESPONSE,
  deviceMissing: UNPROCESSABLE_RESPONSE,
  personNotOnJob: CONFLICT_RESPONSE,
  taskNotActive: CONFLICT_RESPONSE,
  ratioSum: UNPROCESSABLE_RESPONSE,
  samePersonTwice: UNPROCESSABLE_RESPONSE,
  reportClosed: CONFLICT_RESPONSE,
  reportNotOpen: CONFLICT_RESPONSE,
  reportReversed: CONFLICT_RESPONSE,
  undoOfOthers: { flag: 'PERMISSION_VALIDATE', status: 403 },
  notYourReport: { flag: 'PERMISSION_VALIDATE', status: 403 },
  reverseBlocked: CONFLICT_RESPONSE,
  durationTooShort: UNPROCESSABLE_RESPONSE,
  durationTooLong: UNPROCESSABLE_RESPONSE,
  startAfterEnd: UNPROCESSABLE_RESPONSE,
  startsBeforePrevious: UNPROCESSABLE_RESPONSE,
  startsAfterNext: UNPROCESSABLE_RESPONSE,
  appointmentStartAfterEnd: UNPROCESSABLE_RESPONSE,
  appointmentNeedsPlace: UNPROCESSABLE_RESPONSE,
  plannedByAppointment: UNPROCESSABLE_RESPONSE,
  syncCraftDiffers: UNPROCESSABLE_RESPONSE,
  syncSamePart: UNPROCESSABLE_RESPONSE,
  timeAhead: UNPROCESSABLE_RESPONSE,
  timeTooFarBack: UNPROCESSABLE_RESPONSE,
  startBeforeOrder: UNPROCESSABLE_RESPONSE,
  timesOverlap: CONFLICT_RESPONSE,
  importTooMany: UNPROCESSABLE_RESPONSE,
  // Entries of reports, and issues of materials
  parameterUnknown: UNPROCESSABLE_RESPONSE,
  parameterMissing: UNPROCESSABLE_RESPONSE,
  pieceBarcodeMissing: UNPROCESSABLE_RESPONSE,
  pieceBarcodeFormat: UNPROCESSABLE_RESPONSE,
  pieceBarcodeRepeated: UNPROCESSABLE_RESPONSE,
  pieceBarcodeReported: CONFLICT_RESPONSE,
  pieceBarcodeCount: UNPROCESSABLE_RESPONSE,
  materialScanMissing: UNPROCESSABLE_RESPONSE,
  materialUnknown: UNPROCESSABLE_RESPONSE,
  materialNotPlanned: UNPROCESSABLE_RESPONSE,
  materialScannedAlone: UNPROCESSABLE_RESPONSE,
  materialWasIssued: CONFLICT_RESPONSE,
  issueOfReport: UNPROCESSABLE_RESPONSE,
  issueReversed: CONFLICT_RESPONSE,
  // Quality exceptions, countersigns and penalties
  qualityState: CONFLICT_RESPONSE,
  holdExceedsAvailable: UNPROCESSABLE_RESPONSE,
  holdExceedsReport: UNPROCESSABLE_RESPONSE,
  reportUnderException: CONFLICT_RESPONSE,
  heldPiecesNeeded: CONFLICT_RESPONSE,
  handlingSum: UNPROCESSABLE_RESPONSE,
  responsibleRatioSum: UNPROCESSABLE_RESPONSE,
  responsibleMissing: UNPROCESSABLE_RESPONSE,
  responsibleTwice: UNPROCESSABLE_RESPONSE,
  punishedPersonRequired: UNPROCESSABLE_RESPONSE,
  signerMissing: UNPROCESSABLE_RESPONSE,
  signerTwice: UNPROCESSABLE_RESPONSE,
  signerCannotLogIn: UNPROCESSABLE_RESPONSE,
  notTheSigner: { flag: 'PERMISSION_VALIDATE', status: 403 },
  alreadySigned: CONFLICT_RESPONSE,
  signatureReasonMissing: UNPROCESSABLE_RESPONSE,
  signedDocumentChanged: CONFLICT_RESPONSE,
  countersignRestarted: CONFLICT_RESPONSE,
  countersignClosed: CONFLICT_RESPONSE,
  signaturePasswordWrong: UNPROCESSABLE_RESPONSE,
  signaturePinWrong: UNPROCESSABLE_RESPONSE,
  lossReasonMissing: UNPROCESSABLE_RESPONSE,
  notYourException: { flag: 'PERMISSION_VALIDATE', status: 403 },
  correctedNotFinished: CONFLICT_RESPONSE,
  exceptionNotCancelled: CONFLICT_RESPONSE,
  penaltyState: CONFLICT_RESPONSE,
  penaltyAboveCap: UNPROCESSABLE_RESPONSE,
  // Outsourcing
  outsourcingState: CONFLICT_RESPONSE,
  outsourcingForbidden: CONFLICT_RESPONSE,
  outsourcingOrderForbids: CONFLICT_RESPONSE,
  processAlreadyExternal: CONFLICT_RESPONSE,
  processAddedTwice: UNPROCESSABLE_RESPONSE,
  twoPrices: UNPROCESSABLE_RESPONSE,
  outsourcingExceedsPlanned: UNPROCESSABLE_RESPONSE,
  sendExceedsMachinable: CONFLICT_RESPONSE,
  sendExceedsOrdered: CONFLICT_RESPONSE,
  returnExceedsOut: CONFLICT_RESPONSE,
  outsourcingStillOut: CONFLICT_RESPONSE,
  outsourcingBelowSent: CONFLICT_RESPONSE,
  outsourcingHasMovements: CONFLICT_RESPONSE,
  movementReversed: CONFLICT_RESPONSE,
  // Workbooks
  exportTooMany: UNPROCESSABLE_RESPONSE,
  importRunning: CONFLICT_RESPONSE,
  importFileGone: { flag: null, status: 404 },
  fileUnreadable: UNPROCESSABLE_RESPONSE,
  fileProtected: UNPROCESSABLE_RESPONSE,
  fileUnpacksTooLarge: UNPROCESSABLE_RESPONSE,
  planImportUndone: CONFLICT_RESPONSE,
  planImportUsed: CONFLICT_RESPONSE,
  // Calendar, and the periods of reports
  shiftsOverlap: UNPROCESSABLE_RESPONSE,
  breakOutsideShift: UNPROCESSABLE_RESPONSE,
  rosterTargets: UNPROCESSABLE_RESPONSE,
  rosterOverlaps: CONFLICT_RESPONSE,
  holidayTaken: CONFLICT_RESPONSE,
  periodTooLong: UNPROCESSABLE_RESPONSE,
  // Columns
  columnTypeFixed: CONFLICT_RESPONSE,
  customColumnsTooMany: UNPROCESSABLE_RESPONSE,
  // Plans, formulas and documents with revisions
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
  // Scanning, and undoing a report too late
  barcodeFormat: UNPROCESSABLE_RESPONSE,
  barcodeOtherFactory: UNPROCESSABLE_RESPONSE,
  barcodeUnknown: { flag: null, status: 404 },
  undoTooLate: CONFLICT_RESPONSE,
  // Andon calls
  callState: CONFLICT_RESPONSE,
  callWithoutPlace: UNPROCESSABLE_RESPONSE,
  callAlreadyOpen: CONFLICT_RESPONSE,
  notYourCall: { flag: 'PERMISSION_VALIDATE', status: 403 },
  callRuleWithoutRole: UNPROCESSABLE_RESPONSE,
  // Alarms
  alarmState: CONFLICT_RESPONSE,
  alarmEnded: CONFLICT_RESPONSE,
  alarmLimits: UNPROCESSABLE_RESPONSE,
  alarmEscalation: UNPROCESSABLE_RESPONSE,
  // Settings
  classFixed: UNPROCESSABLE_RESPONSE,
  guideTaken: CONFLICT_RESPONSE,
  sheetNotInUse: UNPROCESSABLE_RESPONSE,
  folderNotAbsolute: UNPROCESSABLE_RESPONSE,
  holidayFileWrong: UNPROCESSABLE_RESPONSE,
  // Boards
  boardInvalid: UNPROCESSABLE_RESPONSE,
  boardTextInvalid: UNPROCESSABLE_RESPONSE,
  boardNotYours: { flag: 'PERMISSION_VALIDATE', status: 403 },
  boardWithoutOwner: UNPROCESSABLE_RESPONSE,
  boardEditionGone: { flag: null, status: 404 },
  // Screens
  pairingCodeUnknown: { flag: null, status: 404 },
  // Links to customer kanbans
  linkNotValid: { flag: null, status: 404 },
  linkPasswordRequired: { flag: null, status: 403 },
  linkPasswordWrong: { flag: null, status: 403 },
});

export type ErrorCode = keyof typeof ERRORS;
export type ErrorParams = Record<string, string | number | null>;

/**
 * A row that caused an error, e.g. a row that still refers to the row to delete. Screens link to the page of the row
 * that caused the error.
 */
export interface RowLink {
  readonly entity: string;
  readonly id: number;
  readonly name: string;
}

/** An error of the catalogue. Users see the messages of these errors, but not the messages of other exceptions. */
export class MesError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: FieldProblems | undefined;
  readonly rows: readonly RowLink[];
  /** The index of the refused row, if several rows were to be saved together. */
  rowIndex?: number;

  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    fields?: FieldProblems,
    rows: readonly RowLink[] = [],
  ) {
    super(code);
    this.name = 'MesError';
    this.code = code;
    this.params = params;
    this.fields = fields;
    this.rows = rows;
  }
}

/**
 * Creates the error to throw: `throw makeError('codeDuplicated', { code })`.
 * @param params the parameters of the error message
 * @param fields the problems by field
 * @param rows the rows that caused the error; a caller receives only the rows that they may read
 */
export const makeError = (
  code: ErrorCode,
  params?: ErrorParams,
  fields?: FieldProblems,
  rows?: readonly RowLink[],
): MesError => new MesError(code, params, fields, rows);
