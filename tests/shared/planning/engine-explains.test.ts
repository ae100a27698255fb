import { expect, test } from 'vitest';
import { comparePlans } from '#shared/planning/engine/compare.ts';
import { plan } from '#shared/planning/engine/plan.ts';
import type { PlanRun, Proposal } from '#shared/planning/engine/proposal.ts';
import type { SearchSequence, SequenceShop } from '#shared/planning/engine/sequence-types.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import { at, makeOrder, makeSmallPlant, makeTask, onMachines } from '#tests/support/small-plant.ts';

const planSmall = (input: PlanInput): Proposal => plan(input, { seed: 1, passes: 5 });

/**
 * A plant whose order 1 is late: it waits for machine 1 behind order 2, has a transfer, and two nights
 * interrupt its work.
 */
const lateOrderInput = makeSmallPlant(
  [
    makeTask(1, { need: onMachines(360, 1) }),
    makeTask(2, { need: onMachines(300, 2), after: [{ task: 1, transfer: 120 }] }),
    makeTask(3, { need: onMachines(240, 1), order: 2 }),
  ],
  { orders: [makeOrder(1, { due: at(0, 14) }), makeOrder(2, { due: at(0, 10), weight: 10 })] },
);

test('the chain of a late order has each wait from now to its end', () => {
  const order = planSmall(lateOrderInput).orders[0]!;
  expect(order.chain).toEqual([
    { kind: 'machine', task: 1, from: at(0, 6), until: at(0, 10), closed: 0, machine: 1, behind: [3] },
    { kind: 'work', task: 1, from: at(0, 10), until: at(1, 8), closed: 960, machine: 1, behind: [] },
    { kind: 'transfer', task: 1, from: at(1, 8), until: at(1, 10), closed: 0, machine: null, behind: [] },
    { kind: 'work', task: 2, from: at(1, 10), until: at(2, 7), closed: 960, machine: 2, behind: [] },
  ]);
  expect([order.end, order.lateBy]).toEqual([at(2, 7), 41 * 60]);
});

