import { sql } from 'kysely';
import type { ReportWay } from '#shared/entities/report-ways.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { OrderState } from '#shared/machines/work-order.ts';
import {
  findLastProcesses,
  type LedgerEntry,
  type LedgerPart,
  type LedgerProcess,
} from '#shared/ledger/ledger.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import type { WarehouseStatus } from '#shared/ledger/warehouse.ts';
import type { Transaction } from '../db/transaction.ts';
import type { OrderTimeSpan } from './orders.ts';

/** A process with its ledger, its settings and the settings of its craft. */
export interface RoutingProcess extends LedgerProcess {
  name: string;
  craftId: number;
  workGroupId: number | null;
  reportWay: ReportWay | null;
  deviceMinutes: number | null;
  manMachineRatio: number | null;
  leapfrog: boolean;
  external: boolean;
  needsReceive: boolean;
  /**
   * The percentage by which a report may exceed its started quantity. The surplus of all reports of a process
   * together may be at most the same percentage of the planned quantity of the process.
   */
  overReportTolerance: number;
}

/** A part with the order that it belongs to. */
export interface RoutingPart extends LedgerPart {
  orderId: number;
  orderState: OrderState;
  orderCreatedAt: string;
  warehouseStatus: WarehouseStatus;
}

/** A change of the state of a process. The report is null if no report caused the change. */
export interface StateChange {
  processId: number;
  from: ProcessState;
  to: ProcessState;
  reportId: number | null;
}

/** Parts with their processes, and the ledger entries to write. `closeRouting` writes them. */
export interface Routing {
  parts: Map<number, RoutingPart>;
  processes: RoutingProcess[];
  entries: LedgerEntry[];
  /** The processes with unsaved changes, whose rows must be written. */
  changedProcesses: Set<RoutingProcess>;
  /** The changes of states since the routing was opened, in order. */
  stateChanges: StateChange[];
  /** The report that is being posted; null if no report changes the routing. */
  reportId: number | null;
  /** The first start and the last end of the reports that are written with this routing, by order id. */
  spans: Map<number, OrderTimeSpan>;
  /**
   * Additional parts whose cards may have another state now. This set need not contain the parts with a
   * process that becomes completed or scrapped.
   */
  partsToSettle: Set<number>;
}

/** The effects of a change at a process on other parts. */
interface ChangeEffects {
  /** Whether losses may change. Losses propagate up to the root part of the assembly. */
  mayChangeLosses?: boolean;
}

/**
 * Locks parts in id order. It does not load their data, because a statement that has waited for a lock still sees the
 * data from before the wait.
 * @param ids the ids of parts or of processes, depending on `idKind`
 * @param includesAllAssemblies true to lock all assemblies above the parts; false to lock only the parents of parts
 * whose last process is given
 * @returns the ids of all locked parts, and the ids of those that are above one of the given parts
 */
async function lockAffectedParts(
  tx: Transaction,
  ids: readonly number[],
  idKind: 'parts' | 'processes',
  includesAllAssemblies: boolean,
): Promise<{ lockedPartIds: number[]; assemblyIds: number[] }> {
  const givenPartsSql =
    idKind === 'parts'
      ? sql`select p.id, true as first, true as last from part p
          where p.factory_id = ${tx.factoryId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null`
      : sql`select p.part_id as id,
          not exists (select 1 from process q where q.factory_id = p.factory_id and q.part_id = p.part_id and q.seq < p.seq and q.deleted_at is null) as first,
          not exists (select 1 from process q where q.factory_id = p.factory_id and q.part_id = p.part_id and q.seq > p.seq and q.deleted_at is null) as last
          from process p where p.factory_id = ${tx.factoryId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null`;
  const result = await sql<{ id: number; above: boolean }>`with recursive own as (${givenPartsSql}),
    up(id) as (
      select p.parent_id from own join part p on p.factory_id = ${tx.factoryId} and p.id = own.id
        where p.parent_id is not null and (own.last or ${includesAllAssemblies}::boolean)
      union
      select p.parent_id from up join part p on p.factory_id = ${tx.factoryId} and p.id = up.id
        where p.parent_id is not null and ${includesAllAssemblies}::boolean
    ),
    down(id) as (
      select p.id from own join part p on p.factory_id = ${tx.factoryId} and p.parent_id = own.id and p.deleted_at is null
        where own.first
    )
    select t.id, exists (select 1 from up where up.id = t.id) as above from part t
    where t.factory_id = ${tx.factoryId} and t.deleted_at is null
      and t.id in (select id from own union select id from up union select id from down)
    order by t.id for update of t`.execute(tx.db);
  return {
    lockedPartIds: result.rows.map((row) => row.id),
    assemblyIds: result.rows.filter((row) => row.above).map((row) => row.id),
  };
}

type LoadedProcessRow = RoutingProcess & { part: RoutingPart };

/**
 * Loads the processes of the locked parts. It also loads the processes of the other child parts of the
 * given assemblies. The pieces that arrive at an assembly depend on all its child parts. The other child
 * parts need no lock: a transaction that changes what a part delivers also locks its assembly.
 */
