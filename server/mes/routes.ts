import { makeCrudRoutes } from '../crud/routes.ts';
import { alarmRoutes } from '../features/alarm/routes.ts';
import { andonRoutes } from '../features/andon/routes.ts';
import { batchRoutes } from '../features/batch/routes.ts';
import { boardRoutes } from '../features/board/routes.ts';
import { columnRoutes } from '../features/column/routes.ts';
import { cardRoutes } from '../features/card/routes.ts';
import { centerRoutes } from '../features/center/routes.ts';
import { demoRoutes } from '../features/demo/routes.ts';
import { revisionRoutes } from '../features/revision/routes.ts';
import { kanbanRawRoutes } from '../features/kanban/raw-routes.ts';
import { kanbanRoutes } from '../features/kanban/routes.ts';
import { fileRoutes } from '../features/file/routes.ts';
import { formulaRoutes } from '../features/formula/routes.ts';
import { groupRoutes } from '../features/group/routes.ts';
import { logRawRoutes } from '../features/log/raw-routes.ts';
import { logRoutes } from '../features/log/routes.ts';
import { materialRoutes } from '../features/material/routes.ts';
import { orderRoutes } from '../features/order/routes.ts';
import { outsideRawRoutes } from '../features/outside/raw-routes.ts';
import { outsideRoutes } from '../features/outside/routes.ts';
import { outsourcingRoutes } from '../features/outsourcing/routes.ts';
import { warehouseRoutes } from '../features/warehouse/routes.ts';
import { dailyPlanRoutes } from '../features/plan/daily/routes.ts';
import { masterPlanRoutes } from '../features/plan/master/routes.ts';
import { planRoutes } from '../features/plan/routes.ts';
import { orderDelayRoutes } from '../features/schedule/delays/routes.ts';
import { scheduleRoutes } from '../features/schedule/routes.ts';
import { projectRoutes } from '../features/project/routes.ts';
import { processRoutes } from '../features/process/routes.ts';
import { progressRawRoutes } from '../features/progress/export-progress.ts';
import { progressRoutes } from '../features/progress/routes.ts';
import { gaugeRoutes } from '../features/gauge/routes.ts';
import { gaugeStudyRawRoutes } from '../features/gauge-study/export-study.ts';
import { gaugeStudyRoutes } from '../features/gauge-study/routes.ts';
import { inspectionRoutes } from '../features/inspection/routes.ts';
import { recallRawRoutes, recallRoutes } from '../features/recall/routes.ts';
import { spcRoutes } from '../features/spc/routes.ts';
import { correctiveRoutes } from '../features/quality/corrective/routes.ts';
import { qualityRoutes } from '../features/quality/routes.ts';
import { recordingRoutes } from '../features/recording/routes.ts';
import { recoveryRawRoutes, recoveryRoutes } from '../features/recovery/routes.ts';
import { reportingRoutes } from '../features/reporting/routes.ts';
import { screenRoutes } from '../features/screen/routes.ts';
import { searchRoutes } from '../features/search/routes.ts';
import { accountRoutes } from '../features/session/account-routes.ts';
import { sessionRoutes } from '../features/session/routes.ts';
import { guideBookRoutes } from '../features/guide-book/routes.ts';
import { customFormRoutes } from '../features/custom-form/routes.ts';
import { holidayRoutes } from '../features/calendar/routes.ts';
import { classificationRoutes } from '../features/classification/routes.ts';
import { homeRoutes } from '../features/home/routes.ts';
import { jobRawRoutes } from '../features/job/raw-routes.ts';
import { jobRoutes } from '../features/job/routes.ts';
import { offlineRoutes } from '../features/offline/routes.ts';
import { factoryRoutes } from '../features/factory/routes.ts';
import { terminalRoutes } from '../features/terminal/routes.ts';
import { transferRoutes } from '../features/transfer/routes.ts';
import { reportRoutes } from '../reports/routes.ts';
import { defineBatches } from '../call/batch.ts';
import type { RawRoute } from '../call/raw-route.ts';
import type { Route } from '../call/route.ts';

const featureRoutes: readonly Route[] = [
  ...orderRoutes,
  ...materialRoutes,
  ...processRoutes,
  ...planRoutes,
  ...dailyPlanRoutes,
  ...scheduleRoutes,
  ...orderDelayRoutes,
  ...masterPlanRoutes,
  ...projectRoutes,
  ...progressRoutes,
  ...reportingRoutes,
  ...terminalRoutes,
  ...accountRoutes,
  ...factoryRoutes,
  ...cardRoutes,
  ...centerRoutes,
  ...outsideRoutes,
  ...outsourcingRoutes,
  ...gaugeRoutes,
  ...gaugeStudyRoutes,
  ...inspectionRoutes,
  ...spcRoutes,
  ...recallRoutes,
  ...qualityRoutes,
  ...correctiveRoutes,
  ...warehouseRoutes,
  ...logRoutes,
  ...andonRoutes,
  ...alarmRoutes,
  ...revisionRoutes,
  ...formulaRoutes,
  ...groupRoutes,
  ...columnRoutes,
  ...demoRoutes,
  ...guideBookRoutes,
  ...customFormRoutes,
  ...holidayRoutes,
  ...classificationRoutes,
  ...homeRoutes,
  ...jobRoutes,
  ...offlineRoutes,
  ...searchRoutes,
  ...recoveryRoutes,
  ...batchRoutes,
  ...boardRoutes,
  ...recordingRoutes,
  ...screenRoutes,
  ...kanbanRoutes,
];

const nonBatchRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...makeCrudRoutes([...featureRoutes, ...reportRoutes]),
  ...featureRoutes,
  ...reportRoutes,
];

/** The commands that can also be called for many rows. */
const BATCH_COMMAND_PATHS: ReadonlySet<string> = new Set([
  '/mes/order/release',
  '/mes/order/suspend',
  '/mes/order/resume',
  '/mes/order/close',
  '/mes/order/reopen',
  '/mes/order/cancel',
  '/mes/order/save',
  '/mes/report/receive',
  '/mes/report/start',
  '/mes/report/unfinished',
  '/mes/report/finish',
  '/mes/report/reverse',
  '/mes/report/undo',
  '/mes/quality/raise',
]);

/** The routes of all form calls to the embedded MES. */
export const formCallRoutes: readonly Route[] = [
  ...nonBatchRoutes,
  ...nonBatchRoutes.filter(({ path }) => BATCH_COMMAND_PATHS.has(path)).flatMap(defineBatches),
];

/** The routes of all raw calls to the embedded MES. */
export const rawRoutes: readonly RawRoute[] = [
  ...fileRoutes,
  ...kanbanRawRoutes,
  ...logRawRoutes,
  ...progressRawRoutes,
  ...outsideRawRoutes,
  ...gaugeStudyRawRoutes,
  ...recallRawRoutes,
  ...jobRawRoutes,
  ...recoveryRawRoutes,
  ...transferRoutes,
];
