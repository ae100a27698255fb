import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { PENALTY_STATES } from '#shared/machines/quality-penalty.ts';
import { PENALTY_KINDS } from '#shared/quality/penalty.ts';
import { RESPONSIBLE_TYPES } from './responsible-people.ts';

/**
 * The amount that a responsible person has to pay for a finished exception, or that somebody gets as a
 * reward, for example for finding the bad pieces. The server proposes penalties, a person proposes rewards,
 * and a person decides about both. The amount is never negative: whether it reduces or raises the wage
 * depends on the kind.
 */
export const qualityPenalty = defineEntity({
  name: 'qualityPenalty',
  path: '/mes/quality/punish',
  permission: { read: 'QUALITY_PUNISH', write: 'QUALITY_PUNISH' },
  shownAs: 'id',
  sort: '-id',
  topic: 'quality',
  verbs: ['page', 'get'],
  filters: ['state', 'kind', 'employeeId', 'month', 'exceptionId'],
  fields: {
    exceptionId: ref('qualityException', { required: true, label: 'qualityException' }),
    kind: choice(PENALTY_KINDS, { initial: 'penalty', label: 'penaltyKind' }),
    /** Null for a reward, because a reward does not depend on who is responsible for the exception. */
    responsibleType: choice(RESPONSIBLE_TYPES),
    employeeId: ref('employee', { label: 'personConcerned' }),
    supplierId: ref('supplier'),
    /** The name of a person who is no employee with an account. */
    personName: text({ max: 100 }),
    /** The share of the responsibility; null for a reward. */
    ratio: number({ unit: 'percent', min: 0.01, max: 100, label: 'responsibilityRatio' }),
    /** The first day of the month in which the exception was finished, or the reward was proposed. */
    month: date({ required: true, label: 'penaltyMonth' }),
    proposedAmount: number({ required: true, min: 0 }),
    amount: number({ required: true, min: 0, label: 'penaltyAmount' }),
    state: choice(PENALTY_STATES, { initial: 'penaltyProposed', label: 'penaltyState' }),
    reason: text({ max: 500 }),
    decidedAt: moment(),
    decidedBy: text({ max: 100 }),
  },
});
