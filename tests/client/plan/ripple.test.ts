import { describe, expect, test } from 'vitest';
import { plan } from '#shared/planning/engine/plan.ts';
import { RippleFinder } from '#client/features/plan/schedule/pinning/ripple.ts';
import { at, makeOrder, makeSmallPlant, makeTask, onMachines } from '#tests/support/small-plant.ts';

/** Two orders one after the other on machine 1, which is open from 6:00 to 14:00. */
const input = makeSmallPlant(
  [makeTask(1, { need: onMachines(240, 1) }), makeTask(2, { order: 2, need: onMachines(180, 1) })],
  { orders: [makeOrder(1, { due: at(0, 14) }), makeOrder(2, { due: at(0, 14) })] },
);
const lastPlaced = plan(input, { seed: 1, passes: 30 }).placed;
const [firstTask, secondTask] = [...lastPlaced].sort((a, b) => a.start - b.start).map(({ task }) => task);
const getOrder = (task: number) => input.tasks.find(({ id }) => id === task)!.order;

describe('the ripple of an appointment', () => {
  const finder = new RippleFinder(input, lastPlaced);

  test('names the orders that get later, by how much, and which of them are newly late', () => {
    // The second operation is moved to the beginning of the shift, where the first operation is. The first
    // operation then cannot end today.
    const { end } = lastPlaced.find(({ task }) => task === firstTask)!;
    const ripple = finder.tryPin({ task: secondTask!, machine: 1, start: at(0, 6), end });
    expect(ripple.laterOrders.map(({ id }) => id)).toEqual([getOrder(firstTask!)]);
    const delayedOrder = ripple.laterOrders[0]!;
    expect(delayedOrder.laterBy).toBeGreaterThan(0);
    expect(ripple.movedCount).toBe(1);
    expect(ripple.earlierCount).toBe(1);
  });

  test('of an appointment where the operation is already, is nothing', () => {
    const { start, end } = lastPlaced.find(({ task }) => task === secondTask)!;
    const ripple = finder.tryPin({ task: secondTask!, machine: 1, start, end });
    expect(ripple).toMatchObject({ laterOrders: [], earlierCount: 0, movedCount: 0, conflicts: [] });
  });

  test('tells what the appointment itself breaks', () => {
    const ripple = finder.tryPin({ task: secondTask!, machine: 1, start: at(0, 20), end: at(0, 23) });
    expect(ripple.conflicts).toMatchObject([{ task: secondTask, kind: 'closed' }]);
    expect(ripple.laterOrders).toMatchObject([{ id: getOrder(secondTask!), isNewlyLate: true }]);
  });

  test('of one try does not depend on the tries before', () => {
    const pin = { task: secondTask!, machine: 1, start: at(0, 20), end: at(0, 23) };
    const expectedRipple = new RippleFinder(input, lastPlaced).tryPin(pin);
    finder.tryPin({ task: firstTask!, machine: 1, start: at(3, 6), end: at(3, 10) });
    expect(finder.tryPin(pin)).toEqual(expectedRipple);
  });
});
