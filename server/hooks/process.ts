import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { findOverdrawnPart } from '#shared/ledger/warehouse.ts';
import type { Transaction } from '../db/transaction.ts';
import { recalculateOrders } from '../ledger/orders.ts';
import { closeRouting, recalculateRouting } from '../ledger/close-routing.ts';
import { openPartRoutings, type Routing } from '../ledger/routing.ts';
import { applyAppointment } from './appointment.ts';
import { fillInFormulaTimes, loadCraftTimes } from './formula-times.ts';
import type { DraftOf, HooksOf, SavedRowOf } from './hooks.ts';
import { buildProcessScope } from './outside-scope.ts';
import { hasNoPiecesOrReports } from './has-no-reports.ts';
import { refuseDecreasingStarts } from './refuse-decreasing-starts.ts';
import { joinSyncGroup, updateSyncGroup } from './synchronised.ts';
import { refuseIfOrderHasEnded } from './work-order.ts';

/** The values of a craft that a new process of the craft takes over. */
type CraftDefaults = Pick<
  SavedRowOf<'craft'>,
  | 'id'
  | 'name'
  | 'preparationMinutes'
  | 'deviceMinutes'
  | 'manpowerMinutes'
  | 'manMachineRatio'
  | 'transferMinutes'
  | 'leapfrogAllowed'
>;

/** Loads the values that new processes take over from their crafts, by the id of the craft. */
export async function loadCraftDefaults(
  tx: Transaction,
  craftIds: readonly number[],
): Promise<Map<number, CraftDefaults>> {
  const { rows } = await sql<CraftDefaults>`
    select id, name, preparation_minutes, device_minutes, manpower_minutes, man_machine_ratio, transfer_minutes, leapfrog_allowed
    from craft where factory_id = ${tx.factoryId} and id = any(${[...new Set(craftIds)]}::bigint[]) and deleted_at is null`.execute(
    tx.db,
  );
  return new Map(rows.map((craft) => [craft.id, craft]));
}

/**
 * Fills in empty fields of a new process from its craft and its part. If the craft may skip the sequence, the process
 * may skip it too. A process with a supplier is external.
 */
export function completeNewProcess(
  next: DraftOf<'process'>,
  craft: CraftDefaults | undefined,
  partQuantity: number,
): void {
  if (craft) {
    next.name ??= craft.name;
    next.preparationMinutes ??= craft.preparationMinutes;
    next.deviceMinutes ??= craft.deviceMinutes;
    next.manMinutes ??= craft.manpowerMinutes;
    next.manMachineRatio ??= craft.manMachineRatio;
    next.transferMinutes ??= craft.transferMinutes;
    if (craft.leapfrogAllowed) next.leapfrog = true;
  }
  alignExternalAndSupplier(next, null);
  next.plannedQuantity ??= partQuantity;
}

/**
 * Recomputes and writes the routings of parts after a change. It refuses a change after which a process would
 * have received more pieces than have arrived at it, or more pieces would be in the warehouse than are finished.
 * @throws processOrderFixed
 */
async function recalculatePartRoutings(tx: Transaction, partIds: readonly number[]): Promise<Routing> {
  const routing = await openPartRoutings(tx, partIds);
  for (const process of routing.processes)
    if (partIds.includes(process.partId)) routing.changedProcesses.add(process);
  for (const partId of partIds) routing.partsToSettle.add(partId);
  recalculateRouting(routing);
  if (
    routing.processes.some((process) => process.received > process.arrived) ||
    findOverdrawnPart(routing.parts, routing.processes)
  )
    throw makeError('processOrderFixed');
  await closeRouting(tx, routing);
  return routing;
}

/** Recomputes the routings and the orders of processes that were deleted or restored. */
async function recalculateRoutingsAndOrders(
  tx: Transaction,
  rows: readonly SavedRowOf<'process'>[],
): Promise<void> {
  const partIds = [...new Set(rows.map((row) => row.partId))];
  const routing = await recalculatePartRoutings(tx, partIds);
  const orderIds = new Set([...routing.parts.values()].map((part) => part.orderId));
  await recalculateOrders(tx, [...orderIds]);
}

/**
 * Makes a process external if its supplier is set or changed. A process that is not external loses its
 * supplier.
 */
function alignExternalAndSupplier(next: DraftOf<'process'>, before: SavedRowOf<'process'> | null): void {
  if (next.supplierId !== null && next.supplierId !== before?.supplierId) next.external = true;
  if (!next.external) next.supplierId = null;
}

