import { MAX_PIECE_BARCODE_LENGTH, REPORT_ENTRY_FIELDS } from '#shared/entities/report-entry-fields.ts';
import { flag, moment, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { customValuesField } from '../../crud/custom-input.ts';
import { defineCommand, defineQuery, defineRowsCommand, type Route } from '../../call/route.ts';
import { makeReportBatchPreparer } from './batch.ts';
import { closeReports } from './close.ts';
import { checkPieceBarcode } from './entries/keep-barcodes.ts';
import { readParameterTrends } from './entries/read-parameter-trends.ts';
import { countImportedLines, importReports, MAX_IMPORT_CHARACTERS } from './import.ts';
import { receivePieces } from './receive.ts';
import { recordFinishedWork } from './record.ts';
import { REPORT_INPUT_FIELDS as f } from './report-fields.ts';
import { reverseReports } from './reverse.ts';
import { startReports } from './start.ts';
import { taskRoutes } from './tasks/routes.ts';
import { undoReports } from './undo.ts';

const offlineMarks = { madeOffline: f.madeOffline, timeCorrected: f.timeCorrected };

const CLOSE_REPORT_INPUT_FIELDS = {
  reportId: f.reportId,
  good: f.good,
  scrap: f.scrap,
  rework: f.rework,
  errorClassId: f.errorClassId,
  scrapReasonId: f.scrapReasonId,
  at: f.at,
  remark: f.remark,
  custom: customValuesField,
  ...REPORT_ENTRY_FIELDS,
  ...offlineMarks,
};

/** The name of the log that imported reports come from. */
const importSource = text({ max: 100, initial: 'import', label: 'importSource' });

export const reportingRoutes: Route[] = [
  defineRowsCommand({
    path: '/mes/report/receive',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: { processId: f.processId, quantity: f.quantity, cardId: f.cardId, at: f.at, ...offlineMarks },
    prepareBatch: makeReportBatchPreparer('processId'),
    runRows: ({ tx, user, inputs }) => receivePieces(tx, user, inputs),
  }),
  defineRowsCommand({
    path: '/mes/report/start',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: {
      processId: f.processId,
      quantity: f.quantity,
      deviceId: f.deviceId,
      phase: f.phase,
      isRework: f.isRework,
      people: f.people,
      at: f.at,
      source: f.source,
      ...offlineMarks,
      cardId: f.cardId,
      batchId: text({ max: 36, label: 'reportBatch' }),
      skipReasonId: f.skipReasonId,
      skipReason: f.skipReason,
    },
    prepareBatch: makeReportBatchPreparer('processId'),
    runRows: ({ tx, user, inputs }) => startReports(tx, user, inputs),
  }),
  defineRowsCommand({
    path: '/mes/report/unfinished',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: CLOSE_REPORT_INPUT_FIELDS,
    prepareBatch: makeReportBatchPreparer('reportId'),
    runRows: ({ tx, user, inputs }) => closeReports(tx, user, 'unfinished', inputs),
  }),
  defineRowsCommand({
    path: '/mes/report/finish',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: CLOSE_REPORT_INPUT_FIELDS,
    prepareBatch: makeReportBatchPreparer('reportId'),
    runRows: ({ tx, user, inputs }) => closeReports(tx, user, 'finish', inputs),
  }),
  defineCommand({
    path: '/mes/report/record',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: {
      processId: f.processId,
      deviceId: f.deviceId,
      phase: f.phase,
      isRework: f.isRework,
      people: f.people,
      source: f.source,
      cardId: f.cardId,
      good: f.good,
      scrap: f.scrap,
      rework: f.rework,
      errorClassId: f.errorClassId,
      scrapReasonId: f.scrapReasonId,
      minutes: f.minutes,
      startedAt: moment(),
      endedAt: moment(),
      ...offlineMarks,
      remark: f.remark,
      custom: customValuesField,
      ...REPORT_ENTRY_FIELDS,
    },
    run: ({ tx, user, input }) => recordFinishedWork(tx, user, input),
  }),
  defineQuery({
    path: '/mes/report/barcode/check',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: {
      processId: f.processId,
      isRework: f.isRework,
      barcode: text({ required: true, max: MAX_PIECE_BARCODE_LENGTH }),
    },
    run: ({ db, user, input }) => checkPieceBarcode(db, user.factoryId, input),
  }),
  defineQuery({
    path: '/mes/report/parameterTrends',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { processId: f.processId },
    run: ({ db, user, input }) => readParameterTrends(db, user.factoryId, input.processId),
  }),
  ...taskRoutes,
  defineRowsCommand({
    path: '/mes/report/undo',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: { reportId: f.reportId, reopen: flag({ label: 'reopen' }) },
    runRows: ({ tx, lang, inputs }) => undoReports(tx, lang, inputs),
  }),
  defineRowsCommand({
    path: '/mes/report/reverse',
    permission: ['TASK_REPORT', 'TASK_REPORT_REVERSE'],
    allowsTerminals: true,
    input: { reportId: f.reportId, reason: text({ required: true, max: 500 }) },
    runRows: ({ tx, user, inputs }) => reverseReports(tx, user, inputs),
  }),
  defineCommand({
    path: '/mes/report/import',
    permission: 'TASK_REPORT_IMPORT',
    input: {
      rows: text({ required: true, max: MAX_IMPORT_CHARACTERS }),
      source: importSource,
    },
    run: ({ tx, user, input }) => importReports(tx, user, input.source, input.rows),
  }),
  defineQuery({
    path: '/mes/report/importedCount',
    permission: 'TASK_REPORT_IMPORT',
    input: { source: importSource },
    run: ({ db, user, input }) => countImportedLines(db, user.factoryId, input.source),
  }),
];
