import type { ReportDescriptor } from '#shared/kernel/report.ts';

/** Where the page of a report stands. */
export const reportPath = (page: string): string => `/forms/${page}`;

/** Those that stand by themselves: not the ones that show what is behind a row of another. */
export const ownPages = (reports: readonly ReportDescriptor[]): ReportDescriptor[] => {
  const behind = new Set(reports.map((report) => report.details?.page));
  return reports.filter((report) => report.page !== undefined && !behind.has(report.page));
};
