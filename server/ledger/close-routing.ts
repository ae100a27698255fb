import { sql } from 'kysely';
import { recalculateProcesses } from '#shared/ledger/ledger.ts';
import type { Transaction } from '../db/transaction.ts';
import { findPartsToSettle, updateCardStates } from './cards/cards.ts';
import { recalculateOrders } from './orders.ts';
import { updateWarehouseStatuses } from './warehouse.ts';
import { findRoutingOrder, type Routing, type RoutingPart, type RoutingProcess } from './routing.ts';

/** Recalculates some processes of an open routing, and records the changed processes and their new states. */
function recalculate(routing: Routing, processes: readonly RoutingProcess[], parts: Routing['parts']): void {
  const oldStates = new Map(processes.map(({ id, state }) => [id, state]));
  for (const process of recalculateProcesses(processes, parts)) {
    routing.changedProcesses.add(process);
    const from = oldStates.get(process.id)!;
    if (from === process.state) continue;
    const { reportId } = routing;
    routing.stateChanges.push({ processId: process.id, from, to: process.state, reportId });
  }
}

/**
 * Finds the parts that a change at a process affects: its own part, the loaded assemblies above this part, and the
 * loaded direct child parts of each of these.
 */
function findAffectedParts(routing: Routing, process: RoutingProcess): Routing['parts'] {
  const parts: Routing['parts'] = new Map();
  const addPart = (part: RoutingPart | undefined) => part && parts.set(part.id, part);
  for (
    let part = routing.parts.get(process.partId);
    part;
    part = part.parentId === null ? undefined : routing.parts.get(part.parentId)
  ) {
    addPart(part);
    for (const childId of part.childIds) addPart(routing.parts.get(childId));
  }
  return parts;
}

/** Lists the processes of the parts that a change at a process affects. */
export function listAffectedProcesses(routing: Routing, process: RoutingProcess): RoutingProcess[] {
  const parts = findAffectedParts(routing, process);
  return routing.processes.filter(({ partId }) => parts.has(partId));
}

/** Recalculates the processes of the parts that a change at a process affects. */
export function recalculateAffectedParts(routing: Routing, process: RoutingProcess): void {
  const parts = findAffectedParts(routing, process);
  recalculate(
    routing,
    routing.processes.filter(({ partId }) => parts.has(partId)),
    parts,
  );
}

/** Recalculates all processes of an open routing. */
export const recalculateRouting = (routing: Routing): void =>
  recalculate(routing, routing.processes, routing.parts);

/** Writes the ledger entries, the changes of states and the changed processes in one statement. */
async function writeLedger(tx: Transaction, routing: Routing): Promise<void> {
  const rows = [...routing.changedProcesses].map((process) => ({
    id: process.id,
    state: process.state,
    arrived: process.arrived,
    received: process.received,
    machinable: process.machinable,
    in_work: process.inWork,
    good: process.good,
    concession: process.concession,
    rework_open: process.reworkOpen,
    in_rework: process.inRework,
    scrap: process.scrap,
    hold: process.hold,
    outsourced: process.outsourced,
    excess: process.excess,
    inherited_loss: process.inheritedLoss,
    accepted_loss: process.acceptedLoss,
    scrap_allowance: process.scrapAllowance,
    open_reports: process.openReports,
    has_run: process.hasRun,
  }));
  const entries = routing.entries.map((entry) => ({
    process_id: entry.processId,
    from_account: entry.from,
    to_account: entry.to,
    quantity: entry.quantity,
    report_id: entry.reportId,
    movement_id: entry.movementId,
    exception_id: entry.exceptionId,
    reverses_id: entry.reversesId,
  }));
  const stateChanges = routing.stateChanges.map((change) => ({
    process_id: change.processId,
    from_state: change.from,
    to_state: change.to,
    report_id: change.reportId,
  }));
  await sql`/* deferred */ with posted as (
      insert into ledger_entry (factory_id, process_id, from_account, to_account, quantity, report_id, movement_id, exception_id, reverses_id)
      select ${tx.factoryId}::bigint, process_id, from_account, to_account, quantity, report_id, movement_id, exception_id, reverses_id
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (process_id bigint, from_account text, to_account text,
        quantity numeric, report_id bigint, movement_id bigint, exception_id bigint, reverses_id bigint)
    ), moved as (
      insert into process_state_change (factory_id, process_id, from_state, to_state, report_id)
      select ${tx.factoryId}::bigint, process_id, from_state, to_state, report_id
      from jsonb_to_recordset(${JSON.stringify(stateChanges)}::jsonb) as c (process_id bigint, from_state text, to_state text,
        report_id bigint)
    )
    update process p set state = n.state, arrived = n.arrived, received = n.received, machinable = n.machinable,
      in_work = n.in_work, good = n.good, concession = n.concession, rework_open = n.rework_open, in_rework = n.in_rework, scrap = n.scrap,
      hold = n.hold, outsourced = n.outsourced, excess = n.excess, inherited_loss = n.inherited_loss,
      accepted_loss = n.accepted_loss, scrap_allowance = n.scrap_allowance, open_reports = n.open_reports, has_run = n.has_run
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, state text, arrived numeric, received numeric,
      machinable numeric, in_work numeric, good numeric, concession numeric, rework_open numeric, in_rework numeric, scrap numeric, hold numeric,
      outsourced numeric, excess numeric, inherited_loss numeric, accepted_loss numeric, scrap_allowance numeric, open_reports integer, has_run boolean)
    where p.factory_id = ${tx.factoryId} and p.id = n.id`.execute(tx.db);
}

/**
 * Closes an open routing. It recalculates all processes of the routing, writes the ledger entries and the
 * changes of states, updates the orders and the states of cards, and announces the changes.
 */
export async function closeRouting(tx: Transaction, routing: Routing): Promise<void> {
  recalculateRouting(routing);
  if (routing.changedProcesses.size === 0 && routing.entries.length === 0) return;
  await writeLedger(tx, routing);
  const changedProcesses = [...routing.changedProcesses];
  const orderIds = new Set(changedProcesses.map((process) => findRoutingOrder(routing, process).id));
  await recalculateOrders(tx, [...orderIds], routing.spans);
  await updateCardStates(tx, routing, findPartsToSettle(routing));
  await updateWarehouseStatuses(tx, routing);
  tx.announce(
    'progress',
    'process',
    changedProcesses.map((process) => process.id),
  );
  tx.announce('progress', 'workOrder', [...orderIds]);
}
