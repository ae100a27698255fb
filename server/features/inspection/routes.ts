import { ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { beginInspection } from './begin.ts';
import { cancelInspection } from './cancel.ts';
import { concludeInspection } from './conclude.ts';
import { enterInspectionValues } from './enter-values.ts';
import { listOfferedGauges } from './gauges.ts';
import { INSPECTION_FIELDS as f } from './inspection-fields.ts';
import { listDueInspections } from './list-due.ts';
import { proposeSample, readApplicablePlan } from './propose-sample.ts';
import { readInspectionDetail } from './read-detail.ts';
import { readInspectionHistory } from './read-history.ts';
import { releaseInspection } from './release.ts';

/** Routes of inspections that are written by hand. The routes that every entity has are generated. */
export const inspectionRoutes: Route[] = [
  defineQuery({
    path: '/mes/quality/testing/due',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { processId: ref('process') },
    run: ({ db, user, input }) => listDueInspections(db, user.factoryId, input.processId),
  }),
  defineQuery({
    path: '/mes/quality/testing/sample',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: {
      processId: f.processId,
      sipId: f.sipId,
      inspectionKind: f.inspectionKind,
      batchQuantity: f.batchQuantity,
    },
    run: async ({ db, user, input }) =>
      proposeSample(
        db,
        user.factoryId,
        await readApplicablePlan(db, user.factoryId, input),
        input.batchQuantity,
      ),
  }),
  defineQuery({
    path: '/mes/quality/testing/detail',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { id: f.id },
    run: ({ db, user, input }) => readInspectionDetail(db, user.factoryId, input.id),
  }),
  defineQuery({
    path: '/mes/quality/testing/gauges',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { id: f.id },
    run: ({ db, user, input }) => listOfferedGauges(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/quality/testing/history',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { partCode: text({ required: true, max: 60 }) },
    run: ({ db, user, input }) => readInspectionHistory(db, user.factoryId, input.partCode),
  }),
  defineCommand({
    path: '/mes/quality/testing/begin',
    permission: 'QUALITY_INSPECT',
    allowsTerminals: true,
    input: {
      processId: f.processId,
      sipId: f.sipId,
      inspectionKind: f.inspectionKind,
      batchQuantity: f.batchQuantity,
      sampleCount: f.sampleCount,
      deviceId: f.deviceId,
      cardId: f.cardId,
      supplierId: f.supplierId,
      lot: f.lot,
      resubmitsId: f.resubmitsId,
    },
    run: ({ tx, user, input }) => beginInspection(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/testing/enter',
    permission: 'QUALITY_INSPECT',
    allowsTerminals: true,
    input: { id: f.id, values: f.values },
    run: ({ tx, user, input }) => enterInspectionValues(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/testing/conclude',
    permission: 'QUALITY_INSPECT',
    allowsTerminals: true,
    input: { id: f.id, version: f.version, remark: f.remark, picture: f.picture },
    run: ({ tx, input }) => concludeInspection(tx, input),
  }),
  defineCommand({
    path: '/mes/quality/testing/release',
    permission: 'QUALITY_RELEASE',
    input: { id: f.id, version: f.version, reason: f.reason },
    run: ({ tx, input }) => releaseInspection(tx, input),
  }),
  defineCommand({
    path: '/mes/quality/testing/cancel',
    permission: 'QUALITY_INSPECT',
    allowsTerminals: true,
    input: { id: f.id, version: f.version, reason: f.reason },
    run: ({ tx, input }) => cancelInspection(tx, input),
  }),
];
