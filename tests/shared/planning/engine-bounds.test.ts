import { describe, expect, test } from 'vitest';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Placed, Proposal } from '#shared/planning/engine/proposal.ts';
import type { PlanInput, Task } from '#shared/planning/engine/types.ts';
import { checkPlan } from '#tests/support/check-plan.ts';
import { at, makeOrder, makeSmallPlant, makeTask, onMachines } from '#tests/support/small-plant.ts';

function planSmall(tasks: readonly Task[], change: Partial<PlanInput> = {}): Proposal {
  const input = makeSmallPlant(tasks, change);
  const proposal = plan(input, { seed: 1, passes: 5 });
  expect(checkPlan(input, proposal)).toEqual([]);
  return proposal;
}

const findPlaced = ({ placed }: Proposal, task: number): Placed => {
  const foundTask = placed.find((candidate) => candidate.task === task);
  if (!foundTask) throw new Error(`Task ${task} is not placed`);
  return foundTask;
};

/** Expects the start and the end of a task, and what bounds its start: the kind of the bound and the task behind it. */
function expectPlaced(
  proposal: Proposal,
  task: number,
  start: number,
  end: number,
  kind: string,
  behind?: number,
) {
  const placed = findPlaced(proposal, task);
  expect({ start: placed.start, end: placed.end, bound: placed.bound }).toEqual({
    start,
    end,
    bound: { kind, task: behind ?? null },
  });
}

describe('what bounds the start of an operation', () => {
  test('now, if nothing else does', () => {
    expectPlaced(planSmall([makeTask(1)]), 1, at(0, 6), at(0, 7), 'now');
  });

  test('the fence, before which no new operation starts', () => {
    expectPlaced(planSmall([makeTask(1)], { fenceEnd: at(0, 9) }), 1, at(0, 9), at(0, 10), 'fence');
  });

  test('its material, and its own earliest start', () => {
    expectPlaced(planSmall([makeTask(1, { materialAt: at(1, 8) })]), 1, at(1, 8), at(1, 9), 'material');
    expectPlaced(planSmall([makeTask(1, { notBefore: at(1, 8) })]), 1, at(1, 8), at(1, 9), 'notBefore');
  });

  test('its predecessor, and the transfer from there', () => {
    const proposal = planSmall([
      makeTask(1),
      makeTask(2, { need: onMachines(60, 2), after: [{ task: 1, transfer: 0 }] }),
      makeTask(3, { need: onMachines(60, 2), after: [{ task: 2, transfer: 90 }] }),
    ]);
    expectPlaced(proposal, 2, at(0, 7), at(0, 8), 'predecessor', 1);
    expectPlaced(proposal, 3, at(0, 9.5), at(0, 10.5), 'transfer', 2);
  });

  test('the longest branch of an assembly', () => {
    const proposal = planSmall([
      makeTask(1, { need: onMachines(60, 1) }),
      makeTask(2, { need: onMachines(180, 2) }),
      makeTask(3, {
        need: onMachines(60, 3),
        after: [
          { task: 1, transfer: 0 },
          { task: 2, transfer: 0 },
        ],
      }),
    ]);
    expectPlaced(proposal, 3, at(0, 9), at(0, 10), 'predecessor', 2);
  });

  test('its machine, which works on the more urgent order first', () => {
    const proposal = planSmall([makeTask(1), makeTask(2, { order: 2 })], {
      orders: [makeOrder(1, { due: at(1, 14) }), makeOrder(2, { due: at(0, 8) })],
    });
    expectPlaced(proposal, 2, at(0, 6), at(0, 7), 'now');
    expectPlaced(proposal, 1, at(0, 7), at(0, 8), 'machine', 2);
  });

  test('its machine, which is booked', () => {
    const bookings = [{ machine: 1, from: at(0, 6), until: at(0, 8) }];
    expectPlaced(planSmall([makeTask(1)], { bookings }), 1, at(0, 8), at(0, 9), 'machine');
  });

  test('the people of its group, who have no minutes left on that day', () => {
    const crew = { group: 1, manMinutes: 90, ratio: 0 };
    const people = [{ id: 1, minutes: Array.from({ length: 14 }, () => 100) }];
    const tasks = [makeTask(1, { crew }), makeTask(2, { crew, need: onMachines(60, 2) })];
    const proposal = planSmall(tasks, { people });
    expectPlaced(proposal, 1, at(0, 6), at(0, 7), 'now');
    // 10 man minutes are left on Monday. They are enough for 7 minutes of work at the end of the shift.
    expectPlaced(proposal, 2, at(0, 14) - 7, at(1, 7) - 7, 'people');
    expect(proposal.peopleLoad[0]!.planned.slice(0, 3)).toEqual([100, 80, 0]);
  });

  test('the end of the shift; an operation that has started continues on the next morning', () => {
    const proposal = planSmall([
      makeTask(1, { need: onMachines(600, 1) }),
      makeTask(2, { notBefore: at(0, 20) }),
    ]);
    expectPlaced(proposal, 1, at(0, 6), at(1, 8), 'now');
    const proposalWithClosedTime = planSmall([
      makeTask(1, { after: [{ task: 2, transfer: 0 }] }),
      makeTask(2, { need: onMachines(600, 3) }),
    ]);
    expectPlaced(proposalWithClosedTime, 1, at(1, 6), at(1, 7), 'closed');
  });

  test('that it is running; its remaining work continues from now', () => {
    const started = { machine: 1, at: at(0, 4), remaining: 30 };
    const proposal = planSmall([makeTask(1, { started }), makeTask(2)]);
    expectPlaced(proposal, 1, at(0, 4), at(0, 6.5), 'started');
    expectPlaced(proposal, 2, at(0, 6.5), at(0, 7.5), 'machine', 1);
  });

  test('its appointment; other operations run before and after it', () => {
    const pinned = { machine: 1, start: at(0, 7), end: null };
    const proposal = planSmall([
      makeTask(1, { pinned }),
      makeTask(2, { need: onMachines(90, 1) }),
      makeTask(3),
    ]);
    expectPlaced(proposal, 1, at(0, 7), at(0, 8), 'pin');
    expect([findPlaced(proposal, 2).start, findPlaced(proposal, 3).start]).toEqual([at(0, 8), at(0, 6)]);
  });

  test('the last plan, if operations stay where they were', () => {
    const last = [{ task: 1, machine: 1, start: at(0, 10), end: at(0, 11) }];
    const proposal = planSmall([makeTask(1), makeTask(2, { need: onMachines(240, 1) })], {
      last,
      keep: 'repair',
    });
    expectPlaced(proposal, 1, at(0, 10), at(0, 11), 'kept');
    expectPlaced(proposal, 2, at(0, 6), at(0, 10), 'now');
  });
});

