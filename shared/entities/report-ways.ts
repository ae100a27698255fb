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

/** What a way of reporting requires. The server checks it; the terminal and the desk ask for it. */
interface ReportWayRules {
  /** Whether work starts only on a device. */
  readonly needsDevice?: true;
  /** Whether a report that names nobody names the free people of the work group of the process. */
  readonly namesTeam?: true;
  /** Whether each report needs entries of its own, so that many processes cannot be reported together. */
  readonly isSingle?: true;
}

/** The rules of each way of reporting. A further way, or a further rule, is declared here. */
export const REPORT_WAY_RULES: Readonly<Record<ReportWay, ReportWayRules>> = {
  byPerson: {},
  byDevice: { needsDevice: true },
  byGroup: { namesTeam: true },
  byBarcode: {},
  byProductionParameters: { isSingle: true },
  byMaterialOutBarcode: { isSingle: true },
};

/** Returns the rules of the report way of a craft; those of `byPerson` if the craft names none. */
export const getReportWayRules = (reportWay: ReportWay | null): ReportWayRules =>
  REPORT_WAY_RULES[reportWay ?? 'byPerson'];
