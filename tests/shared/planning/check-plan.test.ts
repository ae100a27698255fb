import { expect, test } from 'vitest';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Placed, Proposal } from '#shared/planning/engine/proposal.ts';
import { checkPlan } from '#tests/support/check-plan.ts';
import { at, makeOrder, makeSmallPlant, makeTask, onMachines } from '#tests/support/small-plant.ts';

const crew = { group: 1, manMinutes: null, ratio: 1 };
/**
 * A workshop whose plan has a late order (order 1), conflicts, an unplaced task, crews, a booking and a
 * fence.
 */
const input = makeSmallPlant(
  [
    makeTask(1, { need: onMachines(300, 1) }),
    makeTask(2, { need: onMachines(300, 1), after: [{ task: 1, transfer: 60 }] }),
    makeTask(3, { need: onMachines(120, 2), crew, order: 2 }),
    makeTask(4, { need: onMachines(120, 2), crew, order: 2 }),
    makeTask(5, { pinned: { machine: 2, start: at(1, 7), end: null }, need: onMachines(60, 2), order: 2 }),
    makeTask(6, { started: { machine: 3, at: at(0, 5), remaining: 90 }, need: onMachines(200, 3), order: 2 }),
    makeTask(7, { need: onMachines(null, 1), order: 2 }),
    makeTask(8, { need: onMachines(60, 3), materialAt: at(1, 9), order: 2 }),
    makeTask(9, { pinned: { machine: 2, start: at(1, 7), end: null }, need: onMachines(60, 2), order: 2 }),
  ],
  {
    orders: [makeOrder(1, { due: at(0, 14) }), makeOrder(2)],
    people: [{ id: 1, minutes: Array.from({ length: 14 }, () => 200) }],
    bookings: [{ machine: 3, from: at(2, 0), until: at(2, 6) }],
    fenceEnd: at(0, 7),
    keep: 'order',
    last: [{ task: 1, machine: 1, start: at(0, 6), end: at(0, 11) }],
  },
);
const proposal = plan(input, { seed: 1, passes: 10 });

const changePlaced = (task: number, changes: Partial<Placed>): Proposal => ({
  ...proposal,
  placed: proposal.placed.map((placed) => (placed.task === task ? { ...placed, ...changes } : placed)),
});
const findPlaced = (task: number): Placed => proposal.placed.find((placed) => placed.task === task)!;
const shiftTask = (task: number, minutes: number): Proposal =>
  changePlaced(task, { start: findPlaced(task).start + minutes, end: findPlaced(task).end + minutes });

test('the checker accepts the plan of the workshop', () => {
  expect(checkPlan(input, proposal)).toEqual([]);
});

test.each<[fault: string, faultyProposal: Proposal, reportedFault: string]>([
  [
    'an operation is left out',
    { ...proposal, placed: proposal.placed.slice(1) },
    'task 1 is reported 0 times',
  ],
  [
    'an operation is placed twice',
    { ...proposal, placed: [...proposal.placed, findPlaced(3)] },
    'task 3 is reported 2 times',
  ],
  [
    'two operations have one machine at once',
    shiftTask(4, findPlaced(3).start + 60 - findPlaced(4).start),
    'have one lane at the same time',
  ],
  ['a successor starts during the transfer', shiftTask(2, -30), 'task 2 starts before 1 is there'],
  [
    'an operation works for too short a time',
    changePlaced(3, { end: findPlaced(3).end - 10 }),
    'task 3 works too long or too short',
  ],
  ['an operation starts at night', shiftTask(3, 12 * 60), 'task 3 starts while closed'],
  [
    'an operation is on a machine that cannot do it',
    changePlaced(3, { machine: 3 }),
    'task 3 is placed without an estimate',
  ],
  ['an operation starts before its material is there', shiftTask(8, -60), 'task 8 starts before it may'],
  [
    'an operation works while its machine is booked',
    changePlaced(8, { start: at(2, 5), end: at(2, 6) }),
    'task 8 works while its machine is booked',
  ],
  [
    'an operation newly starts before the fence',
    changePlaced(3, { start: at(0, 6), end: at(0, 8) }),
    'task 3 newly starts before the fence',
  ],
  ['a pin is moved', shiftTask(5, 60), 'task 5 is held, but moved'],
  ['a started operation is moved', changePlaced(6, { start: at(0, 4) }), 'task 6 is held, but moved'],
  ['a group has more work than people', moveToDay(0), 'overfills day 0 of group 1'],
  [
    'an overlap is reported on one side only',
    { ...proposal, conflicts: proposal.conflicts.filter(({ task }) => task !== 5) },
    'is reported on one side only',
  ],
  [
    'a reason is made up',
    {
      ...proposal,
      unplaced: proposal.unplaced.map((unplaced) => ({ ...unplaced, reason: 'cycle' })),
    },
    'task 7 is not placed for a wrong reason: cycle',
  ],
  [
    'an order is said to be on time',
    { ...proposal, orders: proposal.orders.map((order) => ({ ...order, lateBy: 0 })) },
    'order 1 is late by',
  ],
  [
    'a chain has a gap',
    {
      ...proposal,
      orders: proposal.orders.map((order) => ({
        ...order,
        chain: order.chain.filter((_, index) => index !== 1),
      })),
    },
    'the chain of order 1 has a gap',
  ],
  [
    'the causes do not add up',
    { ...proposal, orders: proposal.orders.map((order) => ({ ...order, causes: order.causes.slice(1) })) },
    'the causes of order 1 do not add up',
  ],
  [
    'the objective is too good',
    { ...proposal, objective: { ...proposal.objective, tardiness: 0 } },
    'tardiness is not',
  ],
  [
    'the load of a machine is wrong',
    {
      ...proposal,
      machineLoad: proposal.machineLoad.map(({ id, planned, available }) => ({
        id,
        planned: planned.map(() => 0),
        available,
      })),
    },
    'the load of machine 1 on day 0 is',
  ],
])('the checker rejects a plan in which %s', (_, faultyProposal, reportedFault) => {
  expect(checkPlan(input, faultyProposal).join('\n')).toContain(reportedFault);
});

/** Moves both tasks with a crew to a day. */
function moveToDay(day: number): Proposal {
  const movedTask = { ...findPlaced(4), task: 3, machine: 2, start: at(day, 10), end: at(day, 12) };
  return {
    ...proposal,
    placed: proposal.placed.map((placed) =>
      placed.task === 3
        ? movedTask
        : placed.task === 4
          ? { ...placed, start: at(day, 12), end: at(day, 14) }
          : placed,
    ),
  };
}
