import { describe, expect, test } from 'vitest';
import {
  computePlan,
  type NodeDays,
  type PlanDays,
  type PlanDraft,
} from '#shared/planning/master-plan/compute-plan.ts';
import type { PlanLink, PlanNode } from '#shared/planning/master-plan/plan-node.ts';
import { getWeekday } from '#shared/rules/days.ts';

/** The working days of June 2026: no weekends, but Saturday the 20th instead of Friday the 19th. */
const isWorkday = (day: string): boolean =>
  day === '2026-06-20' ||
  (day !== '2026-06-19' && getWeekday(day) !== 'saturday' && getWeekday(day) !== 'sunday');
const MONDAY = '2026-06-08';

const makeLink = (
  afterSeq: number,
  relation: PlanLink['relation'] = 'finishToStart',
  lagDays = 0,
): PlanLink => ({ afterSeq, relation, lagDays });
const makeNode = (seq: number, hours: number, ...links: PlanLink[]): PlanNode => ({ seq, hours, links });

const makeDraft = (nodes: readonly PlanNode[], change: Partial<PlanDraft> = {}): PlanDraft => ({
  nodes,
  workdayHours: 8,
  direction: 'forwards',
  startsOn: MONDAY,
  dueOn: null,
  actual: new Map(),
  ...change,
});
function compute(draft: PlanDraft, today = MONDAY): PlanDays {
  const days = computePlan(draft, isWorkday, today);
  if ('problem' in days) throw new Error(days.problem);
  return days;
}
const readFields = (nodes: readonly NodeDays[], ...keys: (keyof NodeDays)[]): unknown[] =>
  nodes.map((days) =>
    keys.map((key) => (typeof days[key] === 'string' ? days[key].replace(/^2026-/, '') : days[key])),
  );
const makeActual = (...days: [seq: number, startedOn: string | null, endedOn: string | null][]) =>
  new Map(days.map(([seq, startedOn, endedOn]) => [seq, { startedOn, endedOn }]));