const PLACE_FIELDS = ['deviceId', 'workGroupId', 'external', 'appointmentStart', 'craftId'] as const;

/**
 * Refuses to change the place, the craft or the appointment of a process that is split over machines, because
 * each share has its own machine and appointment.
 * @throws operationIsSplit
 */
async function refuseMoveOfSplitProcess(
  { db, factoryId }: Transaction,
  next: DraftOf<'process'>,
  before: SavedRowOf<'process'>,
): Promise<void> {
  const name = PLACE_FIELDS.find((field) => (next[field] ?? null) !== (before[field] ?? null));
  if (!name) return;
  const { rows } = await sql<{ isSplit: boolean }>`select exists (select 1 from process_share
    where factory_id = ${factoryId} and process_id = ${before.id} and joined_at is null) as is_split`.execute(
    db,
  );
  if (rows[0]!.isSplit)
    throw makeError('operationIsSplit', { name: before.name ?? '' }, { [name]: { reason: 'readOnly' } });
}

/**
 * A process cannot move to another part, and its planned quantity cannot be less than the pieces that the
 * process has received. A process with reports cannot be deleted. A process of a closed or cancelled order can
 * be neither saved nor deleted.
 */
export const processHooks: HooksOf<'process'> = {
  scope: buildProcessScope,
  beforeSave: async (tx, next, before) => {
    if (before && before.partId !== next.partId)
      throw makeError('fieldsInvalid', {}, { partId: { reason: 'notAReference' } });
    if (before) await refuseMoveOfSplitProcess(tx, next, before);
    const syncedPartIds = await joinSyncGroup(tx, next, before);
    // The part is locked before its quantity is read, because a split of the order changes the quantity.
    await openPartRoutings(tx, [next.partId, ...syncedPartIds]);
    const part = await tx.db
      .selectFrom('part as t')
      .innerJoin('workOrder as o', (join) =>
        join.onRef('o.factoryId', '=', 't.factoryId').onRef('o.id', '=', 't.orderId'),
      )
      .select(['t.quantity', 't.size', 't.weight', 'o.state'])
      .where('t.factoryId', '=', tx.factoryId)
      .where('t.id', '=', next.partId)
      .where('t.deletedAt', 'is', null)
      .executeTakeFirst();
    if (!part) throw makeError('fieldsInvalid', {}, { partId: { reason: 'notAReference' } });
    refuseIfOrderHasEnded(part.state, 'save');
    const craftTimes = await loadCraftTimes(tx, [next.craftId]);
    fillInFormulaTimes(next, before, craftTimes.get(next.craftId), part);
    if (before) alignExternalAndSupplier(next, before);
    else {
      const crafts = await loadCraftDefaults(tx, [next.craftId]);
      completeNewProcess(next, crafts.get(next.craftId), part.quantity);
    }
    next.plannedQuantity ??= part.quantity;
    const received = before?.received ?? 0;
    if (next.plannedQuantity < received) {
      throw makeError(
        'plannedBelowReceived',
        { received },
        { plannedQuantity: { reason: 'tooSmall', params: { min: received } } },
      );
    }
    await applyAppointment(tx, next, before);
    const [start, end] = [next.plannedStart, next.plannedEnd];
    if (start && end && start > end)
      throw makeError('startAfterEnd', {}, { plannedStart: { reason: 'tooLarge', params: { max: end } } });
  },
  afterSave: async (tx, after, before) => {
    await refuseDecreasingStarts(tx, after, before);
    await updateSyncGroup(tx, after);
    await recalculatePartRoutings(tx, [after.partId]);
  },
  beforeDelete: async (tx, rows) => {
    const routing = await openPartRoutings(
      tx,
      rows.map((row) => row.partId),
    );
    for (const { partId } of rows) refuseIfOrderHasEnded(routing.parts.get(partId)!.orderState, 'delete');
    const ids = new Set(rows.map((row) => row.id));
    const usedProcess = routing.processes.find(
      (process) => ids.has(process.id) && !hasNoPiecesOrReports(process),
    );
    if (usedProcess)
      throw makeError('processHasReports', { name: usedProcess.name }, undefined, [
        { entity: 'process', id: usedProcess.id, name: usedProcess.name },
      ]);
  },
  afterDelete: recalculateRoutingsAndOrders,
  afterRestore: recalculateRoutingsAndOrders,
};
