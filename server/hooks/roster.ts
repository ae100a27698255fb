import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { waitForLock } from '../db/lock.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, HooksOf, SavedRowOf } from './hooks.ts';

const TARGET_FIELDS = ['employeeId', 'workGroupId', 'deviceId'] as const;

function refuseSeveralTargets(next: DraftOf<'roster'>): void {
  const filledFields = TARGET_FIELDS.filter((field) => next[field] !== null);
  if (filledFields.length > 1)
    throw makeError('rosterTargets', {}, { [filledFields[1]!]: { reason: 'unknown' } });
}

/**
 * Refuses a shift that the class table does not have. It locks the class table, so that no other
 * transaction can remove the shift.
 */
async function refuseUnknownShift(tx: Transaction, next: DraftOf<'roster'>): Promise<void> {
  if (next.shiftName === null) return;
  const result = await sql`select 1 from class_table t
      join class_table_shifts s on s.factory_id = t.factory_id and s.owner_id = t.id
    where t.factory_id = ${tx.factoryId} and t.id = ${next.classTableId} and t.deleted_at is null
      and s.name = ${next.shiftName} for share of t`.execute(tx.db);
  if (result.rows.length === 0) throw makeError('fieldsInvalid', {}, { shiftName: { reason: 'notAChoice' } });
}

/**
 * Refuses a roster whose days overlap the days of another roster for the same person, group or device, or for
 * the whole factory. A lock prevents concurrent changes of the rosters of a factory.
 */
async function refuseOverlap(
  tx: Transaction,
  next: DraftOf<'roster'>,
  before: SavedRowOf<'roster'> | null,
): Promise<void> {
  await waitForLock(tx, 'rosters');
  const result = await sql<{ validFrom: string; validUntil: string | null }>`
    select valid_from, valid_until from roster
    where factory_id = ${tx.factoryId} and deleted_at is null and id <> ${before?.id ?? 0}
      and employee_id is not distinct from ${next.employeeId}::bigint
      and work_group_id is not distinct from ${next.workGroupId}::bigint
      and device_id is not distinct from ${next.deviceId}::bigint
      and valid_from <= coalesce(${next.validUntil}::date, 'infinity')
      and coalesce(valid_until, 'infinity') >= ${next.validFrom}::date
    order by valid_from limit 1`.execute(tx.db);
  const overlappingRoster = result.rows[0];
  if (!overlappingRoster) return;
  throw makeError(
    'rosterOverlaps',
    { from: overlappingRoster.validFrom, until: overlappingRoster.validUntil ?? '…' },
    { validFrom: { reason: 'repeated' } },
  );
}

/** An employee, a device, a group or the whole factory has at most one roster per day. */
export const rosterHooks: HooksOf<'roster'> = {
  beforeSave: async (tx, next, before) => {
    refuseSeveralTargets(next);
    const { validFrom, validUntil } = next;
    if (validUntil !== null && validUntil < validFrom)
      throw makeError('startAfterEnd', {}, { validUntil: { reason: 'notADate' } });
    await refuseUnknownShift(tx, next);
    await refuseOverlap(tx, next, before);
  },
};
