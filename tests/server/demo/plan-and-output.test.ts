import { expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { demoContent, splitAtSpaces, type DemoWorkGroup } from '#server/demo/content.ts';
import { getStandardMinutes, groupsByCraft } from '#server/demo/masters.ts';
import type { PlannedOrder } from '#server/demo/orders.ts';
import { planNextOrder } from '#server/demo/simulator/due-date.ts';
import { MIN_OPEN_ORDERS } from '#server/demo/simulator/planner.ts';

const HOURS_PER_DAY = 24;
/** The number of the first compared day. On the days before, the factory fills up with orders. */
const FIRST_COMPARED_DAY = 8;
const SIMULATED_DAY_COUNT = 30;

interface SimulatedProcess {
  craftName: string;
  group: string;
  target: number;
  good: number;
  plannedEnd: string;
}
interface SimulatedOrder {
  due: number;
  parts: SimulatedProcess[][];
  processes: SimulatedProcess[];
}

/** Returns the date of a simulated day. @param day the number of the day, from 0 */
const getSimulatedDate = (day: number): string => addDays('2026-03-02', day);

function makeOrder(plan: PlannedOrder, day: number): SimulatedOrder {
  const parts = plan.parts.map(({ routing, quantity, plannedEndDays: ends }) =>
    splitAtSpaces(routing).map((craftName, index) => ({
      craftName,
      group: groupsByCraft.get(craftName)!.code,
      target: quantity,
      good: 0,
      plannedEnd: getSimulatedDate(day + ends[index]!),
    })),
  );
  return { due: day + plan.dueDay, parts, processes: parts.flat() };
}

/**
 * Counts the pieces that have arrived at a process and are not made yet. An assembly waits until its parts are
 * finished.
 */
function countStartablePieces(order: SimulatedOrder, partIndex: number, stepIndex: number): number {
  const process = order.parts[partIndex]![stepIndex]!;
  const previousProcess = order.parts[partIndex]![stepIndex - 1];
  const subpartRoutings = partIndex === 0 && stepIndex === 0 ? order.parts.slice(1) : [];
  const isWaiting = subpartRoutings.some((routing) => routing.at(-1)!.good < routing.at(-1)!.target);
  return isWaiting ? 0 : (previousProcess?.good ?? process.target) - process.good;
}

/** Lets a group work on the most urgent orders for some minutes. @returns the number of made pieces */
function workOnUrgentOrders(orders: readonly SimulatedOrder[], group: string, minutes: number): number {
  let minutesLeft = minutes;
  let madeCount = 0;
  for (const order of orders.toSorted((a, b) => a.due - b.due)) {
    for (const [partIndex, routing] of order.parts.entries()) {
      for (const [stepIndex, process] of [...routing.entries()].toReversed()) {
        if (process.group !== group || minutesLeft <= 0) continue;
        const minutesPerPiece = getStandardMinutes(process.craftName);
        const pieceCount = Math.min(
          countStartablePieces(order, partIndex, stepIndex),
          Math.ceil(minutesLeft / minutesPerPiece),
        );
        process.good += pieceCount;
        madeCount += pieceCount;
        minutesLeft -= pieceCount * minutesPerPiece;
      }
    }
  }
  return madeCount;
}

/** Simulates the factory for SIMULATED_DAY_COUNT days. @returns the planned and the made pieces of the compared days */
function simulateFactoryDays(efficiency: number): { planned: number; made: number } {
  let orderNumber = 0;
  let orders: SimulatedOrder[] = [];
  const sum = { planned: 0, made: 0 };
  for (let day = 0; day < SIMULATED_DAY_COUNT; day++) {
    const dueProcesses = orders.flatMap(({ processes }) =>
      processes.filter(({ plannedEnd }) => plannedEnd <= getSimulatedDate(day)),
    );
    if (day >= FIRST_COMPARED_DAY)
      sum.planned += dueProcesses.reduce((total, { target, good }) => total + target - good, 0);
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const now = new Date(`${getSimulatedDate(day)}T${String(hour).padStart(2, '0')}:00:00Z`);
      while (orders.length < MIN_OPEN_ORDERS)
        orders.push(makeOrder(planNextOrder(orderNumber++, orders, now), day));
      for (const group of demoContent.groups as readonly DemoWorkGroup[]) {
        // In each hour half of the people are at work. Of twelve hours, they spend one on breaks.
        const minutes = (group.people / 2) * 60 * (11 / 12) * efficiency;
        const madeQuantity = workOnUrgentOrders(orders, group.code, minutes);
        if (day >= FIRST_COMPARED_DAY) sum.made += madeQuantity;
      }
      orders = orders.filter(({ processes }) => processes.some(({ target, good }) => good < target));
    }
  }
  return sum;
}

test.each([0.7, 0.85, 1])(
  'people make about as much as is planned if their efficiency is %d',
  (efficiency) => {
    const { planned, made } = simulateFactoryDays(efficiency);
    console.log(`planned ${planned}, made ${made}: ${(made / planned).toFixed(2)}`);
    expect(made / planned).toBeGreaterThan(0.65);
    expect(made / planned).toBeLessThan(1.5);
  },
);
