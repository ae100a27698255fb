import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { roundQuantity } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, SavedRowOf } from './hooks.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

type PartDraft = Pick<DraftOf<'part'>, 'materials' | 'quantity'>;

/**
 * Fills in each missing quantity of a material: the default quantity per piece times the quantity of the
 * part.
 * @throws fieldsInvalid if a material has no default quantity
 */
async function fillPlannedQuantities(tx: Transaction, next: PartDraft): Promise<void> {
  const incompleteIds = next.materials
    .filter(({ plannedQuantity }) => plannedQuantity === null)
    .map(({ materialId }) => materialId);
  if (incompleteIds.length === 0) return;
  const rows = await tx.db
    .selectFrom('material')
    .select(['id', 'defaultQuantity'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', incompleteIds)
    .execute();
  const defaultQuantityById = new Map(rows.map((row) => [row.id, row.defaultQuantity]));
  next.materials = next.materials.map((line, index) => {
    if (line.plannedQuantity !== null) return line;
    const plannedQuantity = roundQuantity((defaultQuantityById.get(line.materialId) ?? 0) * next.quantity);
    if (plannedQuantity <= 0 && defaultQuantityById.has(line.materialId))
      throw makeError(
        'fieldsInvalid',
        {},
        { [`materials[${index}].plannedQuantity`]: { reason: 'required' } },
      );
    return { ...line, plannedQuantity: plannedQuantity || null };
  });
}

/**
 * Refuses to remove a material that has been issued to the part.
 * @throws materialWasIssued
 */
async function refuseToRemoveIssuedMaterial(
  tx: Transaction,
  next: PartDraft,
  before: SavedRowOf<'part'>,
): Promise<void> {
  const keptIds = new Set(next.materials.map(({ materialId }) => materialId));
  const removedIds = before.materials
    .map(({ materialId }) => materialId)
    .filter((materialId) => !keptIds.has(materialId));
  if (removedIds.length === 0) return;
  const { rows } = await sql<{ id: number; name: string; issued: number }>`
    select m.id, m.name, sum(i.quantity) as issued
    from material_issue i
    join material m on m.factory_id = i.factory_id and m.id = i.material_id
    where i.factory_id = ${tx.factoryId} and i.part_id = ${before.id} and i.material_id = any(${removedIds}::bigint[])
    group by m.id, m.name having sum(i.quantity) > 0 order by m.id limit 1`.execute(tx.db);
  const issuedMaterial = rows[0];
  if (issuedMaterial)
    throw makeError(
      'materialWasIssued',
      { name: issuedMaterial.name, quantity: issuedMaterial.issued },
      undefined,
      [{ entity: 'material', id: issuedMaterial.id, name: issuedMaterial.name }],
    );
}

/**
 * Completes and checks the planned materials of a part. Each material occurs once and has a quantity. An issued
 * material cannot be removed.
 */
export async function preparePartMaterials(
  tx: Transaction,
  next: PartDraft,
  before: SavedRowOf<'part'> | null,
): Promise<void> {
  refuseRepeatedValues(next, 'materials', 'materialId');
  await fillPlannedQuantities(tx, next);
  if (before) await refuseToRemoveIssuedMaterial(tx, next, before);
}
