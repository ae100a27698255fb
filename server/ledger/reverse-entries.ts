import { makeError } from '#shared/kernel/errors.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { LEDGER_BUCKETS, type LedgerAccount } from '#shared/ledger/process-state.ts';
import { countFinishedPieces, findOverdrawnPart } from '#shared/ledger/warehouse.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../db/transaction.ts';
import { recalculateAffectedParts } from './close-routing.ts';
import {
  makeShortageError,
  makeWarehouseError,
  refuseReversalOutOfOrder,
  type EntriesByProcess,
} from './reversal-order.ts';
import { findRoutingProcess, type Routing } from './routing.ts';

/** The quantity that the reversed entries added to each account, by the id of the process. */
type ReversedQuantities = ReadonlyMap<number, ReadonlyMap<LedgerAccount, number>>;

/** A stored ledger entry that can be reversed. */
interface StoredEntry {
  id: number;
  processId: number;
  fromAccount: LedgerAccount;
  toAccount: LedgerAccount;
  quantity: number;
  /** The id of the report or of the movement that has posted the entry. */
  sourceId: number;
}

/** Loads the ledger entries of reports, or of movements between the factory and a supplier, the latest first. */
export async function loadEntries(
  tx: Transaction,
  source: 'reportId' | 'movementId',
  ids: readonly number[],
): Promise<StoredEntry[]> {
  return tx.db
    .selectFrom('ledgerEntry')
    .select(['id', 'processId', 'fromAccount', 'toAccount', 'quantity', `${source} as sourceId`])
    .where('factoryId', '=', tx.factoryId)
    .where(source, 'in', [...ids])
    .orderBy('id', 'desc')
    .$castTo<StoredEntry>()
    .execute();
}

/**
 * Posts entries that are opposite to the given ledger entries.
 * @param reversal the report or movement that reverses the entries
 * @returns the reversed quantities, for `recalculateAfterReversal`
 * @throws rowNotFound if the routing does not contain a process of the entries
 */
export function postReversal(
  routing: Routing,
  entries: readonly StoredEntry[],
  reversal: { reportId: number } | { movementId: number },
): ReversedQuantities {
  const reversedQuantities = new Map<number, Map<LedgerAccount, number>>();
  for (const { id, processId, fromAccount, toAccount, quantity } of entries) {
    const process = findRoutingProcess(routing, processId);
    const quantityByAccount = reversedQuantities.get(processId) ?? new Map<LedgerAccount, number>();
    quantityByAccount.set(toAccount, addQuantities(quantityByAccount.get(toAccount) ?? 0, quantity));
    quantityByAccount.set(fromAccount, subtractQuantities(quantityByAccount.get(fromAccount) ?? 0, quantity));
    reversedQuantities.set(processId, quantityByAccount);
    routing.entries.push(
      ...postMovement(process, toAccount, fromAccount, quantity, { ...reversal, reversesId: id }),
    );
    routing.changedProcesses.add(process);
  }
  return reversedQuantities;
}

/** A report or movement that is reversed. */
interface ReversedSource {
  kind: 'report' | 'movement';
  id: number;
  /** What it added to the accounts. */
  quantities: ReversedQuantities;
}

/**
 * Recalculates the processes after a reversal. It refuses the reversal in four cases: a quantity in the
 * ledger is negative; later postings could never be reversed, because pieces went through the process in a loop; a
 * process has received more pieces than have arrived at it; or the warehouse has more pieces than are finished. The
 * error names what must be reversed first.
 * @param loopedProcessEntries the entries of the processes through which pieces went in a loop
 * @throws reverseBlockedBy, reverseBlocked, reverseUnderException, reverseLaterFirst, reverseInWarehouse;
 * reverseAnswered if the reversal removes scrap that has an answer
 */
export async function recalculateAfterReversal(
  tx: Transaction,
  routing: Routing,
  loopedProcessEntries: EntriesByProcess,
  { quantities, ...source }: ReversedSource,
): Promise<void> {
  for (const [processId, quantityByAccount] of quantities) {
    const process = findRoutingProcess(routing, processId);
    const { id, name, scrap, acceptedLoss } = process;
    if (scrap < acceptedLoss && (quantityByAccount.get('scrap') ?? 0) > 0)
      throw makeError('reverseAnswered', { name, answered: acceptedLoss }, undefined, [
        { entity: 'process', id, name },
      ]);
    const bucket = LEDGER_BUCKETS.find((candidate) => process[candidate] < 0);
    if (bucket) {
      const needed = quantityByAccount.get(bucket) ?? 0;
      const left = addQuantities(process[bucket], needed);
      throw await makeShortageError(tx, routing, process, bucket, { bucket, left, needed });
    }
    await refuseReversalOutOfOrder(tx, routing, process, loopedProcessEntries.get(id), source);
  }
  for (const processId of quantities.keys())
    recalculateAffectedParts(routing, findRoutingProcess(routing, processId));
  const shortProcess = routing.processes.find(
    (routingProcess) => routingProcess.received > routingProcess.arrived,
  );
  if (shortProcess) {
    const { arrived, received } = shortProcess;
    const shortage = { bucket: 'arrived', left: arrived, needed: received } as const;
    throw await makeShortageError(tx, routing, shortProcess, 'supply', shortage);
  }
  const overdrawnPart = findOverdrawnPart(routing.parts, routing.processes);
  if (overdrawnPart) {
    const { waiting, warehoused } = countFinishedPieces(overdrawnPart, routing.processes);
    throw await makeWarehouseError(tx, overdrawnPart.id, addQuantities(waiting, warehoused));
  }
}
