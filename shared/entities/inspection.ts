import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, file, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { INSPECTION_STATES } from '#shared/machines/inspection.ts';
import { SEVERITIES } from '#shared/quality/sampling-tables.ts';
import { INSPECTION_KINDS, SAMPLINGS } from './inspection-plan-fields.ts';

/**
 * An inspection of pieces of a process by an inspection procedure. It keeps the sampling plan that was valid
 * when it began. The call `detail` returns the entered values.
 */
export const inspection = defineEntity({
  name: 'inspection',
  path: '/mes/quality/testing',
  permission: { read: 'PRODUCTION', write: 'QUALITY_INSPECT' },
  shownAs: 'code',
  sort: '-raisedAt',
  topic: 'quality',
  verbs: ['page', 'get', 'list'],
  filters: ['state', 'inspectionKind', 'processId', 'partCode', 'raisedAt'],
  fields: {
    code: text({ required: true, unique: true, max: 40, label: 'inspectionCode' }),
    state: choice(INSPECTION_STATES, { initial: 'inspecting', label: 'inspectionState' }),
    inspectionKind: choice(INSPECTION_KINDS, { required: true }),
    processId: ref('process', { required: true }),
    partCode: text({ required: true, max: 60 }),
    sipId: ref('sip', { required: true }),
    deviceId: ref('device'),
    /** The failed inspection whose lot is submitted again. */
    resubmitsId: ref('inspection', { label: 'resubmitsInspection' }),
    cardId: ref('card'),
    supplierId: ref('supplier'),
    /** The lot number of the supplier. */
    lot: text({ max: 60, label: 'supplierLot' }),
    batchQuantity: quantity({ required: true, min: 1, label: 'sampleBatch' }),
    sampleCount: number({ required: true, unit: 'pieces', min: 1, max: 100_000, decimals: 0 }),
    acceptNumber: number({ required: true, min: 0, max: 100_000, decimals: 0 }),
    sampling: choice(SAMPLINGS, { required: true }),
    aql: number({ unit: 'percent', min: 0.01, max: 10, decimals: 3 }),
    /** The severity of sampling by AQL. */
    severity: choice(SEVERITIES, { label: 'inspectionSeverity' }),
    /** How many pieces had been reported when the inspection began. */
    madeQuantity: quantity({ required: true, label: 'reportedBefore' }),
    /** How many inspected pieces have a value that is not acceptable. */
    badCount: number({ required: true, unit: 'pieces', min: 0, decimals: 0, initial: 0 }),
    raisedAt: moment({ required: true, label: 'inspectionBegunAt' }),
    inspectorId: ref('employee', { label: 'inspector' }),
    concludedAt: moment({ label: 'inspectionConcludedAt' }),
    remark: text({ max: 500 }),
    picture: file({ label: 'inspectionPicture' }),
    releasedAt: moment({ label: 'inspectionReleasedAt' }),
    releasedBy: text({ max: 100, label: 'inspectionReleasedBy' }),
    reason: text({ max: 500 }),
  },
});
