import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import {
  qualityPenaltyStateMachine,
  type PenaltyEvent,
  type PenaltyState,
} from '#shared/machines/quality-penalty.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  calculatePenaltyLimit,
  calculateRewardLimit,
  MIN_REWARD,
  type PenaltyKind,
} from '#shared/quality/penalty.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { refuseStale } from '../../db/refuse-stale.ts';
import { lockRow } from '../../db/lock.ts';

interface StoredPenalty {
  id: number;
  version: number;
  state: PenaltyState;
  kind: PenaltyKind;
  employeeId: number | null;
  month: string;
  amount: number;
  updatedBy: string;
  updatedAt: string;
}

/** Locks a penalty for an event. @throws rowNotFound, penaltyState, stale */
async function lockPenalty(
  tx: Transaction,
  id: number,
  version: number,
  event: PenaltyEvent,
): Promise<{ penalty: StoredPenalty; state: PenaltyState }> {
  const penalty = await lockRow(tx, 'qualityPenalty', id, [
    'id',
    'version',
    'state',
    'kind',
    'employeeId',
    'month',
    'amount',
    'updatedBy',
    'updatedAt',
  ]);
  const state = findNextState(qualityPenaltyStateMachine, penalty.state, event);
  if (state === null)
    throw makeError('penaltyState', { state: markAsTerm(penalty.state), event: markAsTerm(event) });
  refuseStale(penalty, version);
  return { penalty, state };
}

/** Locks a person, so that approvals for the same person wait for each other. @returns the name */
async function lockPerson(tx: Transaction, employeeId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from employee
    where factory_id = ${tx.factoryId} and id = ${employeeId} for no key update`.execute(tx.db);
  return rows[0]!.name;
}

/**
 * Refuses a reward of zero, or one that exceeds what the wage setting allows for the person in the month.
 * @throws fieldsInvalid, rewardAboveLimit
 */
export async function refuseRewardAboveLimit(
  tx: Transaction,
  { id, employeeId, month }: Pick<StoredPenalty, 'employeeId' | 'month'> & { id: number | null },
  amount: number,
): Promise<void> {
  if (amount < MIN_REWARD)
    throw makeError('fieldsInvalid', {}, { amount: { reason: 'tooSmall', params: { min: MIN_REWARD } } });
  const name = await lockPerson(tx, employeeId!);
  const { rows } = await sql<{ approved: number; rewardLimit: number | null }>`
    select (select coalesce(sum(amount), 0) from quality_penalty
        where factory_id = ${tx.factoryId} and employee_id = ${employeeId} and month = ${month}::date
          and kind = 'reward' and state = 'penaltyApproved' and id is distinct from ${id}::bigint) as approved,
      (select reward_limit from wage_setting where factory_id = ${tx.factoryId} and deleted_at is null limit 1) as reward_limit`.execute(
    tx.db,
  );
  const limit = calculateRewardLimit(rows[0]!.rewardLimit, rows[0]!.approved);
  if (limit !== null && amount > limit)
    throw makeError(
      'rewardAboveLimit',
      { name, amount, limit },
      { amount: { reason: 'tooLarge', params: { max: limit } } },
    );
}

/**
 * Refuses an amount that the rules of the factory do not allow in the month. The wage of a month is computed from its
 * reports: time or standard time at the hourly wage, or pieces at their price. If the month has no wage, the amount is
 * not limited. Rewards do not count in this wage, so they do not raise this limit.
 * @throws penaltyAboveCap
 */
async function refuseAboveCap(tx: Transaction, { id, employeeId, month }: StoredPenalty, amount: number) {
  if (employeeId === null) return;
  const name = await lockPerson(tx, employeeId);
  const result = await sql<{
    wage: number | null;
    approved: number;
    penaltyCap: number | null;
    minimumWage: number | null;
  }>`
    select (select sum(case s.wage_calculation_type
          when 'noWage' then 0
          when 'byPiece' then n.piece_price * n.good
          when 'byStandardHours' then n.wage_hour_rate * s.man_minutes * n.good / 60
          else n.wage_hour_rate * n.seconds / 3600 end)
        from work_report_person_snapshot n
          join work_report_snapshot s on s.factory_id = n.factory_id and s.report_id = n.report_id
        where n.factory_id = ${tx.factoryId} and n.employee_id = ${employeeId}
          and n.day >= ${month}::date and n.day < (${month}::date + interval '1 month')) as wage,
      (select coalesce(sum(amount), 0) from quality_penalty
        where factory_id = ${tx.factoryId} and employee_id = ${employeeId} and month = ${month}::date
          and kind = 'penalty' and state = 'penaltyApproved' and id <> ${id}) as approved,
      w.penalty_cap, w.minimum_wage
    from (select 1) one left join wage_setting w on w.factory_id = ${tx.factoryId} and w.deleted_at is null
    limit 1`.execute(tx.db);
  const { wage, approved, penaltyCap, minimumWage } = result.rows[0]!;
  if (wage === null || penaltyCap === null) return;
  const limit = calculatePenaltyLimit({ penaltyCap, minimumWage }, wage, approved);
  if (amount > limit)
    throw makeError(
      'penaltyAboveCap',
      { name, amount, limit },
      { amount: { reason: 'tooLarge', params: { max: limit } } },
    );
}

/**
 * Changes the amount of a penalty or reward, approves it, or refuses it.
 * @throws rowNotFound, penaltyState, stale, ownPenalty, penaltyAboveCap, rewardAboveLimit, fieldsInvalid
 */
export async function decidePenalty(
  tx: Transaction,
  user: CurrentUser,
  event: PenaltyEvent,
  input: { id: number; version: number; amount?: number; reason?: string | null },
) {
  const { penalty, state: nextState } = await lockPenalty(tx, input.id, input.version, event);
  if (penalty.employeeId !== null && penalty.employeeId === user.employeeId) throw makeError('ownPenalty');
  const amount = input.amount ?? penalty.amount;
  const refuseWrongAmount = penalty.kind === 'reward' ? refuseRewardAboveLimit : refuseAboveCap;
  if (event !== 'refusePenalty') await refuseWrongAmount(tx, penalty, amount);
  const decision = event === 'changeAmount' ? {} : { decidedAt: tx.now, decidedBy: tx.name };
  const values = { state: nextState, amount, ...decision, ...(input.reason ? { reason: input.reason } : {}) };
  const before = { state: penalty.state, amount: penalty.amount };
  const version = await writeChange(tx, 'qualityPenalty', penalty, values, { action: event, before });
  return { id: penalty.id, state: nextState, version };
}
