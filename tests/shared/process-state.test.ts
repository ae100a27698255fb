import { expect, test } from 'vitest';
import {
  LEDGER_BUCKETS,
  PROCESS_STATES,
  deriveProcessState,
  type LedgerBucket,
  type Ledger,
  type ProcessState,
} from '#shared/ledger/process-state.ts';

/**
 * Finds the states of a ledger independently of `deriveProcessState`. Each state has its own
 * complete condition, so the test detects a ledger that has two states or none.
 */
function findStates(ledger: Ledger): ProcessState[] {
  const isSuspended = ledger.suspendedAt !== null;
  const isWorking = ledger.openReports > 0;
  const target = Math.max(0, ledger.plannedQuantity - ledger.inheritedLoss - ledger.acceptedLoss);
  const isAllLost =
    ledger.good + ledger.concession === 0 && ledger.scrap + ledger.inheritedLoss >= ledger.plannedQuantity;
  const isIdle = !isSuspended && !isWorking;
  const isShort = isIdle && !isAllLost && ledger.good + ledger.concession < target;
  const isInState: Record<ProcessState, boolean> = {
    suspended: isSuspended,
    processing: !isSuspended && isWorking,
    scrapped: isIdle && isAllLost,
    specialAcceptance:
      isIdle && !isAllLost && ledger.good < target && target <= ledger.good + ledger.concession,
    completed: isIdle && !isAllLost && ledger.good >= target,
    unfinished: isShort && ledger.hasRun,
    received: isShort && !ledger.hasRun && ledger.arrived > 0 && ledger.received === ledger.arrived,
    partlyReceived: isShort && !ledger.hasRun && ledger.received > 0 && ledger.received < ledger.arrived,
    notStarted: isShort && !ledger.hasRun && ledger.received === 0,
  };
  return PROCESS_STATES.filter((state) => isInState[state]);
}

/** Generates every distribution of a quantity over the buckets. */
function* generateDistributions(
  quantity: number,
  buckets: readonly LedgerBucket[] = LEDGER_BUCKETS,
): Generator<Partial<Record<LedgerBucket, number>>> {
  const [firstBucket, ...otherBuckets] = buckets as readonly [LedgerBucket, ...LedgerBucket[]];
  if (otherBuckets.length === 0) {
    yield { [firstBucket]: quantity };
    return;
  }
  for (let firstQuantity = 0; firstQuantity <= quantity; firstQuantity++)
    for (const otherQuantities of generateDistributions(quantity - firstQuantity, otherBuckets))
      yield { [firstBucket]: firstQuantity, ...otherQuantities };
}

/** Generates small ledgers, with a planned quantity of at most 4 and no more received than arrived. */
function* generateLedgers(): Generator<Ledger> {
  for (let total = 0; total <= 5; total++) {
    for (const buckets of generateDistributions(total)) {
      for (let planned = 1; planned <= 4; planned++) {
        for (let excess = 0; excess <= Math.min(total, 1); excess++) {
          const received = total - excess;
          if (received > planned) continue;
          for (let arrived = received; arrived <= planned; arrived++) {
            for (let inheritedLoss = 0; inheritedLoss <= planned; inheritedLoss++) {
              for (const acceptedLoss of [0, 1, planned]) {
                for (const openReports of [0, 1]) {
                  for (const hasRun of [false, true]) {
                    for (const suspendedAt of [null, '2026-03-02T00:00:00.000Z']) {
                      yield {
                        ...(buckets as Record<LedgerBucket, number>),
                        plannedQuantity: planned,
                        scrapAllowance: 0,
                        arrived,
                        received,
                        excess,
                        inheritedLoss,
                        acceptedLoss,
                        openReports,
                        hasRun,
                        suspendedAt,
                      };
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

test(
  'every small ledger is in exactly one state, and the product derives this state',
  { timeout: 60_000 },
  () => {
    const ledgerCountByState = new Map<ProcessState, number>();
    let ledgerCount = 0;
    for (const ledger of generateLedgers()) {
      const states = findStates(ledger);
      const state = deriveProcessState(ledger);
      // Calling expect() for each ledger would take minutes.
      if (states.length !== 1 || states[0] !== state)
        expect({ ledger, states }).toEqual({ ledger, states: [state] });
      ledgerCountByState.set(state, (ledgerCountByState.get(state) ?? 0) + 1);
      ledgerCount += 1;
    }
    console.log(`checked: ${ledgerCount} ledgers`, Object.fromEntries(ledgerCountByState));
    expect(ledgerCount).toBeGreaterThan(100_000);
    expect([...ledgerCountByState.keys()].sort()).toEqual([...PROCESS_STATES].sort());
  },
);
