import { sql } from 'kysely';
import type { InspectionKind } from '#shared/entities/inspection-plan-fields.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { InspectionState } from '#shared/machines/inspection.ts';
import type { Resubmission } from '#shared/quality/inspection.ts';
import type { Db } from '../../db/database.ts';

interface SubmittedLot {
  code: string;
  state: InspectionState;
  processId: number;
  sipCode: string;
  inspectionKind: InspectionKind;
  batchQuantity: number;
  /** The code of the inspection in which the lot was submitted again; null if it was not. */
  resubmittedBy: string | null;
}

async function loadLot(db: Db, factoryId: number, id: number): Promise<SubmittedLot | undefined> {
  const { rows } = await sql<SubmittedLot>`
    select i.code, i.state, i.process_id, s.code as sip_code, i.inspection_kind, i.batch_quantity,
      (select y.code from inspection y where y.factory_id = i.factory_id and y.resubmits_id = i.id and y.deleted_at is null
        and y.state <> 'inspectionCancelled' limit 1) as resubmitted_by
    from inspection i join sip s on s.factory_id = i.factory_id and s.id = i.sip_id
    where i.factory_id = ${factoryId} and i.id = ${id} and i.deleted_at is null`.execute(db);
  return rows[0];
}

/**
 * Refuses an inspection that resubmits a wrong lot. The lot must have failed in an inspection of the same
 * process, procedure and kind. It can be resubmitted only once, and with no more pieces than before. A first
 * article cannot be resubmitted.
 * @throws rowNotFound, inspectionNotFailed, resubmittedAlready, fieldsInvalid
 */
export async function refuseWrongResubmission(
  db: Db,
  factoryId: number,
  {
    resubmitsId,
    processId,
    inspectionKind,
    batchQuantity,
  }: { resubmitsId: number; processId: number; inspectionKind: InspectionKind; batchQuantity: number },
  sipCode: string,
): Promise<void> {
  const lot = await loadLot(db, factoryId, resubmitsId);
  if (!lot) throw makeError('rowNotFound', {}, { resubmitsId: { reason: 'notAReference' } });
  const isSamePlan =
    lot.processId === processId && lot.inspectionKind === inspectionKind && lot.sipCode === sipCode;
  if (lot.state !== 'inspectionFailed' || !isSamePlan || inspectionKind === 'firstArticle')
    throw makeError('inspectionNotFailed', { code: lot.code }, { resubmitsId: { reason: 'notAReference' } });
  if (lot.resubmittedBy !== null)
    throw makeError('resubmittedAlready', { code: lot.code, next: lot.resubmittedBy });
  if (batchQuantity > lot.batchQuantity)
    throw makeError(
      'fieldsInvalid',
      {},
      { batchQuantity: { reason: 'tooLarge', params: { max: lot.batchQuantity } } },
    );
}

/**
 * Reads what a resubmission of a failed lot needs: the published edition of its procedure, its device, and
 * the planned quantity of its process. Null if the lot did not fail, is a first article, was already
 * resubmitted, or has no published procedure any more.
 */
export async function readResubmission(db: Db, factoryId: number, id: number): Promise<Resubmission | null> {
  const { rows } = await sql<Resubmission>`
    select e.id as sip_id, i.device_id, p.planned_quantity
    from inspection i
      join process p on p.factory_id = i.factory_id and p.id = i.process_id
      join sip s on s.factory_id = i.factory_id and s.id = i.sip_id
      join sip e on e.factory_id = s.factory_id and e.code = s.code and e.state = 'published' and e.deleted_at is null
    where i.factory_id = ${factoryId} and i.id = ${id} and i.state = 'inspectionFailed'
      and i.inspection_kind <> 'firstArticle'
      and not exists (select 1 from inspection y where y.factory_id = i.factory_id and y.resubmits_id = i.id
        and y.deleted_at is null and y.state <> 'inspectionCancelled')`.execute(db);
  return rows[0] ?? null;
}
