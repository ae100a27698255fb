import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { HOLD_SOURCES } from '#shared/ledger/quality.ts';
import { QUALITY_STATES } from '#shared/machines/quality-exception.ts';
import { qualityExceptionFields } from './quality-form-fields.ts';

/**
 * Pieces of a process that may be bad. They are on hold from the moment the exception is raised until its remedies are
 * countersigned. The responsible people and the loss are not in this record; the details of an exception contain them.
 */
export const qualityException = defineEntity({
  name: 'qualityException',
  path: '/mes/quality/exception',
  permission: { read: 'PRODUCTION', write: 'QUALITY_DETERMINE' },
  shownAs: 'code',
  sort: '-raisedAt',
  topic: 'quality',
  verbs: ['page', 'get', 'delete', 'list'],
  filters: ['state', 'errorClassId', 'processId', 'responsibleProcessId', 'raisedAt'],
  pickedBy: ['state'],
  fields: {
    code: text({ required: true, unique: true, max: 40, label: 'exceptionCode' }),
    state: choice(QUALITY_STATES, { initial: 'waitingForInitiation', label: 'exceptionState' }),
    /** The process in whose ledger the pieces are. */
    processId: ref('process', { required: true, label: 'heldAtProcess' }),
    source: choice(HOLD_SOURCES, { required: true, label: 'heldFrom' }),
    quantity: quantity({ required: true, min: 0.0001, label: 'heldQuantity' }),
    errorClassId: qualityExceptionFields.errorClassId,
    description: qualityExceptionFields.description,
    /** Whether a customer has complained about the pieces. */
    customerComplaint: flag(),
    picture: qualityExceptionFields.picture,
    discoveryProcessId: qualityExceptionFields.discoveryProcessId,
    discovererId: qualityExceptionFields.discovererId,
    responsibleProcessId: ref('process', { label: 'responsibleProcess' }),
    rework: quantity({ initial: 0, label: 'handledByRework' }),
    concession: quantity({ initial: 0, label: 'handledByConcession' }),
    scrap: quantity({ initial: 0, label: 'handledByScrap' }),
    rootCause: text({ max: 1000 }),
    preventiveAction: text({ max: 1000 }),
    reportId: ref('workReport', { label: 'workReport' }),
    cardId: ref('card', { label: 'card' }),
    /** The failed inspection that caused the exception. */
    inspectionId: ref('inspection'),
    /** The finished exception that this exception corrects. */
    correctsId: ref('qualityException', { label: 'correctsException' }),
    raisedAt: moment({ required: true, label: 'exceptionRaisedAt' }),
    raisedById: ref('employee', { label: 'exceptionRaisedBy' }),
    /** The number of times that remedies were determined. */
    round: number({ min: 0, decimals: 0, initial: 0, label: 'countersignRound' }),
    determinedAt: moment(),
    postedAt: moment({ label: 'exceptionPostedAt' }),
    finishedAt: moment(),
    cancelledAt: moment({ label: 'exceptionCancelledAt' }),
    cancelReason: text({ max: 500, label: 'exceptionCancelReason' }),
  },
});
