import { makeError } from '#shared/kernel/errors.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { LEDGER_BUCKETS, type LedgerAccount } from '#shared/ledger/process-state.ts';
import { countFinishedPieces, findOverdrawnPart } from '#shared/ledger/warehouse.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../db/transaction.ts';
import { recalculateAffectedParts } from './close-routing.ts';
import { findRoutingProcess, type Routing } from './routing.ts';

/** The reversed quantity of each account, by the id of the process. */
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
    const byAccount = reversedQuantities.get(processId) ?? new Map<LedgerAccount, number>();
    byAccount.set(toAccount, addQuantities(byAccount.get(toAccount) ?? 0, quantity));
    reversedQuantities.set(processId, byAccount);
    routing.entries.push(
      ...postMovement(process, toAccount, fromAccount, quantity, { ...reversal, reversesId: id }),
    );
    routing.changedProcesses.add(process);
  }
  return reversedQuantities;
}

/**
 * Recalculates the processes after a reversal. It refuses the reversal in three cases: a quantity in the
 * ledger is negative; a process has received more pieces than have arrived at it; or the warehouse has more
 * pieces than are finished.
 * @param reversedQuantities the reversed quantities, for the error message
 * @throws reverseBlocked; reverseAnswered if the reversal removes scrap that has an answer
 */
export function recalculateAfterReversal(routing: Routing, reversedQuantities: ReversedQuantities): void {
  for (const [processId, byAccount] of reversedQuantities) {
    const process = findRoutingProcess(routing, processId);
    const { id, name, scrap, acceptedLoss } = process;
    if (scrap < acceptedLoss && (byAccount.get('scrap') ?? 0) > 0)
      throw makeError('reverseAnswered', { name, answered: acceptedLoss }, undefined, [
        { entity: 'process', id, name },
      ]);
    for (const bucket of LEDGER_BUCKETS) {
      if (process[bucket] < 0) {
        const neededQuantity = byAccount.get(bucket) ?? 0;
        throw makeError('reverseBlocked', {
          bucket: markAsTerm(bucket),
          left: addQuantities(process[bucket], neededQuantity),
          needed: neededQuantity,
        });
      }
    }
  }
  for (const processId of reversedQuantities.keys())
    recalculateAffectedParts(routing, findRoutingProcess(routing, processId));
  const shortProcess = routing.processes.find(
    (routingProcess) => routingProcess.received > routingProcess.arrived,
  );
  if (shortProcess) {
    throw makeError('reverseBlocked', {
      bucket: markAsTerm('arrived'),
      left: shortProcess.arrived,
      needed: shortProcess.received,
    });
  }
  const overdrawnPart = findOverdrawnPart(routing.parts, routing.processes);
  if (overdrawnPart) {
    const { waiting, warehoused } = countFinishedPieces(overdrawnPart, routing.processes);
    throw makeError('reverseBlocked', {
      bucket: markAsTerm('warehoused'),
      left: addQuantities(waiting, warehoused),
      needed: warehoused,
    });
  }
}
