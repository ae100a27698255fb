import type { Db } from '#server/db/database.ts';
import { raiseSampleAlarm } from './sample-alarm.ts';
import type { SampleRowIds } from './sample-rows.ts';

/**
 * Adds a penalty to an exception, as if the exception were finished.
 * @param prefix a prefix of the name of the person, so that a test can recognise the penalty
 * @returns the id of the penalty
 */
async function addSamplePenalty(db: Db, exceptionId: number, prefix = ''): Promise<number> {
  const { factoryId } = await db
    .selectFrom('qualityException')
    .select('factoryId')
    .where('id', '=', exceptionId)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('qualityPenalty')
    .values({
      factoryId,
      exceptionId,
      kind: 'penalty',
      responsibleType: 'generalFactoryStaff',
      employeeId: null,
      supplierId: null,
      personName: `${prefix}Day labourer`,
      ratio: 100,
      month: '2026-03-01',
      proposedAmount: 10,
      amount: 10,
      reason: null,
      decidedAt: null,
      decidedBy: null,
      deletedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds rows that only the server itself creates: an alarm, and a penalty for the sample exception.
 * @param caller calls the MES as a user with all permissions
 * @returns the sample rows and the added rows
 */
export async function addRowsMadeByServer(
  db: Db,
  caller: Parameters<typeof raiseSampleAlarm>[1],
  rows: SampleRowIds,
  prefix = '',
): Promise<SampleRowIds> {
  return {
    ...rows,
    alarm: await raiseSampleAlarm(db, caller, prefix),
    qualityPenalty: await addSamplePenalty(db, rows.qualityException, prefix),
  };
}
