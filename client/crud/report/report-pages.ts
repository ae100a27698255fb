import type { ReportDescriptor } from '#shared/kernel/report.ts';

/** Returns the address of a report's page. */
export const makeReportPath = (page: string): string => `/forms/${page}`;

/**
 * Returns the reports that have a menu entry. A report has no menu entry if it has no page, or
 * if it only shows the details of another report.
 */
export const findReportsInMenu = (reports: readonly ReportDescriptor[]): ReportDescriptor[] => {
  const detailsPages = new Set(reports.map((report) => report.details?.page));
  return reports.filter(({ page, isInMenu }) => page !== undefined && (isInMenu || !detailsPages.has(page)));
};
