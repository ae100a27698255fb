import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  findForbiddingState,
  findStartBlocker,
  findNextStep,
  calculateStartableQuantity,
} from '#shared/ledger/may-begin.ts';
import { subtractQuantities } from '#shared/ledger/quantity.ts';
import { deriveProcessState, calculateReceivableQuantity } from '#shared/ledger/process-state.ts';
import { hasProcessEnded, makeWaitFinder } from '#shared/ledger/waiting.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { emptyLedger } from '#tests/support/empty-ledger.ts';

const PLANNED_QUANTITY = 4;
const arbitraryQuantity = fc.integer({ min: 0, max: PLANNED_QUANTITY });

/** Generates a process with small random quantities. They need not be quantities that reports can produce. */
const arbitraryProcess = (id: number) =>
  fc
    .record({
      arrived: arbitraryQuantity,
      received: arbitraryQuantity,
      machinable: arbitraryQuantity,
      inWork: arbitraryQuantity,
      outsourced: arbitraryQuantity,
      good: arbitraryQuantity,
      hold: arbitraryQuantity,
      scrap: arbitraryQuantity,
      openReports: fc.integer({ min: 0, max: 1 }),
      hasRun: fc.boolean(),
      suspendedAt: fc.constantFrom(null, null, '2026-11-01T08:00:00Z'),
      leapfrog: fc.boolean(),
      needsReceive: fc.boolean(),
      orderState: fc.constantFrom(...ORDER_STATES),
    })
    .map((ledger) => {
      const fullLedger = { ...emptyLedger, plannedQuantity: PLANNED_QUANTITY, ...ledger };
      const identityFields = {
        id,
        processId: id,
        partId: 1,
        seq: 10 * id,
        name: `Operation ${id}`,
        partName: 'Part',
        parentId: null,
        quantityPer: 1,
        warehoused: 0,
      };
      return { ...fullLedger, ...identityFields, state: deriveProcessState(fullLedger), open: [] };
    });

it('the offered start, the text on the screen and the refusal follow one rule', () => {
  const caseCounts = { offered: 0, refused: 0, blockedByPrevious: 0 };
  fc.assert(
    fc.property(
      arbitraryProcess(1),
      arbitraryProcess(2),
      fc.integer({ min: 1, max: 9 }),
      (first, second, extraQuantity) => {
        const routing = [first, second];
        const startableQuantity = calculateStartableQuantity(second);
        const forbiddingState = findForbiddingState(second.orderState, second.state, 'start');
        const blocker = findStartBlocker(second, routing, startableQuantity);
        const nextStep = findNextStep(second, routing, null);
        expect(nextStep.step === 'start').toBe(forbiddingState === null && blocker === null);
        if (nextStep.step === 'start') {
          caseCounts.offered++;
          expect(nextStep.quantity).toBe(startableQuantity);
          // A start with more pieces than offered is refused, and the refusal contains the available quantity.
          expect(findStartBlocker(second, routing, startableQuantity + extraQuantity)).toEqual({
            kind: 'quantity',
            startable: startableQuantity,
          });
        } else caseCounts.refused++;
        if (blocker?.kind === 'processBefore') caseCounts.blockedByPrevious++;
        if (nextStep.waitsFor) expect(nextStep.waitsFor.processId).toBe(first.id);

        const isAlive =
          !hasProcessEnded(second.state) && second.openReports === 0 && second.state !== 'suspended';
        const wait = makeWaitFinder(routing)(second);
        expect(wait?.for === 'start').toBe(isAlive && blocker === null);
      },
    ),
    { numRuns: 3000 },
  );
  for (const count of Object.values(caseCounts)) expect(count).toBeGreaterThan(50);
});

it('machinable pieces can be started; arrived pieces too if the process needs no receipt', () => {
  fc.assert(
    fc.property(arbitraryProcess(1), (process) => {
      const receivableQuantity = process.needsReceive ? 0 : calculateReceivableQuantity(process);
      expect(subtractQuantities(calculateStartableQuantity(process), process.machinable)).toBe(
        receivableQuantity,
      );
    }),
  );
});

it('in a suspended or closed order, running work can be finished but no work can start', () => {
  for (const state of ['suspended', 'closed'] as const) {
    expect(findForbiddingState(state, 'processing', 'finish')).toBeNull();
    expect(findForbiddingState(state, 'processing', 'unfinished')).toBeNull();
    expect(findForbiddingState(state, 'processing', 'start')).toBe('order');
    expect(findForbiddingState(state, 'processing', 'receive')).toBe('order');
  }
  for (const state of ['draft', 'cancelled'] as const)
    expect(findForbiddingState(state, 'processing', 'finish')).toBe('order');
  expect(findForbiddingState('closed', 'completed', 'reverse')).toBe('order');
  expect(findForbiddingState('suspended', 'completed', 'reverse')).toBeNull();
  expect(findForbiddingState('inProgress', 'completed', 'start')).toBe('process');
});
