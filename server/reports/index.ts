import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { can, type Permitted } from '#shared/kernel/permissions.ts';
import { describe, type Report } from './define-report.ts';
import { latestReports } from './latest-reports.ts';
import { orderProgress } from './order-progress.ts';
import { planActualToday } from './plan-actual-today.ts';

/** Every report of the product. A new one is one file and one line here. */
export const reports: readonly Report[] = [planActualToday, orderProgress, latestReports];

/** What every report tells about itself. */
export const reportDescriptors: readonly ReportDescriptor[] = reports.map(describe);

/** The reports that somebody may see. */
export const reportsFor = (user: Permitted): readonly ReportDescriptor[] =>
  reportDescriptors.filter((report) => can(user, report.permission));
