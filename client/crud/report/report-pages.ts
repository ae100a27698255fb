import type { ReportDescriptor } from '#shared/kernel/report.ts';

/** Returns the address of a report's page. */
export const makeReportPath = (page: string): string => `/forms/${page}`;

/**
 * Returns the reports that have a menu entry. Reports without a page, and reports that only show the details of
 * others, have none.
 */
export const findReportsInMenu = (reports: readonly ReportDescriptor[]): ReportDescriptor[] => {
  const detailsPages = new Set(reports.map((report) => report.details?.page));
  return reports.filter((report) => report.page !== undefined && !detailsPages.has(report.page));
};
