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

/** The kinds of entries that a person makes when work ends: measured values, barcodes of pieces, or issued materials. */
export const REPORT_ENTRY_KINDS = ['parameters', 'barcodes', 'materials'] as const;
export type ReportEntryKind = (typeof REPORT_ENTRY_KINDS)[number];

/** What a way of reporting requires. The server checks it; the terminal and the desk ask for it. */
interface ReportWayRules {
  /** Whether work starts only on a device. */
  readonly needsDevice?: true;
  /** Whether a report that names nobody names the free people of the work group of the process. */
  readonly namesTeam?: true;
  /** Whether each report needs entries of its own, so that many processes cannot be reported together. */
  readonly isSingle?: true;
  /** What the person enters besides the pieces, when work ends. */
  readonly asks?: ReportEntryKind;
}

/** The rules of each way of reporting. A further way, or a further rule, is declared here. */
export const REPORT_WAY_RULES: Readonly<Record<ReportWay, ReportWayRules>> = {
  byPerson: {},
  byDevice: { needsDevice: true },
  byGroup: { namesTeam: true },
  byBarcode: { isSingle: true, asks: 'barcodes' },
  byProductionParameters: { isSingle: true, asks: 'parameters' },
  byMaterialOutBarcode: { isSingle: true, asks: 'materials' },
};

/** Returns the rules of the report way of a craft; those of `byPerson` if the craft names none. */
export const getReportWayRules = (reportWay: ReportWay | null): ReportWayRules =>
  REPORT_WAY_RULES[reportWay ?? 'byPerson'];
