import { LANGS, fillPlaceholders, type Lang, type Term } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/kernel/term-key.ts';
import { entityTerms } from '#shared/entities/index.ts';
import { accessTerms } from './access.ts';
import { openAlarmTerms } from './alarms.ts';
import { andonTerms } from './andon.ts';
import { basicTerms } from './basic.ts';
import { batchTerms } from './batch.ts';
import { boardTerms } from './board.ts';
import { boardListTerms } from './board-lists.ts';
import { calendarTerms } from './calendar.ts';
import { cardTerms } from './cards.ts';
import { capacityTerms } from './capacity.ts';
import { columnTerms } from './columns.ts';
import { reportPageTerms } from './daily.ts';
import { dailyPlanTerms } from './daily-plan.ts';
import { demoTerms } from './demo.ts';
import { designerTerms } from './designer.ts';
import { emptyListTerms } from './empty.ts';
import { errorTerms } from './errors.ts';
import { fieldErrorTerms } from './field-errors.ts';
import { firstStepsTerms } from './first-steps.ts';
import { floorTerms } from './floor.ts';
import { guideTerms } from './guide.ts';
import { masterDataTerms } from './masters.ts';
import { menuTerms } from './menu.ts';
import { operationSplitTerms } from './operation-split.ts';
import { scheduleScreenTerms } from './schedule-screen.ts';
import { scheduleReasonTerms } from './schedule-reasons.ts';
import { scheduleTerms } from './schedule.ts';
import { scenarioTerms } from './scenarios.ts';
import { searchScreenTerms } from './search.ts';
import { terminalTerms } from './terminal.ts';
import { orderPageTerms } from './order.ts';
import { orderMergeTerms } from './order-merge.ts';
import { orderRecordTerms } from './order-record.ts';
import { orderSplitTerms } from './order-split.ts';
import { lossTerms } from './losses.ts';
import { outsourcingTerms } from './outsourcing.ts';
import { partCombineTerms } from './part-combine.ts';
import { partMoveTerms } from './part-move.ts';
import { planImportPageTerms } from './plan-import.ts';
import { masterPlanScreenTerms } from './master-plan.ts';
import { planningTerms } from './planning.ts';
import { planningBoardTerms } from './planning-board.ts';
import { playbackTerms } from './playback.ts';
import { productionErrorTerms } from './production-errors.ts';
import { productionTerms } from './production.ts';
import { processListTerms } from './process-list.ts';
import { progressTerms } from './progress.ts';
import { projectTerms } from './project.ts';
import { qualityTerms } from './quality.ts';
import { qualityErrorTerms } from './quality-errors.ts';
import { qualityAnalysisTerms } from './quality-analysis.ts';
import { qualityScreenTerms } from './quality-screens.ts';
import { reportTerms } from './report.ts';
import { routingPlanTerms } from './routing-plan.ts';
import { reportEntryTerms } from './report-entries.ts';
import { reversalErrorTerms } from './reversal-errors.ts';
import { routingTerms } from './routing.ts';
import { sessionTerms } from './session.ts';
import { settingsTerms } from './settings.ts';
import { shellTerms } from './shell.ts';
import { technologyTerms } from './technology.ts';
import { transferTerms } from './transfer.ts';
import { unplannedWorkTerms } from './unplanned.ts';
import { correctiveScreenTerms } from './corrective.ts';
import { gaugeScreenTerms } from './gauges.ts';
import { gaugeStudyScreenTerms } from './gauge-studies.ts';
import { inspectionTerms } from './inspection.ts';
import { inspectionScreenTerms } from './inspection-screens.ts';
import { spcTerms } from './spc.ts';
import { recallTerms } from './recall.ts';
import { kanbanTerms } from './kanban.ts';
import { warehouseTerms } from './warehouse.ts';
import { wallTerms } from './walls.ts';

/** The vocabulary by area. Each key is in only one area; a contract test checks this. */
export const TERMS_BY_AREA = {
  basic: basicTerms,
  batch: batchTerms,
  masters: masterDataTerms,
  entity: entityTerms,
  demo: demoTerms,
  production: productionTerms,
  order: orderPageTerms,
  orderMerge: orderMergeTerms,
  orderRecord: orderRecordTerms,
  orderSplit: orderSplitTerms,
  routing: routingTerms,
  routingPlan: routingPlanTerms,
  losses: lossTerms,
  warehouse: warehouseTerms,
  outsourcing: outsourcingTerms,
  gauge: gaugeScreenTerms,
  gaugeStudy: gaugeStudyScreenTerms,
  inspection: inspectionTerms,
  inspectionScreen: inspectionScreenTerms,
  spc: spcTerms,
  recall: recallTerms,
  quality: qualityTerms,
  qualityError: qualityErrorTerms,
  qualityAnalysis: qualityAnalysisTerms,
  qualityScreen: qualityScreenTerms,
  corrective: correctiveScreenTerms,
  card: cardTerms,
  partCombine: partCombineTerms,
  partMove: partMoveTerms,
  planImport: planImportPageTerms,
  terminal: terminalTerms,
  floor: floorTerms,
  unplannedWork: unplannedWorkTerms,
  processList: processListTerms,
  progress: progressTerms,
  report: reportTerms,
  reportEntry: reportEntryTerms,
  calendar: calendarTerms,
  planning: planningTerms,
  planningBoard: planningBoardTerms,
  masterPlan: masterPlanScreenTerms,
  capacity: capacityTerms,
  dailyPlan: dailyPlanTerms,
  schedule: scheduleTerms,
  scenarios: scenarioTerms,
  scheduleScreen: scheduleScreenTerms,
  scheduleReasons: scheduleReasonTerms,
  operationSplit: operationSplitTerms,
  technology: technologyTerms,
  project: projectTerms,
  columns: columnTerms,
  reportPages: reportPageTerms,
  andon: andonTerms,
  alarms: openAlarmTerms,
  board: boardTerms,
  boardLists: boardListTerms,
  playback: playbackTerms,
  designer: designerTerms,
  wall: wallTerms,
  kanban: kanbanTerms,
  shell: shellTerms,
  menu: menuTerms,
  firstSteps: firstStepsTerms,
  searchScreen: searchScreenTerms,
  emptyList: emptyListTerms,
  session: sessionTerms,
  transfer: transferTerms,
  settings: settingsTerms,
  guide: guideTerms,
  access: accessTerms,
  error: errorTerms,
  productionError: productionErrorTerms,
  reversalError: reversalErrorTerms,
  fieldError: fieldErrorTerms,
} as const;

type TermsByArea = typeof TERMS_BY_AREA;

export type { TermKey };

declare module '#shared/kernel/term-key.ts' {
  interface Vocabulary {
    /** The keys of all terms. */
    readonly key: { [A in keyof TermsByArea]: keyof TermsByArea[A] & string }[keyof TermsByArea];
  }
}

/** The whole vocabulary, combined from its areas. */
export const terms = Object.assign({}, ...Object.values<Record<string, Term>>(TERMS_BY_AREA)) as Readonly<
  Record<TermKey, Term>
>;

/**
 * Returns a term in a language, with its placeholders filled in. An unknown key is returned unchanged.
 */
export function translateTerm(lang: Lang, key: TermKey, params?: Record<string, unknown>): string {
  const term = terms[key] as Term | undefined;
  return term ? fillPlaceholders(term[LANGS.indexOf(lang)]!, params) : key;
}
