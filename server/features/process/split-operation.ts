import { sql } from 'kysely';
import type { OperationSplit } from '#shared/answers/schedule/operation-split.ts';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { addQuantities, countDecimals } from '#shared/ledger/quantity.ts';
import { hasProcessEnded } from '#shared/ledger/waiting.ts';
import { findShareStep } from '#shared/planning/operation-shares.ts';
import { calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import { saveRecords } from '../../crud/save.ts';
import type { Transaction } from '../../db/transaction.ts';
import { buildGoodOfDeviceSql } from '../../ledger/process-shares.ts';
import {
  listShareMachines,
  readOperationSplit,
  readSplittableWork,
  type SplittableWork,
} from './read-split.ts';

const PROCESS_ENTITY = entities.process as EntityDeclaration;

interface GivenShare {
  /** Null for a new share. */
  id: number | null;
  deviceId: number;
  quantity: number;
  appointmentStart: string | null;
  appointmentEnd: string | null;
}

interface SplitInput {
  processId: number;
  version: number;
  /** The shares after the change; empty to join the operation, so that it has no shares any more. */
  shares: readonly GivenShare[];
}

/**
 * Refuses to split a process that cannot be split into this many shares.
 * @throws splitExternal, splitEnded, splitWithoutMachine, splitSinglePiece
 */
function refuseUnsplittable(work: SplittableWork, count: number): void {
  const { name, external, schedulingAttribute } = work;
  const remaining = calculateRemainingQuantity(work);
  if (external) throw makeError('splitExternal', { name });
  const isEnded = hasProcessEnded(work.state) && work.reworkOpen === 0 && work.inRework === 0;
  if (isEnded || remaining === 0) throw makeError('splitEnded', { name });
  if (schedulingAttribute === 'fixedDays' || (!work.deviceMinutes && work.manMinutes !== null))
    throw makeError('splitWithoutMachine', { name });
  if (count > 1 && remaining < count * findShareStep(remaining))
    throw makeError('splitSinglePiece', { name, remaining });
}

/**
 * Refuses shares with a wrong quantity or appointment.
 * @throws fieldsInvalid, shareSumWrong, appointmentStartAfterEnd
 */
function refuseWrongShares(shares: readonly GivenShare[], remaining: number): void {
  const step = findShareStep(remaining);
  for (const [index, { quantity, appointmentStart, appointmentEnd }] of shares.entries()) {
    const field = `shares[${index}].quantity`;
    if (quantity < step)
      throw makeError('fieldsInvalid', {}, { [field]: { reason: 'tooSmall', params: { min: step } } });
    if (step === 1 && countDecimals(quantity) > 0)
      throw makeError('fieldsInvalid', {}, { [field]: { reason: 'tooManyDecimals', params: { max: 0 } } });
    if ((appointmentStart === null) !== (appointmentEnd === null))
      throw makeError(
        'fieldsInvalid',
        {},
        {
          [`shares[${index}].${appointmentStart === null ? 'appointmentStart' : 'appointmentEnd'}`]: {
            reason: 'required',
          },
        },
      );
    if (appointmentStart !== null && Date.parse(appointmentStart) > Date.parse(appointmentEnd!))
      throw makeError(
        'appointmentStartAfterEnd',
        {},
        { [`shares[${index}].appointmentEnd`]: { reason: 'notADate' } },
      );
  }
  const sum = addQuantities(...shares.map(({ quantity }) => quantity));
  if (sum !== remaining) throw makeError('shareSumWrong', { sum, remaining });
}

/**
 * Refuses a machine that has two shares, and a machine that cannot do the process.
 * @throws shareMachineTwice, shareMachineCannot
 */
async function refuseWrongMachines(
  { db, factoryId }: Transaction,
  shares: readonly GivenShare[],
  work: SplittableWork,
): Promise<void> {
  const machines = await listShareMachines(db, factoryId, work);
  const ableDeviceIds = new Set(machines.map(({ deviceId }) => deviceId));
  for (const [index, { deviceId }] of shares.entries()) {
    const isRepeated = shares.findIndex((share) => share.deviceId === deviceId) < index;
    if (!isRepeated && ableDeviceIds.has(deviceId)) continue;
    const { rows } = await sql<{ name: string }>`
      select name from device where factory_id = ${factoryId} and id = ${deviceId}`.execute(db);
    const device = rows[0]?.name ?? '';
    const problem = {
      [`shares[${index}].deviceId`]: { reason: isRepeated ? 'repeated' : 'notAReference' } as const,
    };
    if (isRepeated) throw makeError('shareMachineTwice', { device }, problem);
    throw makeError('shareMachineCannot', { device, craft: work.craftName }, problem);
  }
}

/** Writes the shares of a process. Only pieces that a machine makes from now on count for its share. */
async function writeShares(
  { db, factoryId, now, name }: Transaction,
  processId: number,
  shares: readonly GivenShare[],
): Promise<void> {
  const rows = shares.map((share, position) => ({
    id: share.id,
    device_id: share.deviceId,
    position,
    quantity: share.quantity,
    appointment_start: share.appointmentStart,
    appointment_end: share.appointmentEnd,
  }));
  const givenSharesSql = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id bigint, device_id bigint, position integer,
      quantity numeric, appointment_start timestamptz, appointment_end timestamptz)`;
  await sql`update process_share s set joined_at = ${now}::timestamptz
    where s.factory_id = ${factoryId} and s.process_id = ${processId} and s.joined_at is null
      and not exists (select 1 from ${givenSharesSql} where g.id = s.id)`.execute(db);
  await sql`update process_share s set device_id = g.device_id, position = g.position, quantity = g.quantity,
      good_before = ${buildGoodOfDeviceSql('g')}, appointment_start = g.appointment_start, appointment_end = g.appointment_end
    from (select g.*, ${processId}::bigint as process_id, ${factoryId}::bigint as factory_id from ${givenSharesSql}) g
    where s.factory_id = ${factoryId} and s.id = g.id`.execute(db);
  await sql`insert into process_share (factory_id, process_id, device_id, position, quantity, good_before, appointment_start,
      appointment_end, created_at, created_by)
    select g.factory_id, g.process_id, g.device_id, g.position, g.quantity, ${buildGoodOfDeviceSql('g')}, g.appointment_start,
      g.appointment_end, ${now}::timestamptz, ${name}::text
    from (select g.*, ${processId}::bigint as process_id, ${factoryId}::bigint as factory_id from ${givenSharesSql}) g
    where g.id is null`.execute(db);
}

/**
 * Splits an operation over machines, changes its shares, or joins it again. The given shares replace its
 * present shares. A split operation has no machine and no appointment; each of its shares has its own.
 * @returns the operation after the change
 * @throws rowNotFound, stale, fieldsInvalid; splitExternal, splitEnded, splitWithoutMachine,
 * splitSinglePiece; shareSumWrong, shareMachineTwice, shareMachineCannot, appointmentStartAfterEnd
 */
export async function splitOperation(
  tx: Transaction,
  viewer: CurrentUser,
  { processId, version, shares }: SplitInput,
): Promise<OperationSplit> {
  const { db, factoryId } = tx;
  const before = await readSplittableWork(db, factoryId, processId);
  const splitValues = {
    deviceId: null,
    appointmentStart: null,
    appointmentEnd: null,
    workGroupId: before.workGroupId,
  };
  const givenValues = shares.length === 0 ? {} : splitValues;
  // Saving locks the process and its part, so that reports and other planners wait.
  await saveRecords(tx, PROCESS_ENTITY, viewer, [{ id: processId, version, givenValues }]);
  const work = await readSplittableWork(db, factoryId, processId);
  const givenIds = shares.flatMap(({ id }) => (id === null ? [] : [id]));
  const knownIds = new Set(work.shares?.map(({ id }) => id));
  // The request names a share twice, or a share that somebody has joined since the planner read it.
  if (new Set(givenIds).size < givenIds.length || givenIds.some((id) => !knownIds.has(id)))
    throw makeError('rowNotFound');
  if (shares.length > 0) {
    refuseUnsplittable(work, shares.length);
    if (shares.length === 1)
      throw makeError('fieldsInvalid', {}, { shares: { reason: 'tooFew', params: { min: 2 } } });
    await refuseWrongMachines(tx, shares, work);
    refuseWrongShares(shares, calculateRemainingQuantity(work));
  }
  await writeShares(tx, processId, shares);
  const after = await readOperationSplit(db, factoryId, processId);
  const names = new Map(after.machines.map(({ deviceId, name }) => [deviceId, name]));
  const formatShares = (formattedShares: readonly { deviceId: number; quantity: number }[]): string =>
    formattedShares
      .map(({ deviceId, quantity }) => `${names.get(deviceId) ?? `#${deviceId}`}: ${quantity}`)
      .join(', ');
  tx.log({
    entity: 'process',
    id: processId,
    action: shares.length === 0 ? 'joinOperation' : 'splitOperation',
    before: { operationShares: formatShares(work.shares ?? []) },
    after: { operationShares: formatShares(after.shares) },
  });
  return after;
}