async function loadRouting(
  tx: Transaction,
  lockedPartIds: number[],
  assemblyIds: number[],
): Promise<Routing> {
  const result =
    await sql<LoadedProcessRow>`select p.id, p.part_id, p.seq, coalesce(p.name, c.name) as name, p.craft_id, p.device_minutes,
      p.man_machine_ratio, p.leapfrog, p.external, p.work_group_id, c.report_way, c.needs_receive, c.over_report_tolerance,
      p.state, coalesce(p.planned_quantity, 0) as planned_quantity, p.arrived, p.received, p.machinable, p.in_work, p.good,
      p.concession, p.rework_open, p.in_rework, p.scrap, p.hold, p.outsourced, p.excess, p.inherited_loss, p.accepted_loss, p.scrap_allowance,
      p.open_reports, p.has_run, p.suspended_at,
      json_build_object('id', t.id, 'parentId', t.parent_id, 'quantityPer', t.quantity_per, 'warehoused', t.warehoused, 'warehouseStatus', t.warehouse_status, 'orderId', t.order_id, 'orderState', o.state, 'orderCreatedAt', o.created_at,
        'childIds', (select coalesce(json_agg(n.id order by n.id), '[]'::json) from part n
          where n.factory_id = t.factory_id and n.parent_id = t.id and n.deleted_at is null
            and exists (select 1 from process q where q.factory_id = n.factory_id and q.part_id = n.id and q.deleted_at is null))) as part
    from process p
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where p.factory_id = ${tx.factoryId} and p.deleted_at is null and t.deleted_at is null
      and p.part_id in (select unnest(${lockedPartIds}::bigint[]) union select n.id from part n
        where n.factory_id = ${tx.factoryId} and n.parent_id = any(${assemblyIds}::bigint[]) and n.deleted_at is null)
    order by p.part_id, p.seq, p.id`.execute(tx.db);
  const parts = new Map<number, RoutingPart>();
  const processes = result.rows.map(({ part, ...process }) => {
    if (!parts.has(part.id)) parts.set(part.id, part);
    return process;
  });
  return {
    parts,
    processes,
    entries: [],
    changedProcesses: new Set(),
    stateChanges: [],
    reportId: null,
    spans: new Map(),
    partsToSettle: new Set(),
  };
}

/**
 * Thrown if a routing changed while a statement waited for its locks. The transaction is retried.
 */
export class RoutingChangedError extends Error {
  readonly code = '40001';
}

/**
 * Locks and loads the parts of the given processes, and the other parts that a change at these processes can
 * affect. If the last process of a part is given, the parent of the part is included. If the first process of
 * a part is given, its child parts are included. If losses may change, all assemblies above the parts are
 * included. The parts are locked in id order. The locks give exclusive access to the ledgers of the
 * processes.
 * @throws RoutingChangedError
 */
export async function openRouting(
  tx: Transaction,
  processIds: readonly number[],
  effects: ChangeEffects = {},
): Promise<Routing> {
  const { lockedPartIds, assemblyIds } = await lockAffectedParts(
    tx,
    processIds,
    'processes',
    effects.mayChangeLosses ?? false,
  );
  const routing = await loadRouting(tx, lockedPartIds, assemblyIds);
  const lockedIds = new Set(lockedPartIds);
  for (const process of routing.processes) {
    if (!processIds.includes(process.id)) continue;
    const part = routing.parts.get(process.partId)!;
    const isLast = findLastProcesses(part.id, routing.processes).includes(process);
    if (!lockedIds.has(part.id) || (isLast && part.parentId !== null && !lockedIds.has(part.parentId)))
      throw new RoutingChangedError();
  }
  return routing;
}

/** Locks and loads parts, their child parts and all assemblies above them, for a change of the routing itself. */
export async function openPartRoutings(tx: Transaction, partIds: readonly number[]): Promise<Routing> {
  const { lockedPartIds, assemblyIds } = await lockAffectedParts(tx, partIds, 'parts', true);
  return loadRouting(tx, lockedPartIds, assemblyIds);
}

/**
 * Finds a process of an open routing.
 * @throws rowNotFound if the routing does not contain the process
 */
export function findRoutingProcess(routing: Routing, id: number): RoutingProcess {
  const routingProcess = routing.processes.find((process) => process.id === id);
  if (!routingProcess) throw makeError('rowNotFound', {}, { processId: { reason: 'notAReference' } });
  return routingProcess;
}

/** Returns the order to which a process of an open routing belongs. */
export function findRoutingOrder(
  routing: Routing,
  process: RoutingProcess,
): { id: number; state: OrderState; createdAt: string } {
  const part = routing.parts.get(process.partId)!;
  return { id: part.orderId, state: part.orderState, createdAt: part.orderCreatedAt };
}

/** Adds the start and the end of a report to the time span of its order. */
export function extendOrderSpan(
  routing: Routing,
  process: RoutingProcess,
  startedAt: string,
  endedAt: string | null,
): void {
  const { id } = findRoutingOrder(routing, process);
  const knownSpan = routing.spans.get(id);
  routing.spans.set(id, {
    started: knownSpan && knownSpan.started < startedAt ? knownSpan.started : startedAt,
    ended: knownSpan?.ended && (!endedAt || knownSpan.ended > endedAt) ? knownSpan.ended : endedAt,
  });
}
