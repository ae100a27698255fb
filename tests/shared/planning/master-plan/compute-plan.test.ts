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

const after = (
  afterSeq: number,
  relation: PlanLink['relation'] = 'finishToStart',
  lagDays = 0,
): PlanLink => ({ afterSeq, relation, lagDays });
const node = (seq: number, hours: number, ...links: PlanLink[]): PlanNode => ({ seq, hours, links });

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
const read = (nodes: readonly NodeDays[], ...keys: (keyof NodeDays)[]): unknown[] =>
  nodes.map((days) =>
    keys.map((key) => (typeof days[key] === 'string' ? days[key].replace(/^2026-/, '') : days[key])),
  );
const actual = (...days: [seq: number, startedOn: string | null, endedOn: string | null][]) =>
  new Map(days.map(([seq, startedOn, endedOn]) => [seq, { startedOn, endedOn }]));

describe('the days of a master plan', () => {
  test('count over working days from the start, with weekends, holidays and a working Saturday', () => {
    // 10: Mon 8 to Fri 12 (40 h). 20: Mon 15 to Tue 16. 30: 2 working days later, Fri 19 is a holiday: Sat 20.
    const { nodes, plannedEnd } = compute(
      makeDraft([node(10, 40), node(20, 16, after(10)), node(30, 8, after(20, 'finishToStart', 2))]),
    );
    expect(read(nodes, 'plannedStart', 'plannedEnd')).toEqual([
      ['06-08', '06-12'],
      ['06-15', '06-16'],
      ['06-20', '06-20'],
    ]);
    expect(plannedEnd).toBe('2026-06-20');
  });

  test('may be shared by two nodes, and a milestone is on the day on which its predecessors end', () => {
    // 10: Mon and half of Tue. 20: the other half of Tue and all of Wed. The milestone is at the end of Wed.
    const { nodes } = compute(
      makeDraft([node(10, 12), node(20, 12, after(10)), node(30, 0, after(20)), node(40, 0)]),
    );
    expect(read(nodes, 'plannedStart', 'plannedEnd')).toEqual([
      ['06-08', '06-09'],
      ['06-09', '06-10'],
      ['06-10', '06-10'],
      ['06-08', '06-08'],
    ]);
  });

  test('follow all four relations, and the latest of several predecessors', () => {
    const { nodes } = compute(
      makeDraft([
        node(10, 24), // Mon 8 to Wed 10
        node(20, 16, after(10, 'startToStart', 1)), // Tue 9, Wed 10
        node(30, 8, after(10, 'finishToFinish', 1)), // ends one day after Wed: Thu 11
        node(40, 8, after(20, 'startToFinish', 2)), // ends two workdays after the start of Tue 9: end of Wed 10
        node(50, 8, after(20), after(30)), // both are done on Thu 11: Fri 12
      ]),
    );
    expect(read(nodes, 'plannedStart', 'plannedEnd')).toEqual([
      ['06-08', '06-10'],
      ['06-09', '06-10'],
      ['06-11', '06-11'],
      ['06-10', '06-10'],
      ['06-12', '06-12'],
    ]);
  });

  test('count backwards from the due day, or from the working day before it if it is a day of rest', () => {
    const nodes = [node(10, 16), node(20, 8, after(10)), node(30, 8, after(10, 'startToStart', 1))];
    const { nodes: days } = compute(
      makeDraft(nodes, { direction: 'backwards', startsOn: null, dueOn: '2026-06-19' }),
    );
    // 20 is on Thu 18, 10 on Tue 16 and Wed 17. 30 may be as late as Thu 18.
    expect(read(days, 'plannedStart', 'plannedEnd', 'needBy')).toEqual([
      ['06-16', '06-17', '06-17'],
      ['06-18', '06-18', '06-18'],
      ['06-18', '06-18', '06-18'],
    ]);
  });

  test('move with what really happened, and with today', () => {
    const draft = makeDraft([node(10, 16), node(20, 16, after(10)), node(30, 8, after(20))], {
      dueOn: '2026-06-12',
      actual: actual([10, '2026-06-09', '2026-06-11']),
    });
    const { nodes, projectedEnd, light } = compute(draft, '2026-06-11');
    // 10 was planned for Mon and Tue and ended on Thu. 20 follows on Fri 12 and Mon 15, 30 on Tue 16.
    expect(read(nodes, 'projectedStart', 'projectedEnd', 'light', 'isCritical')).toEqual([
      ['06-09', '06-11', 'planLate', false],
      ['06-12', '06-15', 'planProjectedLate', true],
      ['06-16', '06-16', 'planProjectedLate', true],
    ]);
    expect([projectedEnd, light]).toEqual(['2026-06-16', 'planProjectedLate']);
  });

  test('a started node ends today at the earliest, one that has not started starts today at the earliest', () => {
    const draft = makeDraft([node(10, 8), node(20, 8), node(30, 8, after(10))], {
      actual: actual([10, '2026-06-08', null]),
    });
    const { nodes } = compute(draft, '2026-06-10');
    expect(read(nodes, 'projectedStart', 'projectedEnd', 'light')).toEqual([
      ['06-08', '06-10', 'planLate'],
      ['06-10', '06-10', 'planLate'],
      ['06-11', '06-11', 'planLate'],
    ]);
  });

  test('are green while the expected end is in time, and after an end in time', () => {
    const draft = makeDraft([node(10, 8), node(20, 8, after(10))], {
      actual: actual([10, null, MONDAY], [20, '2026-06-09', '2026-06-09']),
    });
    const days = compute(draft, '2026-07-01');
    expect(days).toMatchObject({ light: 'planOnTime', endedOn: '2026-06-09' });
    expect(read(days.nodes, 'light', 'isCritical')).toEqual([
      ['planOnTime', false],
      ['planOnTime', false],
    ]);
  });

  test('tell how much later a node can end without delaying the plan', () => {
    const { nodes } = compute(makeDraft([node(10, 40), node(20, 12), node(30, 8, after(10), after(20))]));
    expect(read(nodes, 'slackDays', 'isCritical')).toEqual([
      [0, true],
      [3.5, false],
      [0, true],
    ]);
  });

  test('work that was done on a day of rest ends with the working day before it', () => {
    const draft = makeDraft([node(10, 8), node(20, 8, after(10))], {
      actual: actual([10, null, '2026-06-13']),
    });
    expect(read(compute(draft).nodes, 'projectedEnd', 'projectedStart')).toEqual([
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
      node(5, 8),
      node(10, 8, after(30)),
      node(20, 8, after(5), after(10)),
      node(30, 8, after(20)),
    ];
    expect(tryCompute(makeDraft(nodes))).toEqual({ problem: 'cyclicPlan', cycle: [10, 20, 30] });
    expect(tryCompute(makeDraft([node(1, 8, after(1))]))).toEqual({ problem: 'cyclicPlan', cycle: [1] });
  });

  test('lacks the day from which it counts', () => {
    const none = { problem: 'planWithoutDay', cycle: [] };
    expect(tryCompute(makeDraft([], { startsOn: null }))).toEqual(none);
    expect(tryCompute(makeDraft([], { direction: 'backwards' }))).toEqual(none);
  });

  test('belongs to a factory without working days, or takes more than 60 years', () => {
    expect(tryCompute(makeDraft([node(1, 8)]), () => false)).toMatchObject({
      problem: 'planWithoutWorkdays',
    });
    expect(tryCompute(makeDraft([node(1, 100_000)], { workdayHours: 1 }))).toMatchObject({
      problem: 'planTooLong',
    });
  });

  test('is not a plan without nodes, which ends on its start day', () => {
    expect(compute(makeDraft([]))).toMatchObject({ nodes: [], plannedEnd: MONDAY, light: 'planOnTime' });
  });
});
