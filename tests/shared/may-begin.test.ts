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
import { hasProcessEnded, findProcessWait } from '#shared/ledger/waiting.ts';
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
      const identity = {
        id,
        processId: id,
        partId: 1,
        seq: 10 * id,
        name: `Operation ${id}`,
        partName: 'Part',
      };
      return { ...fullLedger, ...identity, state: deriveProcessState(fullLedger), open: [] };
    });

it('the offered start, the text on the screen and the refusal follow one rule', () => {
  const seen = { offered: 0, refused: 0, before: 0 };
  fc.assert(
    fc.property(
      arbitraryProcess(1),
      arbitraryProcess(2),
      fc.integer({ min: 1, max: 9 }),
      (first, second, quantity) => {
        const routing = [first, second];
        const startableQuantity = calculateStartableQuantity(second);
        const states = findForbiddingState(second.orderState, second.state, 'start');
        const hindrance = findStartBlocker(second, routing, startableQuantity);
        const next = findNextStep(second, routing, null);
        expect(next.step === 'start').toBe(states === null && hindrance === null);
        if (next.step === 'start') {
          seen.offered++;
          expect(next.quantity).toBe(startableQuantity);
          // A start with more pieces than offered is refused, and the refusal contains the available quantity.
          expect(findStartBlocker(second, routing, startableQuantity + quantity)).toEqual({
            is: 'quantity',
            startable: startableQuantity,
          });
        } else seen.refused++;
        if (hindrance?.is === 'processBefore') seen.before++;
        if (next.waitsFor) expect(next.waitsFor.processId).toBe(first.id);

        const isAlive =
          !hasProcessEnded(second.state) && second.openReports === 0 && second.state !== 'suspended';
        const waiting = findProcessWait(second, routing, new Map());
        expect(waiting?.for === 'start').toBe(isAlive && hindrance === null);
      },
    ),
    { numRuns: 3000 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});

it('what can be started are pieces that are here, and those that have arrived where nobody need receive them', () => {
  fc.assert(
    fc.property(arbitraryProcess(1), (one) => {
      const receivableQuantity = one.needsReceive ? 0 : calculateReceivableQuantity(one);
      expect(subtractQuantities(calculateStartableQuantity(one), one.machinable)).toBe(receivableQuantity);
    }),
  );
});

it('what runs is reported to its end also when its order is suspended or closed, and nothing begins there', () => {
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
