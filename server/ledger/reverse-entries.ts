import { makeError } from '#shared/kernel/errors.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { LEDGER_BUCKETS, type LedgerAccount } from '#shared/ledger/process-state.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../db/transaction.ts';
import { recalculateRouting } from './close-routing.ts';
import { findRoutingProcess, type Routing } from './routing.ts';

/** The reversed quantity of each account, by the id of the process. */
type ReversedQuantities = ReadonlyMap<number, ReadonlyMap<LedgerAccount, number>>;

/**
 * Posts the opposite of the ledger entries of a report, or of a movement between the factory and a supplier.
 * @param source the report or movement that is reversed
 * @param reversal the report or movement that reverses it
 * @returns the reversed quantities, for `recalculateAfterReversal`
 * @throws rowNotFound if the routing does not contain a process of the entries
 */
export async function postReversal(
  tx: Transaction,
  routing: Routing,
  source: { reportId: number } | { movementId: number },
  reversal: { reportId: number } | { movementId: number },
): Promise<ReversedQuantities> {
  const entries = await tx.db
    .selectFrom('ledgerEntry')
    .selectAll()
    .where('factoryId', '=', tx.factoryId)
    .where(
      'reportId' in source ? 'reportId' : 'movementId',
      '=',
      'reportId' in source ? source.reportId : source.movementId,
    )
    .orderBy('id', 'desc')
    .execute();
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
 * Recalculates the processes after a reversal. It refuses the reversal if a quantity in the ledger is negative, or
 * if a process has received more pieces than have arrived at it.
 * @param reversedQuantities the reversed quantities, for the error message
 * @throws reverseBlocked
 */
export function recalculateAfterReversal(routing: Routing, reversedQuantities: ReversedQuantities): void {
  for (const [processId, byAccount] of reversedQuantities) {
    const process = findRoutingProcess(routing, processId);
    for (const bucket of LEDGER_BUCKETS) {
      if (process[bucket] < 0) {
        const needed = byAccount.get(bucket) ?? 0;
        throw makeError('reverseBlocked', {
          bucket: markAsTerm(bucket),
          left: addQuantities(process[bucket], needed),
          needed,
        });
      }
    }
  }
  recalculateRouting(routing);
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
}
