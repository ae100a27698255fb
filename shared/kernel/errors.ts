import type { FieldProblems } from './validate.ts';

/** The response flags of the specification (§7). */
export type Flag = 'LOGIN_VALIDATE' | 'PERMISSION_VALIDATE' | 'PARAM_VALIDATE' | 'TIME_OUT';

const define = <const C extends Record<string, { flag: Flag | null; status: number }>>(catalogue: C) =>
  catalogue;
const refused = { flag: null, status: 422 } as const;
const conflict = { flag: null, status: 409 } as const;

/**
 * All refusals by the server (specification §5 and §8). The message of a refusal is the term
 * `error.<code>`. The placeholders of the term have the names of the parameters that are passed to
 * `fail`.
 */
export const ERRORS = define({
  // Specification §8
  notSignedIn: { flag: 'LOGIN_VALIDATE', status: 401 },
  noPermission: { flag: 'PERMISSION_VALIDATE', status: 403 },
  paramCheckFailed: { flag: 'PARAM_VALIDATE', status: 400 },
  timedOut: { flag: 'TIME_OUT', status: 504 },
  internal: { flag: null, status: 500 },
  requestFailed: { flag: null, status: 502 },
  databaseAway: { flag: null, status: 503 },
  notFound: { flag: null, status: 404 },
  tooLarge: { flag: 'PARAM_VALIDATE', status: 413 },
  tooManyRequests: { flag: null, status: 429 },
  clockOff: { flag: 'PARAM_VALIDATE', status: 400 },
  fileType: refused,
  fileLost: { flag: null, status: 404 },
  // Fields and rows
  fieldsInvalid: { flag: 'PARAM_VALIDATE', status: 422 },
  codeDuplicated: conflict,
  stale: conflict,
  rowNotFound: { flag: null, status: 404 },
  referenceMissing: refused,
  inUse: conflict,
  codeNeverFree: conflict,
  codeTakenMeanwhile: conflict,
  referencesDeleted: conflict,
  hasChildren: conflict,
  systemData: refused,
  factoryNotAdded: refused,
  noDemonstration: refused,
  resourceAssigned: conflict,
  lastAdministrator: conflict,
  cyclicParent: refused,
  nothingSelected: refused,
  requestIdReused: { flag: 'PARAM_VALIDATE', status: 409 },
  // Log-in
  loginFailed: { flag: null, status: 422 },
  loginLocked: { flag: null, status: 429 },
  verificationCodeWrong: { flag: null, status: 422 },
  oldPasswordWrong: { flag: null, status: 422 },
  passwordRule: { flag: null, status: 422 },
  passwordsDiffer: { flag: null, status: 422 },
  passwordUnchanged: { flag: null, status: 422 },
  terminalUnknown: { flag: null, status: 422 },
  notATerminal: { flag: 'PERMISSION_VALIDATE', status: 403 },
  personNotRecognised: { flag: null, status: 422 },
  pinMissing: { flag: null, status: 422 },
  pinRule: { flag: null, status: 422 },
  notAtHome: refused,
  factoryNotOpen: { flag: 'PERMISSION_VALIDATE', status: 403 },
  roleForOthers: refused,
  mustChangePassword: { flag: 'PERMISSION_VALIDATE', status: 403 },
  // Orders and reporting
  orderNotReleasable: refused,
  orderState: conflict,
  orderHasReports: conflict,
  processState: conflict,
  processHasReports: conflict,
  processOrderFixed: conflict,
  plannedBelowReceived: refused,
  quantityExceedsReceivable: conflict,
  quantityExceedsMachinable: conflict,
  quantityExceedsStarted: conflict,
  quantityBelowMinimum: refused,
  previousProcessOpen: conflict,
  manMachineRatioMissing: refused,
  manMachineRatioExceeded: conflict,
  deviceNotNormal: conflict,
  personNotOnJob: conflict,
  ratioSum: refused,
  samePersonTwice: refused,
  reportClosed: conflict,
  reportNotOpen: conflict,
  reportReversed: conflict,
  notYourReport: { flag: 'PERMISSION_VALIDATE', status: 403 },
  reverseBlocked: conflict,
  durationTooShort: refused,
  durationTooLong: refused,
  startAfterEnd: refused,
  timeAhead: refused,
  timeTooFarBack: refused,
  startBeforeOrder: refused,
  timesOverlap: conflict,
  importTooMany: refused,
  // Workbooks
  exportTooMany: refused,
  importRunning: conflict,
  importFileGone: { flag: null, status: 404 },
  fileUnreadable: refused,
  fileProtected: refused,
  fileUnpacksTooLarge: refused,
  // Calendar
  shiftsOverlap: refused,
  breakOutsideShift: refused,
  rosterTargets: refused,
  rosterOverlaps: conflict,
  holidayTaken: conflict,
  periodTooLong: refused,
  // Columns
  columnTypeFixed: conflict,
  customColumnsTooMany: refused,
  // Plans, formulas and documents with revisions
  nodeTypeFixed: conflict,
  cyclicPlan: refused,
  formulaInvalid: refused,
  onlyOne: conflict,
  costShareTaken: conflict,
  editionFixed: conflict,
  draftExists: conflict,
  // Scanning
  barcodeFormat: refused,
  barcodeOtherFactory: refused,
  barcodeUnknown: { flag: null, status: 404 },
  undoTooLate: conflict,
  // Abnormal calls
  callState: conflict,
  callWithoutPlace: refused,
  callAlreadyOpen: conflict,
  notYourCall: { flag: 'PERMISSION_VALIDATE', status: 403 },
  callRuleWithoutRole: refused,
  // Settings
  classFixed: refused,
  guideTaken: conflict,
  sheetNotInUse: refused,
  folderNotAbsolute: refused,
  holidayFileWrong: refused,
});

export type ErrorCode = keyof typeof ERRORS;
export type ErrorParams = Record<string, string | number | null>;

/**
 * A row that caused a refusal, e.g. a row that still refers to the row to delete. Users can open
 * its page.
 */
export interface RowLink {
  readonly entity: string;
  readonly id: number;
  readonly name: string;
}

/** A refusal. Users see the messages of these errors only. */
export class MesError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: FieldProblems | undefined;
  readonly rows: readonly RowLink[];

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
 * Creates the error to throw: `throw fail('codeDuplicated', { code })`.
 * @param params the parameters of the error message
 * @param fields the problems by field
 * @param rows the rows that caused the error; a caller receives only the rows that they may read
 */
export const fail = (
  code: ErrorCode,
  params?: ErrorParams,
  fields?: FieldProblems,
  rows?: readonly RowLink[],
): MesError => new MesError(code, params, fields, rows);