describe('machines', () => {
  test('the machine that is done first is taken, also if it is slower', () => {
    const need: Task['need'] = {
      kind: 'machines',
      machines: [
        { id: 1, minutes: 60 },
        { id: 2, minutes: 80 },
      ],
    };
    const proposal = planSmall([makeTask(1, { need }), makeTask(2, { need })]);
    expect([1, 2].map((task) => findPlaced(proposal, task).machine)).toEqual([1, 2]);
  });

  test('a machine with two lanes runs two operations at once', () => {
    const machines = [{ id: 1, calendar: 1, lanes: 2 }];
    const proposal = planSmall([makeTask(1), makeTask(2), makeTask(3)], { machines });
    expect([1, 2, 3].map((task) => findPlaced(proposal, task).start)).toEqual([at(0, 6), at(0, 6), at(0, 7)]);
  });

  test('an operation without a machine never waits for another, and fixed days have 24 hours', () => {
    const proposal = planSmall([
      makeTask(1, { need: { kind: 'infinite', minutes: 600, calendar: 1 } }),
      makeTask(2, { need: { kind: 'infinite', minutes: 600, calendar: 1 } }),
      makeTask(3, { need: { kind: 'fixedDays', days: 2 } }),
    ]);
    expect([1, 2, 3].map((task) => findPlaced(proposal, task).end)).toEqual([at(1, 8), at(1, 8), at(2, 6)]);
  });
});

