import { sql } from 'kysely';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { findCombineDifference, type CombinedPart } from '#shared/ledger/combine-parts.ts';
import type { MergeDifference } from '#shared/ledger/merge-orders.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { deleteRows } from '../../crud/remove.ts';
import { restoreDeletedRows } from '../../crud/restore.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  addToKeptPart,
  loadPartsOfOrder,
  type PartsOfOrder,
  type PartToCombine,
} from '../../hooks/combined-parts.ts';
import { findExtraProcess, hasNoPiecesOrReports } from '../../hooks/has-no-reports.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { writeChangedRows } from '../../hooks/part-quantities.ts';
import { RoutingChangedError } from '../../ledger/routing.ts';
import { lockOrders } from './lock-order.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

const PART_ENTITY = entities.part as EntityDeclaration;

interface SeenPart {
  id: number;
  version: number;
}

/** Refuses to combine a part with itself (specification §5). */
async function refuseRepeatedParts(tx: Transaction, ids: readonly number[]): Promise<void> {
  const repeatedId = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeatedId === undefined) return;
  const part = await tx.db
    .selectFrom('part')
    .select(['id', 'name'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', repeatedId)
    .executeTakeFirst();
  if (!part) throw makeError('rowNotFound');
  throw makeError('samePartsCombined', { part: part.name });
}

/**
 * Finds the work order to which the parts to combine belong.
 * @throws rowNotFound, combineOrdersDiffer; partAlreadyCombined if a part was combined into another part before
 */
async function findOrderOfParts(tx: Transaction, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{
    name: string;
    orderId: number;
    orderCode: string;
    isDeleted: boolean;
    keptPartName: string | null;
  }>`select t.name, t.order_id, o.code as order_code, t.deleted_at is not null as is_deleted, k.name as kept_part_name
    from part t join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      left join part k on k.factory_id = t.factory_id and k.id = t.combined_into_id
    where t.factory_id = ${tx.factoryId} and t.id = any(${[...ids]}::bigint[]) order by t.id`.execute(tx.db);
  const combinedPart = rows.find(({ isDeleted, keptPartName }) => isDeleted && keptPartName !== null);
  if (combinedPart)
    throw makeError('partAlreadyCombined', { part: combinedPart.name, into: combinedPart.keptPartName });
  if (rows.length < ids.length || rows.some(({ isDeleted }) => isDeleted)) throw makeError('rowNotFound');
  const [firstPart] = rows;
  const partOfOtherOrder = rows.find(({ orderId }) => orderId !== firstPart!.orderId);
  if (partOfOtherOrder)
    throw makeError('combineOrdersDiffer', {
      order: firstPart!.orderCode,
      other: partOfOtherOrder.orderCode,
    });
  return firstPart!.orderId;
}

/** Throws an error that names the difference between two parts. */
function refuseDifference(difference: Exclude<MergeDifference, { kind: 'order' | 'partMissing' }>): never {
  if (difference.kind === 'processMissing') {
    const { part, name, seq } = difference;
    throw makeError('combineProcessMissing', { part, name, seq });
  }
  const [value, otherValue] = [difference.value, difference.otherValue].map((rawValue) =>
    rawValue === null || rawValue === ''
      ? '—'
      : typeof rawValue === 'object'
        ? markAsTerm(rawValue.term)
        : rawValue,
  ) as [string | number, string | number];
  const { part } = difference;
  const field = markAsTerm(difference.field);
  if (difference.kind === 'part') throw makeError('combinePartsDiffer', { part, field, value, otherValue });
  const { seq } = difference;
  throw makeError('combineProcessesDiffer', { part, field, value, otherValue, seq });
}

/**
 * Refuses to end a part if its pieces were received, reported or sent out, or if material was issued to it.
 */
async function refuseBegunParts(
  tx: Transaction,
  { processes }: PartsOfOrder,
  endedParts: readonly PartToCombine[],
): Promise<void> {
  const ids = endedParts.map(({ id }) => id);
  const begunProcess = processes.find(
    (process) => ids.includes(process.partId) && !hasNoPiecesOrReports(process),
  );
  if (begunProcess) {
    const part = endedParts.find(({ id }) => id === begunProcess.partId)!;
    throw makeError('combineBegun', { part: part.name, name: begunProcess.name }, undefined, [
      { entity: 'process', id: begunProcess.id, name: begunProcess.name },
    ]);
  }
  const extraProcess = await findExtraProcess(tx, ids);
  if (extraProcess)
    throw makeError(
      'combineBegun',
      { part: extraProcess.partName, name: extraProcess.craftName },
      undefined,
      [{ entity: 'extraProcess', id: extraProcess.id, name: extraProcess.craftName }],
    );
  const { rows } = await sql<{ partId: number; material: string }>`
    select i.part_id, m.name as material from material_issue i
      join material m on m.factory_id = i.factory_id and m.id = i.material_id
    where i.factory_id = ${tx.factoryId} and i.part_id = any(${ids}::bigint[])
    group by i.part_id, m.id, m.name having sum(i.quantity) > 0 order by i.part_id, m.id limit 1`.execute(
    tx.db,
  );
  const issuedMaterial = rows[0];
  if (!issuedMaterial) return;
  const part = endedParts.find(({ id }) => id === issuedMaterial.partId)!;
  throw makeError('combineIssued', { part: part.name, material: issuedMaterial.material });
}

/**
 * Combines several parts of an order into one of them, the kept part. The kept part gets the sum of the
 * quantities, materials and planned quantities of all parts. The other parts end: they are deleted with their
 * processes and cards, and refer to the kept part. All parts must have the same code, material, routing and
 * parent part, and no sub-parts. Work on the parts that end must not have begun.
 * @param keptPart the part that stays and gets the quantities of the other parts
 * @param otherParts the parts that end
 * @returns the quantity of the kept part
 * @throws samePartsCombined if a part is to be combined with itself; partAlreadyCombined, rowNotFound,
 * combineOrdersDiffer, stale, orderState, noPermission, combineHasSubParts, combinePartsDiffer,
 * combineProcessMissing, combineProcessesDiffer, combineBegun, combineIssued; fieldsInvalid if no other part
 * is given
 */
export async function combineParts(
  tx: Transaction,
  viewer: Viewer,
  keptPart: SeenPart,
  otherParts: readonly SeenPart[],
): Promise<{ id: number; quantity: number }> {
  if (otherParts.length === 0) throw makeError('fieldsInvalid', {}, { parts: { reason: 'required' } });
  const seenParts = [keptPart, ...otherParts];
  const ids = seenParts.map(({ id }) => id);
  await refuseRepeatedParts(tx, ids);
  const orderId = await findOrderOfParts(tx, ids);
  const { orders } = await lockOrders(tx, new Map([[orderId, null]]));
  const { state } = orders[0]!;
  if (hasOrderEnded(state))
    throw makeError('orderState', { state: markAsTerm(state), event: markAsTerm('combineParts') });
  const order = await loadPartsOfOrder(tx, orderId);
  const parts = seenParts.map(({ id, version }) => {
    const part = order.parts.find((candidate) => candidate.id === id);
    if (!part) throw new RoutingChangedError();
    refuseStale(part, version);
    return part;
  });
  const endedParts = parts.slice(1);
  if (order.processes.some(({ partId }) => ids.includes(partId)) && !hasPermission(viewer, 'PROCESS_MODIFY'))
    throw makeError('noPermission');
  const assembly = parts.find(({ id }) => order.parts.some(({ parentId }) => parentId === id));
  if (assembly) throw makeError('combineHasSubParts', { part: assembly.name });
  const difference = findCombineDifference(order, parts);
  if (difference && difference.kind !== 'order' && difference.kind !== 'partMissing')
    refuseDifference(difference);
  await refuseBegunParts(tx, order, endedParts);

  const endedIds = endedParts.map(({ id }) => id);
  await writeChangedRows(
    tx,
    'part',
    endedIds.map((id) => ({ id, before: { combinedIntoId: null }, after: { combinedIntoId: keptPart.id } })),
    'combineParts',
  );
  await deleteRows(tx, PART_ENTITY, endedIds);
  return { id: keptPart.id, quantity: await addToKeptPart(tx, order, parts) };
}

/** Lists the parts of an order that were combined into other parts, in the sequence of their ids. */
export async function listCombinedParts(db: Db, factoryId: number, orderId: number): Promise<CombinedPart[]> {
  const { rows } =
    await sql<CombinedPart>`select id, combined_into_id, code, name, quantity, deleted_at as at, updated_by as by
    from part where factory_id = ${factoryId} and order_id = ${orderId} and combined_into_id is not null
      and deleted_at is not null order by id`.execute(db);
  return rows;
}

/**
 * Separates a part from the kept part into which it was combined. The part is restored with its processes and
 * cards, and its quantities are subtracted from the kept part.
 * @throws rowNotFound, partNotCombined, orderState, noPermission, referencesDeleted if the kept part was
 * deleted, and the errors of `takeOutOfKeptPart`
 */
export async function separatePart(
  tx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<{ id: number; combinedIntoId: number }> {
  if (!hasPermission(viewer, 'PROCESS_MODIFY')) throw makeError('noPermission');
  const readPart = () =>
    tx.db
      .selectFrom('part')
      .select(['orderId', 'combinedIntoId', 'name'])
      .where('factoryId', '=', tx.factoryId)
      .where('id', '=', id)
      .executeTakeFirst();
  const foundPart = await readPart();
  if (!foundPart) throw makeError('rowNotFound');
  await lockOrders(tx, new Map([[foundPart.orderId, null]]));
  const part = (await readPart())!;
  if (part.combinedIntoId === null) throw makeError('partNotCombined', { part: part.name });
  await restoreDeletedRows(tx, viewer, [{ entity: 'part', id }], false);
  return { id, combinedIntoId: part.combinedIntoId };
}
