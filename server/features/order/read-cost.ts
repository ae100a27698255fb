import { sql } from 'kysely';
import type { OrderCost, OrderCostLine } from '#shared/planning/order-cost.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { loadRecord } from '../../crud/read.ts';
import type { Db } from '../../db/database.ts';
import { buildReportCostSql } from '../../ledger/report-cost.ts';

interface ActualCost {
  labour: number;
  device: number;
  unpriced: number;
}

/** Reads the labour and machine cost that is stored in the closed reports of an order. */
async function readActualCost(db: Db, factoryId: number, orderId: number): Promise<ActualCost> {
  const { rows } = await sql<ActualCost>`/* never prepared */
    with costed as (select ${orderId}::bigint as id, true as own), ${buildReportCostSql(factoryId)}
    select round(coalesce(sum(l.cost), 0), 2) as labour, round(coalesce(sum(c.device_cost), 0), 2) as device,
      count(*) filter (where coalesce(l.unpriced, false) or c.device_cost is null) as unpriced
    from closed c left join labour l on l.report_id = c.report_id`.execute(db);
  return rows[0]!;
}

interface PlannedCost {
  labour: number | null;
  device: number | null;
  unplanned: number;
}

/**
 * Calculates the planned labour and machine cost of an order. The time of a process is its preparation time
 * plus its standard time per piece times the planned quantity. The rates are those that are valid today.
 * External processes have no such cost.
 */
async function readPlannedCost(db: Db, user: CurrentUser, orderId: number): Promise<PlannedCost> {
  const { rows } = await sql<PlannedCost>`
    select round(sum(man.minutes / 60 * rate.man_hour_rate), 2) as labour,
      round(sum(device.minutes / 60 * rate.device_hour_rate), 2) as device,
      count(*) filter (where (coalesce(p.man_minutes, p.device_minutes) is null) or rate.owner_id is null) as unplanned
    from part t
      join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null and not p.external
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join lateral (
        select r.owner_id, r.man_hour_rate, r.device_hour_rate from cost_type_rates r
        where r.factory_id = c.factory_id and r.owner_id = c.cost_type_id
          and r.valid_from <= (now() at time zone ${user.zone})::date
        order by r.valid_from desc limit 1
      ) rate on true
      cross join lateral (
        select coalesce(p.preparation_minutes, 0) + p.device_minutes * coalesce(p.planned_quantity, 0) as minutes
      ) device
      cross join lateral (
        select coalesce(p.preparation_minutes, 0)
          + coalesce(p.man_minutes, p.device_minutes * p.man_machine_ratio) * coalesce(p.planned_quantity, 0) as minutes
      ) man
    where t.factory_id = ${user.factoryId} and t.order_id = ${orderId} and t.deleted_at is null`.execute(db);
  return rows[0]!;
}

interface OutsourcingCost {
  planned: number | null;
  actual: number;
  unpriced: number;
}

/**
 * Reads the cost of the outsourced processes of an order. If the supplier is paid per piece, the cost to date
 * is the price times the machined pieces that the supplier has returned. If the supplier gets a lump sum, the
 * cost to date is the lump sum times the returned share of the ordered pieces.
 */
async function readOutsourcingCost(db: Db, factoryId: number, orderId: number): Promise<OutsourcingCost> {
  const { rows } = await sql<OutsourcingCost>`
    select round(sum(coalesce(i.unit_price * i.quantity, i.lump_sum)), 2) as planned,
      round(coalesce(sum(coalesce(i.unit_price * b.pieces, i.lump_sum * least(1, b.pieces / i.quantity))), 0), 2) as actual,
      count(*) filter (where i.unit_price is null and i.lump_sum is null) as unpriced
    from outsourcing_order x
      join outsourcing_order_items i on i.factory_id = x.factory_id and i.owner_id = x.id
      join process p on p.factory_id = i.factory_id and p.id = i.process_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      cross join lateral (
        select coalesce(sum(l.returned_good + l.returned_hold), 0) as pieces
        from outsourcing_movement m
          join outsourcing_movement_line l on l.factory_id = m.factory_id and l.movement_id = m.id
        where m.factory_id = x.factory_id and m.order_id = x.id and l.process_id = i.process_id
      ) b
    where x.factory_id = ${factoryId} and t.order_id = ${orderId} and x.deleted_at is null and x.state <> 'cancelled'`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Compares the planned cost of an order with its cost to date.
 * @throws rowNotFound
 */
export async function readOrderCost(db: Db, user: CurrentUser, orderId: number): Promise<OrderCost> {
  await loadRecord(db, entities.workOrder as EntityDeclaration, user, orderId);
  const actualCost = await readActualCost(db, user.factoryId, orderId);
  const plannedCost = await readPlannedCost(db, user, orderId);
  const outsourcingCost = await readOutsourcingCost(db, user.factoryId, orderId);
  const lines: OrderCostLine[] = [
    { kind: 'labourCost', planned: plannedCost.labour, actual: actualCost.labour },
    { kind: 'deviceCost', planned: plannedCost.device, actual: actualCost.device },
    { kind: 'outsourcingCost', planned: outsourcingCost.planned, actual: outsourcingCost.actual },
  ];
  const plannedAmounts = lines.flatMap((line) => line.planned ?? []);
  return {
    lines,
    planned: plannedAmounts.length === 0 ? null : addQuantities(...plannedAmounts),
    actual: addQuantities(...lines.map((line) => line.actual)),
    unpricedReports: actualCost.unpriced,
    unpricedLines: outsourcingCost.unpriced,
    unplannedProcesses: plannedCost.unplanned,
  };
}
