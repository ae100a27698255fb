import { sql } from 'kysely';
import type { ProposedLoss } from '#shared/quality/answers.ts';
import { roundQuantity } from '#shared/ledger/quantity.ts';
import type { Db } from '../../db/database.ts';
import type { StoredException } from './lock-exception.ts';

const SECONDS_PER_HOUR = 3600;
const CENTS = 100;
const roundMoney = (value: number): number => Math.round(value * CENTS) / CENTS;

interface PieceCosts {
  secondsPerPiece: number;
  costPerPiece: number;
  reworkSecondsPerPiece: number;
  reworkCostPerPiece: number;
  materialPrice: number | null;
}

/**
 * Reads the cost of one piece of the exception: the cost of its work and the standard price of its material. The work
 * is that of the holding process and of the processes before it. A piece that is not machined yet has no work at the
 * holding process.
 */
async function loadPieceCosts(
  db: Db,
  factoryId: number,
  { processId, source }: Pick<StoredException, 'processId' | 'source'>,
): Promise<PieceCosts> {
  const { rows } = await sql<PieceCosts>`
    with held as (
      select p.factory_id, p.id, p.part_id, p.seq, t.material_name
      from process p join part t on t.factory_id = p.factory_id and t.id = p.part_id
      where p.factory_id = ${factoryId} and p.id = ${processId}
    ), worked as (
      select p.id = h.id as is_own, r.is_rework, sum(s.good + s.scrap + s.rework) as pieces,
        sum(coalesce(w.seconds, 0)) as seconds, sum(coalesce(w.labour_cost, 0) + coalesce(s.device_cost, 0)) as cost
      from held h
        join process p on p.factory_id = h.factory_id and p.part_id = h.part_id and p.deleted_at is null and p.seq <= h.seq
        join work_report r on r.factory_id = p.factory_id and r.process_id = p.id and r.kind <> 'receive'
        join work_report_snapshot s on s.factory_id = r.factory_id and s.report_id = r.id
        left join lateral (select sum(n.seconds) as seconds, sum(n.labour_cost) as labour_cost
          from work_report_person_snapshot n where n.factory_id = s.factory_id and n.report_id = s.report_id) w on true
      where p.id = h.id or p.seq < h.seq
      group by p.id, h.id, r.is_rework having sum(s.good + s.scrap + s.rework) > 0
    )
    select coalesce(sum(seconds / pieces) filter (where not is_rework and (not is_own or ${source !== 'machinable'}::boolean)), 0) as seconds_per_piece,
      coalesce(sum(cost / pieces) filter (where not is_rework and (not is_own or ${source !== 'machinable'}::boolean)), 0) as cost_per_piece,
      coalesce(sum(seconds / pieces) filter (where is_own and is_rework), sum(seconds / pieces) filter (where is_own), 0) as rework_seconds_per_piece,
      coalesce(sum(cost / pieces) filter (where is_own and is_rework), sum(cost / pieces) filter (where is_own), 0) as rework_cost_per_piece,
      (select m.standard_price * coalesce(m.default_quantity, 1) from held h
        join material m on m.factory_id = h.factory_id and m.deleted_at is null and h.material_name in (m.code, m.name)
        order by m.code = h.material_name desc, m.id limit 1) as material_price
    from worked`.execute(db);
  return rows[0]!;
}

/**
 * Proposes the loss of an exception. A scrapped piece loses its material and all work in it. A reworked piece
 * costs what rework has cost per piece at the holding process. If nothing was reworked there, it costs the
 * work of this process once more. A piece in special acceptance loses nothing.
 */
export async function proposeLoss(
  db: Db,
  factoryId: number,
  exception: StoredException,
): Promise<ProposedLoss> {
  const costs = await loadPieceCosts(db, factoryId, exception);
  const { scrap, rework } = exception;
  const seconds = scrap * costs.secondsPerPiece + rework * costs.reworkSecondsPerPiece;
  const { costPerPiece, reworkCostPerPiece, materialPrice } = costs;
  return {
    lostHours: roundQuantity(seconds / SECONDS_PER_HOUR),
    lostMaterialCost: roundMoney(scrap * (materialPrice ?? 0)),
    lostManufacturingCost: roundMoney(scrap * costPerPiece + rework * reworkCostPerPiece),
    hoursPerPiece: roundQuantity(costs.secondsPerPiece / SECONDS_PER_HOUR),
    reworkHoursPerPiece: roundQuantity(costs.reworkSecondsPerPiece / SECONDS_PER_HOUR),
    costPerPiece: roundMoney(costPerPiece),
    reworkCostPerPiece: roundMoney(reworkCostPerPiece),
    materialPrice,
  };
}
