import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { OPEN_CALL_STATES } from '#shared/machines/andon-call.ts';
import { attachFiles, refuseNonImage } from '../../crud/attach-files.ts';
import { refuseWrongClassifications } from '../../crud/classification-values.ts';
import { makeNextDailyCode } from '../../hooks/next-daily-code.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';
import { helpCallFields } from './call-fields.ts';

interface RaiseCallInput {
  typeId: number;
  stops: boolean;
  processId: number | null;
  deviceId: number | null;
  description: string | null;
  picture: number | null;
}

/**
 * Finds the work group to call. This is the group of the device, otherwise the group of the process,
 * otherwise the group of the device that the process is planned for; null if there is no group.
 */
async function findWorkGroupToCall(
  tx: Transaction,
  { processId, deviceId }: RaiseCallInput,
): Promise<number | null> {
  const result = await sql<{ id: number | null }>`
    select coalesce(d.work_group_id, p.work_group_id, planned.work_group_id) as id
    from (select ${deviceId}::bigint as device_id, ${processId}::bigint as process_id) at
    left join device d on d.factory_id = ${tx.factoryId} and d.id = at.device_id
    left join process p on p.factory_id = ${tx.factoryId} and p.id = at.process_id
    left join device planned on planned.factory_id = ${tx.factoryId} and planned.id = p.device_id`.execute(
    tx.db,
  );
  return result.rows[0]?.id ?? null;
}

/**
 * Refuses a second open call of the same type at the same device, or at the same process if no device is
 * given. A call that stops the work is only refused if the open call stops the work too.
 * @throws callAlreadyOpen
 */
async function refuseDuplicateCall(
  tx: Transaction,
  { typeId, stops, processId, deviceId }: RaiseCallInput,
): Promise<void> {
  const openCall = await tx.db
    .selectFrom('abnormalCall as c')
    .leftJoin('employee as e', (join) =>
      join.onRef('e.factoryId', '=', 'c.factoryId').onRef('e.id', '=', 'c.raisedById'),
    )
    .select(['c.code', 'c.createdBy', 'e.name'])
    .where('c.factoryId', '=', tx.factoryId)
    .where('c.deletedAt', 'is', null)
    .where('c.state', 'in', [...OPEN_CALL_STATES])
    .where('c.typeId', '=', typeId)
    .where('c.deviceId', 'is not distinct from', deviceId)
    .where(deviceId === null ? sql<boolean>`c.process_id = ${processId}` : sql<boolean>`true`)
    .where(stops ? sql<boolean>`c.stops` : sql<boolean>`true`)
    .executeTakeFirst();
  if (openCall)
    throw makeError('callAlreadyOpen', { name: openCall.name ?? openCall.createdBy, code: openCall.code });
}

/**
 * Raises a call for help at a device or a process.
 * @throws callWithoutPlace, referenceMissing, fieldsInvalid, fileType, callAlreadyOpen
 */
export async function raiseCall(tx: Transaction, user: CurrentUser, input: RaiseCallInput) {
  if (input.processId === null && input.deviceId === null)
    throw makeError('callWithoutPlace', {}, { deviceId: { reason: 'required' } });
  await lockReferencedRows(tx, helpCallFields, { ...input });
  await attachFiles(tx, helpCallFields, [{ next: { ...input }, before: null }]);
  await refuseWrongClassifications(tx, helpCallFields, { ...input });
  if (input.picture !== null) await refuseNonImage(tx, 'picture', input.picture);
  // The lock makes these requests wait for each other. Each call therefore gets its own code, and a duplicate
  // is recognized.
  await waitForLock(tx, 'addedCall');
  await refuseDuplicateCall(tx, input);
  const call = await tx.db
    .insertInto('abnormalCall')
    .values({
      factoryId: tx.factoryId,
      createdBy: tx.name,
      updatedBy: tx.name,
      code: await makeNextDailyCode(tx, user.zone, 'abnormalCall', 'A'),
      ...input,
      workGroupId: await findWorkGroupToCall(tx, input),
      raisedAt: tx.now,
      raisedById: user.employeeId,
    })
    .returning(['id', 'version', 'code', 'state', 'raisedAt'])
    .executeTakeFirstOrThrow();
  tx.announce('andon', 'abnormalCall', [call.id]);
  tx.log({ entity: 'abnormalCall', id: call.id, action: 'raise', after: { ...input, code: call.code } });
  return call;
}
