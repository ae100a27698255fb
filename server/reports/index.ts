import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { hasPermission, type PermissionHolder } from '#shared/kernel/permissions.ts';
import { callsByHour } from './calls-by-hour.ts';
import { capacityLoad } from './capacity-load.ts';
import { customerKanban } from './customer-kanban.ts';
import { costReportDetails } from './cost-report-details.ts';
import { currentShift } from './current-shift.ts';
import { describeReport, type Report } from './define-report.ts';
import { defectPareto } from './defect-pareto.ts';
import { deviceDailyDetails } from './device-daily-details.ts';
import { deviceDailyReports } from './device-daily-reports.ts';
import { deviceStates } from './device-states.ts';
import { deviceTimeline } from './device-timeline.ts';
import { equipmentEffectiveness } from './equipment-effectiveness.ts';
import { employeeDailyDetails } from './employee-daily-details.ts';
import { employeeDailyReports } from './employee-daily-reports.ts';
import { exceptionsWaiting } from './exceptions-waiting.ts';
import { firstPassYieldByDay } from './first-pass-yield-by-day.ts';
import { gaugeRecall } from './gauge-recall.ts';
import { gaugesDue } from './gauges-due.ts';
import { groupQueue } from './group-queue.ts';
import { lastComplaint } from './last-complaint.ts';
import { lateMeasures } from './late-measures.ts';
import { latestReports } from './latest-reports.ts';
import { monitoredCharacteristics } from './monitored-characteristics.ts';
import { controlChartPoints } from './control-chart-points.ts';
import { openAlarms } from './open-alarms.ts';
import { openCalls } from './open-calls.ts';
import { orderFlow } from './order-flow.ts';
import { orderProgress } from './order-progress.ts';
import { outputByDay } from './output-by-day.ts';
import { orderSchedule } from './order-schedule.ts';
import { outputByGroup } from './output-by-group.ts';
import { outputByHour } from './output-by-hour.ts';
import { outputByPerson } from './output-by-person.ts';
import { outsourcingOut } from './outsourcing-out.ts';
import { partProcessSchedule } from './part-process-schedule.ts';
import { partWarehouseStatus } from './part-warehouse-status.ts';
import { planActualToday } from './plan-actual-today.ts';
import { lateOrders } from './late-orders.ts';
import { machineSchedule } from './machine-schedule.ts';
import { planAdherence } from './plan-adherence.ts';
import { projectProductionTracking } from './project-production-tracking.ts';
import { supplierScorecard } from './supplier-scorecard.ts';
import { stopPareto } from './stop-pareto.ts';
import { processKanban } from './process-kanban.ts';
import { qualityAnalysisReport } from './quality-analysis-report.ts';
import { qualityMatrix } from './quality-matrix.ts';
import { qualityReportForm } from './quality-report-form.ts';
import { qualitySummaryMonthly } from './quality-summary-monthly.ts';
import { qualityTrend } from './quality-trend.ts';
import { ranking } from './ranking.ts';
import { warehouseReceipts } from './warehouse-receipts.ts';
import { workshopProductionTracking } from './workshop-production-tracking.ts';
import { workCounts } from './work-counts.ts';

/** All reports. Add a new one here. */
export const reports: readonly Report[] = [
  planActualToday,
  planAdherence,
  machineSchedule,
  lateOrders,
  outsourcingOut,
  orderProgress,
  latestReports,
  employeeDailyDetails,
  employeeDailyReports,
  deviceDailyDetails,
  deviceDailyReports,
  costReportDetails,
  openCalls,
  openAlarms,
  exceptionsWaiting,
  gaugesDue,
  gaugeRecall,
  monitoredCharacteristics,
  controlChartPoints,
  qualityReportForm,
  qualitySummaryMonthly,
  qualityAnalysisReport,
  qualityTrend,
  qualityMatrix,
  firstPassYieldByDay,
  defectPareto,
  lastComplaint,
  lateMeasures,
  supplierScorecard,
  deviceStates,
  outputByGroup,
  outputByHour,
  outputByPerson,
  deviceTimeline,
  stopPareto,
  callsByHour,
  outputByDay,
  currentShift,
  groupQueue,
  processKanban,
  orderFlow,
  ranking,
  orderSchedule,
  customerKanban,
  workCounts,
  capacityLoad,
  equipmentEffectiveness,
  projectProductionTracking,
  workshopProductionTracking,
  partProcessSchedule,
  partWarehouseStatus,
  warehouseReceipts,
];

export const reportDescriptors: readonly ReportDescriptor[] = reports.map(describeReport);

/** Returns the descriptors of the reports that a user may see. */
export const listReportDescriptors = (user: PermissionHolder): readonly ReportDescriptor[] =>
  reportDescriptors.filter((report) => hasPermission(user, report.permission));
