/** The ways in which the work of a craft is reported. */
export const REPORT_WAYS = [
  'byPerson',
  'byDevice',
  'byGroup',
  'byBarcode',
  'byProductionParameters',
  'byMaterialOutBarcode',
] as const;
export type ReportWay = (typeof REPORT_WAYS)[number];

/**
 * The kinds of entries that a person makes when work ends: measured values, barcodes of pieces, or issued materials.
 */
export const REPORT_ENTRY_KINDS = ['parameters', 'barcodes', 'materials'] as const;
export type ReportEntryKind = (typeof REPORT_ENTRY_KINDS)[number];

/**
 * The requirements of a way of reporting. The server checks them, and the terminal and the desk show the required
 * inputs.
 */
interface ReportWayRules {
  /** Whether work starts only on a device. */
  readonly needsDevice?: true;
  /** Whether a report without people gets all free people of the work group of the process. */
  readonly includesTeam?: true;
  /** Whether each report needs its own entries, so that several processes cannot be reported together. */
  readonly isSingle?: true;
  /** The kind of entries that the person makes in addition to the pieces when work ends. */
  readonly entryKind?: ReportEntryKind;
}

/** The rules of each way of reporting. Declare new ways and new rules here. */
export const REPORT_WAY_RULES: Readonly<Record<ReportWay, ReportWayRules>> = {
  byPerson: {},
  byDevice: { needsDevice: true },
  byGroup: { includesTeam: true },
  byBarcode: { isSingle: true, entryKind: 'barcodes' },
  byProductionParameters: { isSingle: true, entryKind: 'parameters' },
  byMaterialOutBarcode: { isSingle: true, entryKind: 'materials' },
};

/** Returns the rules of the report way of a craft; the rules of `byPerson` if the craft has no report way. */
export const getReportWayRules = (reportWay: ReportWay | null): ReportWayRules =>
  REPORT_WAY_RULES[reportWay ?? 'byPerson'];