describe('why an operation is not placed', () => {
  const listReasons = (tasks: readonly Task[], change: Partial<PlanInput> = {}): unknown[] =>
    planSmall(tasks, change).unplaced.map(({ task, reason, predecessor }) => [task, reason, predecessor]);

  test('it has no standard time, or an unusable one', () => {
    for (const minutes of [null, Number.NaN, -5, Infinity])
      expect(listReasons([makeTask(1, { need: onMachines(minutes, 1) })])).toEqual([[1, 'noEstimate', null]]);
  });

  test('no machine can do it', () => {
    expect(listReasons([makeTask(1, { need: onMachines(60, 77) })])).toEqual([[1, 'noResource', null]]);
    expect(listReasons([makeTask(1, { need: onMachines(60) })])).toEqual([[1, 'noResource', null]]);
  });

  test('its machine is never open', () => {
    expect(listReasons([makeTask(1, { need: onMachines(60, 4) })])).toEqual([[1, 'noCalendar', null]]);
  });

  test('its group never has enough people', () => {
    const people = [{ id: 1, minutes: [] }];
    const task = makeTask(1, { crew: { group: 1, manMinutes: 60, ratio: 0 } });
    expect(listReasons([task], { people })).toEqual([[1, 'noPeople', null]]);
  });

  test('it is longer than the horizon, or its machine is taken until then', () => {
    expect(listReasons([makeTask(1, { need: onMachines(1e12, 1) })])).toEqual([[1, 'beyondHorizon', null]]);
    const tasks = [makeTask(1, { need: onMachines(4200, 1) }), makeTask(2, { need: onMachines(4200, 1) })];
    expect(listReasons(tasks)).toEqual([[2, 'beyondHorizon', null]]);
  });

  test('the routing has a cycle; operations after the cycle wait for it', () => {
    const tasks = [
      makeTask(1, { after: [{ task: 2, transfer: 0 }] }),
      makeTask(2, { after: [{ task: 1, transfer: 0 }] }),
      makeTask(3, { after: [{ task: 2, transfer: 0 }] }),
      makeTask(4),
    ];
    expect(listReasons(tasks)).toEqual([
      [1, 'cycle', null],
      [2, 'cycle', null],
      [3, 'predecessorUnplaced', 2],
    ]);
  });

  test('its predecessor is not placed', () => {
    const tasks = [
      makeTask(1, { need: onMachines(null, 1) }),
      makeTask(2, { after: [{ task: 1, transfer: 0 }] }),
    ];
    expect(listReasons(tasks)).toEqual([
      [1, 'noEstimate', null],
      [2, 'predecessorUnplaced', 1],
    ]);
  });
});

describe('what pins break', () => {
  const listConflicts = (tasks: readonly Task[], change: Partial<PlanInput> = {}): unknown[] =>
    planSmall(tasks, change).conflicts.map(({ task, kind, other }) => [task, kind, other]);
  const pin = (start: number, machine = 1): Partial<Task> => ({ pinned: { machine, start, end: null } });

  test('two appointments at the same time are listed for both', () => {
    expect(listConflicts([makeTask(1, pin(at(0, 7))), makeTask(2, pin(at(0, 7.5)))])).toEqual([
      [1, 'overlap', 2],
      [2, 'overlap', 1],
    ]);
  });

  test('an appointment before the end of its predecessor; its successor waits for the end of the appointment', () => {
    const tasks = [
      makeTask(1, { need: onMachines(240, 2) }),
      makeTask(2, { ...pin(at(0, 7)), after: [{ task: 1, transfer: 0 }] }),
      makeTask(3, { need: onMachines(60, 3), after: [{ task: 2, transfer: 0 }] }),
    ];
    expect(listConflicts(tasks)).toEqual([[2, 'predecessor', 1]]);
    expect(findPlaced(planSmall(tasks), 3).start).toBe(at(0, 8));
  });

  test('an appointment in the past, at night, over a booking, on a wrong machine, without people', () => {
    expect(listConflicts([makeTask(1, pin(at(0, 5)))])).toEqual([[1, 'early', null]]);
    expect(listConflicts([makeTask(1, pin(at(0, 20)))])).toEqual([[1, 'closed', null]]);
    const bookings = [{ machine: 1, from: at(0, 6), until: at(0, 8) }];
    expect(listConflicts([makeTask(1, pin(at(0, 7)))], { bookings })).toEqual([[1, 'overlap', null]]);
    expect(listConflicts([makeTask(1, pin(at(0, 7), 2))])).toEqual([[1, 'machine', null]]);
    const people = [{ id: 1, minutes: [] }];
    const crew = { group: 1, manMinutes: 60, ratio: 0 };
    expect(listConflicts([makeTask(1, { ...pin(at(0, 7)), crew })], { people })).toEqual([
      [1, 'people', null],
    ]);
  });
});
