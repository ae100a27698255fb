import { sql } from 'kysely';
import type { InspectionKind } from '#shared/entities/inspection-plan-fields.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { planSample, type PlannedInspection } from '#shared/quality/sampling.ts';
import { applySwitchingRules, type InspectedLot, type Switching } from '#shared/quality/switching.ts';
import type { ProposedSample } from '#shared/quality/inspection.ts';
import type { Db } from '../../db/database.ts';

/** The switching rules are applied to at most this many lots, the latest ones. */
const MAX_LOTS = 1000;

/** The inspection that a published procedure demands of a process. */
export interface ApplicablePlan extends PlannedInspection {
  sipCode: string;
  partCode: string;
  craftId: number;
}

/**
 * Reads the inspection of a kind that a published procedure demands of a process.
 * @throws inspectionNotPlanned if the procedure does not apply to the process, or does not demand the kind
 */
export async function readApplicablePlan(
  db: Db,
  factoryId: number,
  { processId, sipId, inspectionKind }: { processId: number; sipId: number; inspectionKind: InspectionKind },
): Promise<ApplicablePlan> {
  const { rows } = await sql<ApplicablePlan>`
    select l.inspection_kind, l.every_pieces, l.every_minutes, l.sampling, l.sample_count, l.sample_percent, l.accept_number,
      l.aql, l.inspection_level, l.reduced_approved, s.code as sip_code, t.code as part_code, p.craft_id
    from process p
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join sip s on s.factory_id = p.factory_id and s.craft_id = p.craft_id and coalesce(s.part_code, t.code) = t.code
      join sip_inspections l on l.factory_id = s.factory_id and l.owner_id = s.id
    where p.factory_id = ${factoryId} and p.id = ${processId} and p.deleted_at is null and s.id = ${sipId}
      and s.state = 'published' and s.deleted_at is null and l.inspection_kind = ${inspectionKind}
    order by l.position limit 1`.execute(db);
  if (!rows[0]) throw makeError('inspectionNotPlanned', {}, { sipId: { reason: 'notAReference' } });
  return rows[0];
}

/**
 * Reads the concluded lots of a part code under the same procedure, and applies the AQL switching rules to
 * them. Inspections of resubmitted lots are left out.
 * @returns how the next lot is inspected
 */
async function readSwitching(
  db: Db,
  factoryId: number,
  plan: PlannedInspection & Pick<ApplicablePlan, 'sipCode' | 'partCode'>,
): Promise<Switching> {
  const { rows } = await sql<InspectedLot>`
    select i.batch_quantity, i.severity, i.accept_number, i.bad_count, i.state = 'inspectionPassed' as is_accepted,
      i.state = 'inspectionReleased' as is_released
    from inspection i join sip s on s.factory_id = i.factory_id and s.id = i.sip_id
    where i.factory_id = ${factoryId} and s.code = ${plan.sipCode} and i.inspection_kind = ${plan.inspectionKind}
      and i.part_code = ${plan.partCode} and i.sampling = 'sampleAql' and i.resubmits_id is null
      and i.concluded_at is not null and i.deleted_at is null
    order by i.concluded_at desc, i.id desc limit ${MAX_LOTS}`.execute(db);
  return applySwitchingRules(rows.reverse(), plan);
}

/** Proposes how many pieces of a batch are inspected. */
export async function proposeSample(
  db: Db,
  factoryId: number,
  plan: PlannedInspection & Pick<ApplicablePlan, 'sipCode' | 'partCode'>,
  batchQuantity: number,
): Promise<ProposedSample> {
  if (plan.sampling !== 'sampleAql')
    return {
      ...planSample(plan, batchQuantity),
      sampling: plan.sampling,
      severity: null,
      isDiscontinued: false,
    };
  const { severity, isDiscontinued } = await readSwitching(db, factoryId, plan);
  const sample = planSample(plan, batchQuantity, severity);
  return {
    ...sample,
    sampleCount: isDiscontinued ? Math.max(1, Math.floor(batchQuantity)) : sample.sampleCount,
    sampling: plan.sampling,
    severity,
    isDiscontinued,
  };
}
