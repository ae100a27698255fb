import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { PENALTY_STATES } from '#shared/machines/quality-penalty.ts';
import { RESPONSIBLE_TYPES } from './responsible-people.ts';

/**
 * The amount that a responsible person has to pay for a finished exception. The server proposes the amount,
 * and a person decides about the penalty.
 */
export const qualityPenalty = defineEntity({
  name: 'qualityPenalty',
  path: '/mes/quality/punish',
  permission: { read: 'QUALITY_PUNISH', write: 'QUALITY_PUNISH' },
  shownAs: 'id',
  sort: '-id',
  topic: 'quality',
  verbs: ['page', 'get'],
  filters: ['state', 'employeeId', 'month', 'exceptionId'],
  fields: {
    exceptionId: ref('qualityException', { required: true, label: 'qualityException' }),
    responsibleType: choice(RESPONSIBLE_TYPES, { required: true }),
    employeeId: ref('employee', { label: 'punishedPerson' }),
    supplierId: ref('supplier'),
    /** The name of a person who is no employee with an account. */
    personName: text({ max: 100 }),
    ratio: number({ required: true, unit: 'percent', min: 0.01, max: 100, label: 'responsibilityRatio' }),
    /** The first day of the month in which the exception was finished. */
    month: date({ required: true, label: 'penaltyMonth' }),
    proposedAmount: number({ required: true, min: 0 }),
    amount: number({ required: true, min: 0, label: 'penaltyAmount' }),
    state: choice(PENALTY_STATES, { initial: 'penaltyProposed', label: 'penaltyState' }),
    reason: text({ max: 500 }),
    decidedAt: moment(),
    decidedBy: text({ max: 100 }),
  },
});
