import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import type { Transaction } from '../../db/transaction.ts';
import { refuseRewardAboveLimit } from './decide-penalty.ts';
import { REWARD_FIELDS } from './exception-fields.ts';
import { lockException } from './lock-exception.ts';

interface RewardInput {
  exceptionId: number;
  employeeId: number;
  amount: number;
  reason: string;
}

/**
 * Refuses a reward if the person already has one for the exception. A reward that was refused does not count.
 * @throws rewardExists
 */
async function refuseSecondReward(
  tx: Transaction,
  { exceptionId, employeeId }: RewardInput,
  code: string,
): Promise<void> {
  const reward = await tx.db
    .selectFrom('qualityPenalty as n')
    .innerJoin('employee as e', (join) =>
      join.onRef('e.factoryId', '=', 'n.factoryId').onRef('e.id', '=', 'n.employeeId'),
    )
    .select('e.name')
    .where('n.factoryId', '=', tx.factoryId)
    .where('n.exceptionId', '=', exceptionId)
    .where('n.employeeId', '=', employeeId)
    .where('n.kind', '=', 'reward')
    .where('n.state', '<>', 'penaltyRefused')
    .where('n.deletedAt', 'is', null)
    .executeTakeFirst();
  if (reward) throw makeError('rewardExists', { name: reward.name, code });
}

/**
 * Proposes a reward for a finished exception, for example to the person who found the bad pieces. An
 * approved reward counts in the wages of the month in which it was proposed.
 * @throws rowNotFound, referenceMissing, qualityState, rewardExists, rewardAboveLimit, fieldsInvalid
 */
export async function proposeReward(tx: Transaction, { zone }: CurrentUser, input: RewardInput) {
  // The lock makes proposals for the same exception wait for each other.
  const exception = await lockException(tx, input.exceptionId);
  await lockReferencedRows(tx, REWARD_FIELDS, { employeeId: input.employeeId });
  if (exception.state !== 'finished')
    throw makeError('qualityState', {
      code: exception.code,
      state: markAsTerm(exception.state),
      event: markAsTerm('addReward'),
    });
  await refuseSecondReward(tx, input, exception.code);
  const month = `${toLocalDay(zone, Date.parse(tx.now)).slice(0, 7)}-01`;
  await refuseRewardAboveLimit(tx, { id: null, employeeId: input.employeeId, month }, input.amount);
  const reward = await tx.db
    .insertInto('qualityPenalty')
    .values({
      factoryId: tx.factoryId,
      createdBy: tx.name,
      updatedBy: tx.name,
      kind: 'reward',
      ...input,
      month,
      proposedAmount: input.amount,
    })
    .returning(['id', 'version', 'state'])
    .executeTakeFirstOrThrow();
  tx.announce('quality', 'qualityPenalty', [reward.id]);
  tx.log({ entity: 'qualityPenalty', id: reward.id, action: 'addReward', after: { ...input } });
  return reward;
}