describe('the days of a master plan', () => {
  test('count over working days from the start, with weekends, holidays and a working Saturday', () => {
    // Node 10 takes Mon 8 to Fri 12 (40 h). Node 20 takes Mon 15 and Tue 16. Node 30 follows 2 working days
    // later, on Sat 20, because Fri 19 is a holiday.
    const { nodes, plannedEnd } = compute(
      makeDraft([
        makeNode(10, 40),
        makeNode(20, 16, makeLink(10)),
        makeNode(30, 8, makeLink(20, 'finishToStart', 2)),
      ]),
    );
    expect(readFields(nodes, 'plannedStart', 'plannedEnd')).toEqual([
      ['06-08', '06-12'],
      ['06-15', '06-16'],
      ['06-20', '06-20'],
    ]);
    expect(plannedEnd).toBe('2026-06-20');
  });

  test('may be shared by two nodes, and a milestone is on the day on which its predecessors end', () => {
    // Node 10 takes Mon and half of Tue. Node 20 takes the other half of Tue and all of Wed. The milestone is
    // at the end of Wed.
    const { nodes } = compute(
      makeDraft([
        makeNode(10, 12),
        makeNode(20, 12, makeLink(10)),
        makeNode(30, 0, makeLink(20)),
        makeNode(40, 0),
      ]),
    );
    expect(readFields(nodes, 'plannedStart', 'plannedEnd')).toEqual([
      ['06-08', '06-09'],
      ['06-09', '06-10'],
      ['06-10', '06-10'],
      ['06-08', '06-08'],
    ]);
  });

  test('follow all four relations, and the latest of several predecessors', () => {
    const { nodes } = compute(
      makeDraft([
        makeNode(10, 24), // Mon 8 to Wed 10
        makeNode(20, 16, makeLink(10, 'startToStart', 1)), // Tue 9 and Wed 10
        makeNode(30, 8, makeLink(10, 'finishToFinish', 1)), // ends one working day after node 10: on Thu 11
        makeNode(40, 8, makeLink(20, 'startToFinish', 2)), // ends two working days after node 20 starts: at the end of Wed 10
        makeNode(50, 8, makeLink(20), makeLink(30)), // starts after both have ended on Thu 11: on Fri 12
      ]),
    );
    expect(readFields(nodes, 'plannedStart', 'plannedEnd')).toEqual([
      ['06-08', '06-10'],
      ['06-09', '06-10'],
      ['06-11', '06-11'],
      ['06-10', '06-10'],
      ['06-12', '06-12'],
    ]);
  });

  test('count backwards from the due day, or from the working day before it if it is a day of rest', () => {
    const nodes = [
      makeNode(10, 16),
      makeNode(20, 8, makeLink(10)),
      makeNode(30, 8, makeLink(10, 'startToStart', 1)),
    ];
    const { nodes: days } = compute(
      makeDraft(nodes, { direction: 'backwards', startsOn: null, dueOn: '2026-06-19' }),
    );
    // Node 20 is on Thu 18, and node 10 on Tue 16 and Wed 17. Node 30 may be as late as Thu 18.
    expect(readFields(days, 'plannedStart', 'plannedEnd', 'needBy')).toEqual([
      ['06-16', '06-17', '06-17'],
      ['06-18', '06-18', '06-18'],
      ['06-18', '06-18', '06-18'],
    ]);
  });

  test('move with what really happened, and with today', () => {
    const draft = makeDraft(
      [makeNode(10, 16), makeNode(20, 16, makeLink(10)), makeNode(30, 8, makeLink(20))],
      {
        dueOn: '2026-06-12',
        actual: makeActual([10, '2026-06-09', '2026-06-11']),
      },
    );
    const { nodes, projectedEnd, light } = compute(draft, '2026-06-11');
    // Node 10 was planned for Mon and Tue, and ended on Thu. Node 20 follows on Fri 12 and Mon 15, and node
    // 30 on Tue 16.
    expect(readFields(nodes, 'projectedStart', 'projectedEnd', 'light', 'isCritical')).toEqual([
      ['06-09', '06-11', 'planLate', false],
      ['06-12', '06-15', 'planProjectedLate', true],
      ['06-16', '06-16', 'planProjectedLate', true],
    ]);
    expect([projectedEnd, light]).toEqual(['2026-06-16', 'planProjectedLate']);
  });

  test('a started node ends today at the earliest, one that has not started starts today at the earliest', () => {
    const draft = makeDraft([makeNode(10, 8), makeNode(20, 8), makeNode(30, 8, makeLink(10))], {
      actual: makeActual([10, '2026-06-08', null]),
    });
    const { nodes } = compute(draft, '2026-06-10');
    expect(readFields(nodes, 'projectedStart', 'projectedEnd', 'light')).toEqual([
      ['06-08', '06-10', 'planLate'],
      ['06-10', '06-10', 'planLate'],
      ['06-11', '06-11', 'planLate'],
    ]);
  });

  test('are green while the expected end is in time, and after an end in time', () => {
    const draft = makeDraft([makeNode(10, 8), makeNode(20, 8, makeLink(10))], {
      actual: makeActual([10, null, MONDAY], [20, '2026-06-09', '2026-06-09']),
    });
    const days = compute(draft, '2026-07-01');
    expect(days).toMatchObject({ light: 'planOnTime', endedOn: '2026-06-09' });
    expect(readFields(days.nodes, 'light', 'isCritical')).toEqual([
      ['planOnTime', false],
      ['planOnTime', false],
    ]);
  });

  test('tell how much later a node can end without delaying the plan', () => {
    const { nodes } = compute(
      makeDraft([makeNode(10, 40), makeNode(20, 12), makeNode(30, 8, makeLink(10), makeLink(20))]),
    );
    expect(readFields(nodes, 'slackDays', 'isCritical')).toEqual([
      [0, true],
      [3.5, false],
      [0, true],
    ]);
  });

  test('work that was done on a day of rest ends with the working day before it', () => {
    const draft = makeDraft([makeNode(10, 8), makeNode(20, 8, makeLink(10))], {
      actual: makeActual([10, null, '2026-06-13']),
    });
    expect(readFields(compute(draft).nodes, 'projectedEnd', 'projectedStart')).toEqual([
      ['06-13', '06-12'],
      ['06-15', '06-15'],
    ]);
  });
});

describe('a plan that has no days', () => {
  const tryCompute = (draft: PlanDraft, works: (day: string) => boolean = isWorkday): unknown =>
    computePlan(draft, works, MONDAY);

  test('lists the nodes that wait for each other, each after the one that it waits for', () => {
    const nodes = [
      makeNode(5, 8),
      makeNode(10, 8, makeLink(30)),
      makeNode(20, 8, makeLink(5), makeLink(10)),
      makeNode(30, 8, makeLink(20)),
    ];
    expect(tryCompute(makeDraft(nodes))).toEqual({ problem: 'cyclicPlan', cycle: [10, 20, 30] });
    expect(tryCompute(makeDraft([makeNode(1, 8, makeLink(1))]))).toEqual({
      problem: 'cyclicPlan',
      cycle: [1],
    });
  });

  test('lacks the day from which it counts', () => {
    const noDayProblem = { problem: 'planWithoutDay', cycle: [] };
    expect(tryCompute(makeDraft([], { startsOn: null }))).toEqual(noDayProblem);
    expect(tryCompute(makeDraft([], { direction: 'backwards' }))).toEqual(noDayProblem);
  });

  test('belongs to a factory without working days, or takes more than 60 years', () => {
    expect(tryCompute(makeDraft([makeNode(1, 8)]), () => false)).toMatchObject({
      problem: 'planWithoutWorkdays',
    });
    expect(tryCompute(makeDraft([makeNode(1, 100_000)], { workdayHours: 1 }))).toMatchObject({
      problem: 'planTooLong',
    });
  });

  test('is not a plan without nodes, which ends on its start day', () => {
    expect(compute(makeDraft([]))).toMatchObject({ nodes: [], plannedEnd: MONDAY, light: 'planOnTime' });
  });
});