test('the causes of lateness are waits first, then closed time, transfer and work, and they add up', () => {
  const { causes, lateBy } = planSmall(lateOrderInput).orders[0]!;
  expect(causes).toEqual([
    { kind: 'machine', minutes: 240, machine: 1, behind: [3] },
    { kind: 'closed', minutes: 1920, machine: null, behind: [] },
    { kind: 'transfer', minutes: 120, machine: null, behind: [] },
    { kind: 'work', minutes: 180, machine: null, behind: [] },
  ]);
  expect(causes.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(lateBy);
});

test('the time in which its machine is broken down is a cause of its own, apart from other closed time', () => {
  // Machine 1 works from 6:00 to 14:00. It is down during the first two hours, so its calendar is closed in
  // that time.
  const plant = makeSmallPlant([makeTask(1, { need: onMachines(420, 1) })], {
    orders: [makeOrder(1, { due: at(0, 14) })],
  });
  const plantWithDowntime = {
    ...plant,
    calendars: plant.calendars.map(({ id, windows }) => ({
      id,
      windows: windows.map(([from, until]): [number, number] => [Math.max(from, at(0, 8)), until]),
    })),
    downtimes: [
      { machine: 1, from: at(0, 6), until: at(0, 8) },
      { machine: 2, from: at(0, 6), until: at(3, 8) },
    ],
  };
  expect(planSmall(plant).orders[0]).toMatchObject({ lateBy: 0 });
  const { causes, lateBy } = planSmall(plantWithDowntime).orders[0]!;
  expect(causes).toEqual([
    { kind: 'down', minutes: 120, machine: 1, behind: [] },
    { kind: 'closed', minutes: 900, machine: null, behind: [] },
  ]);
  expect(lateBy).toBe(17 * 60);
});

test('the first cause of an order that was due before now is that it is overdue', () => {
  const orders = [makeOrder(1, { due: at(-1, 6) })];
  const [order] = planSmall(makeSmallPlant([makeTask(1)], { orders })).orders;
  expect(order!.causes).toEqual([
    { kind: 'overdue', minutes: 1440, machine: null, behind: [] },
    { kind: 'work', minutes: 60, machine: null, behind: [] },
  ]);
});

test('an operation has to end early enough for the operations after it', () => {
  const { placed } = planSmall(lateOrderInput);
  // Task 2 needs 300 minutes before Monday 14:00, so it starts at 9:00. The transfer before it takes two hours.
  expect(placed.map(({ needBy }) => needBy)).toEqual([at(0, 7), at(0, 14), at(0, 10)]);
});

test('two plans, without and with a rush order, differ in late orders, moved operations and loads', () => {
  const inputBefore = makeSmallPlant([makeTask(1, { need: onMachines(420, 1) })], {
    orders: [makeOrder(1, { due: at(0, 14) }), makeOrder(2, { due: at(0, 8), weight: 10 })],
  });
  const rushTask = makeTask(2, { need: onMachines(120, 1), order: 2 });
  const difference = comparePlans(
    planSmall(inputBefore),
    planSmall({ ...inputBefore, tasks: [...inputBefore.tasks, rushTask] }),
  );
  expect(difference).toEqual({
    newlyLate: [1],
    newlyOnTime: [],
    shifted: [{ id: 1, laterBy: 18 * 60, lateBefore: 0, lateAfter: 17 * 60 }],
    moved: [{ task: 1, laterBy: 120, isMachineChanged: false }],
    newlyPlaced: [2],
    newlyUnplaced: [],
    machineLoad: [
      { id: 1, day: 0, minutes: 60 },
      { id: 1, day: 1, minutes: 60 },
    ],
    peopleLoad: [],
  });
});

test('the hash of an input changes with every fact, but not with the clock', () => {
  const computeHash = (input: PlanInput): string => planSmall(input).inputHash;
  const clock = { now: at(0, 7), fenceEnd: at(0, 8), horizonEnd: at(13, 0) };
  expect(computeHash({ ...lateOrderInput, ...clock })).toBe(computeHash(lateOrderInput));
  const [firstTask, ...otherTasks] = lateOrderInput.tasks;
  const hashes = [
    lateOrderInput,
    { ...lateOrderInput, tasks: [{ ...firstTask!, preparation: 1 }, ...otherTasks] },
    { ...lateOrderInput, tasks: [{ ...firstTask!, notBefore: 0 }, ...otherTasks] },
    { ...lateOrderInput, orders: [makeOrder(1), makeOrder(2)] },
    { ...lateOrderInput, bookings: [{ machine: 1, from: at(9, 0), until: at(9, 1) }] },
    { ...lateOrderInput, rule: ['byAge'] as const },
  ].map(computeHash);
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('after a breakdown, `repair` moves only operations that it hits; `order` delays the later ones too', () => {
  const tasks = [1, 2, 3].map((id) => makeTask(id, { need: onMachines(120, 1) }));
  const plant = makeSmallPlant(tasks);
  const lastPlaced = planSmall(plant).placed;
  const inputWithBreakdown: PlanInput = {
    ...plant,
    last: lastPlaced,
    bookings: [{ machine: 1, from: at(0, 6), until: at(0, 7) }],
  };
  const listStarts = (keep: PlanInput['keep']): number[] =>
    planSmall({ ...inputWithBreakdown, keep }).placed.map(({ start }) => start);
  expect(listStarts('repair')).toEqual([at(0, 12), at(0, 8), at(0, 10)]);
  expect(listStarts('order')).toEqual([at(0, 7), at(0, 9), at(0, 11)]);
});

test('with `order`, an operation changes its machine only if it is over 4 h late there and saves over 4 h', () => {
  const plant = makeSmallPlant([makeTask(1, { need: onMachines(60, 1, 2) })], { keep: 'order' });
  const lastPlaced = [{ task: 1, machine: 1, start: at(0, 6), end: at(0, 7) }];
  const findMachine = (bookedHours1: number, bookedHours2: number): number | null => {
    const bookings = [
      { machine: 1, from: at(0, 6), until: at(0, 6 + bookedHours1) },
      { machine: 2, from: at(0, 6), until: at(0, 6 + bookedHours2) },
    ];
    return planSmall({ ...plant, last: lastPlaced, bookings }).placed[0]!.machine;
  };
  expect([findMachine(3, 0), findMachine(6, 0), findMachine(6, 4)]).toEqual([1, 2, 1]);
});

test('with `order`, an operation that is on time does not change to a machine that is free earlier', () => {
  const tasks = [
    makeTask(1, { need: onMachines(360, 1) }),
    makeTask(2, { need: onMachines(60, 1, 2) }),
    makeTask(3, { need: onMachines(60, 3) }),
  ];
  const lastPlaced = [
    { task: 1, machine: 1, start: at(0, 6), end: at(0, 12) },
    { task: 2, machine: 1, start: at(0, 12), end: at(0, 13) },
    { task: 3, machine: 3, start: at(0, 6), end: at(0, 7) },
  ];
  const bookings = [{ machine: 3, from: at(0, 6), until: at(0, 7) }];
  const { placed } = planSmall(makeSmallPlant(tasks, { last: lastPlaced, bookings, keep: 'order' }));
  expect(placed.map(({ machine, start }) => [machine, start])).toEqual([
    [1, at(0, 6)],
    [1, at(0, 12)],
    [3, at(0, 7)],
  ]);
});

test('when an operation is done early, `order` starts the later ones earlier; `repair` leaves them', () => {
  const tasks = [1, 2, 3].map((id) => makeTask(id, { need: onMachines(120, 1) }));
  const plant = makeSmallPlant(tasks);
  const lastPlaced = planSmall(plant).placed;
  const laterInput: PlanInput = {
    ...plant,
    now: at(0, 7),
    fenceEnd: at(0, 7),
    last: lastPlaced,
    tasks: tasks.slice(1),
  };
  const listStarts = (keep: PlanInput['keep']): number[] =>
    planSmall({ ...laterInput, keep }).placed.map(({ start }) => start);
  expect(listStarts('repair')).toEqual([at(0, 8), at(0, 10)]);
  expect(listStarts('order')).toEqual([at(0, 7), at(0, 9)]);
});

test('for the goal `makespan`, the plan follows the sequence that the search finds', () => {
  const after = (task: number) => [{ task, transfer: 0 }];
  const plant = makeSmallPlant(
    [
      makeTask(1, { need: onMachines(60, 1) }),
      makeTask(2, { need: onMachines(300, 2), after: after(1) }),
      makeTask(3, { need: onMachines(300, 1), order: 2 }),
      makeTask(4, { need: onMachines(60, 2), after: after(3), order: 2 }),
    ],
    { orders: [makeOrder(1), makeOrder(2, { due: at(0, 8) })], goal: 'makespan' },
  );
  const shops: SequenceShop[] = [];
  const searchSequence: SearchSequence = (shop) => {
    shops.push(shop);
    // Operations are numbered by their starts in the present plan, which begins with order 2. The search puts
    // order 1 first.
    return {
      operations: Int32Array.of(1, 0, 3, 2),
      choice: shop.initialOrder!.choice,
      makespan: 420,
      rounds: 1,
    };
  };
  const computeMakespan = (run: Partial<PlanRun>): number =>
    plan(plant, { seed: 1, passes: 0, ...run }).objective.makespan;
  expect([computeMakespan({}), computeMakespan({ searchSequence })]).toEqual([1620, 420]);
  expect(shops[0]).toMatchObject({
    operationCount: 4,
    choiceMachine: Int32Array.of(0, 0, 1, 1),
    predecessorFrom: Int32Array.of(0, 0, 0, 1, 2),
    predecessor: Int32Array.of(0, 1),
  });
});

test('an order on time is explained on request: its causes cover the time from now to its end', () => {
  const onTimeInput = {
    ...lateOrderInput,
    orders: [makeOrder(1, { due: at(5, 14) }), makeOrder(2, { due: at(0, 10), weight: 10 })],
  };
  expect(planSmall(onTimeInput).orders[0]).toMatchObject({ lateBy: 0, chain: [], causes: [] });
  const explained = plan(onTimeInput, { seed: 1, passes: 5, explainedOrder: 1 }).orders;
  const { end, lateBy, causes } = explained[0]!;
  expect([end, lateBy]).toEqual([at(2, 7), 0]);
  expect(causes.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(end! - onTimeInput.now);
  expect(causes[0]).toEqual({ kind: 'machine', minutes: 240, machine: 1, behind: [3] });
  expect(explained[1]).toEqual(planSmall(onTimeInput).orders[1]);
  // The request does not change the explanation of a late order.
  expect(plan(lateOrderInput, { seed: 1, passes: 5, explainedOrder: 1 }).orders).toEqual(
    planSmall(lateOrderInput).orders,
  );
});

test('the hash of the input is left out on request', () => {
  const { inputHash, ...proposal } = planSmall(lateOrderInput);
  expect(inputHash).not.toBe('');
  expect(plan(lateOrderInput, { seed: 1, passes: 5, skipsInputHash: true })).toEqual({
    ...proposal,
    inputHash: '',
  });
});
