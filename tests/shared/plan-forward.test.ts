import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schedulePlanForward, type UnscheduledNode } from '#shared/rules/plan-forward.ts';
import { PLAN_RELATIONS } from '#shared/rules/plan-relation.ts';
import { findRowValidOn } from '#shared/rules/valid-on.ts';

const makeUnscheduledNode = (
  seq: number,
  hours: number,
  afterSeq: number | null = null,
  overrides: Partial<UnscheduledNode> = {},
): UnscheduledNode => ({
  seq,
  hours,
  afterSeq,
  relation: 'finishToStart',
  lagDays: 0,
  ...overrides,
});
const scheduleAndListSpans = (...lines: UnscheduledNode[]) =>
  schedulePlanForward(lines, 8)?.nodes.map(({ start, end, slack }) => [start, end, slack]);

describe('a master plan', () => {
  test('begins a node when its predecessor has ended, plus the lag in working days', () => {
    expect(
      scheduleAndListSpans(
        makeUnscheduledNode(10, 16),
        makeUnscheduledNode(20, 8, 10),
        makeUnscheduledNode(30, 4, 20, { lagDays: 2 }),
      ),
    ).toEqual([
      [0, 16, 0],
      [16, 24, 0],
      [40, 44, 0],
    ]);
  });

  test('lets nodes begin together, end together, or end when another begins', () => {
    expect(
      scheduleAndListSpans(
        makeUnscheduledNode(1, 16),
        makeUnscheduledNode(2, 8, 1, { relation: 'startToStart', lagDays: 1 }),
      ),
    ).toEqual([
      [0, 16, 0],
      [8, 16, 0],
    ]);
    expect(
      scheduleAndListSpans(
        makeUnscheduledNode(1, 16),
        makeUnscheduledNode(2, 4, 1, { relation: 'finishToFinish' }),
      ),
    ).toEqual([
      [0, 16, 0],
      [12, 16, 0],
    ]);
    expect(
      scheduleAndListSpans(
        makeUnscheduledNode(1, 16),
        makeUnscheduledNode(2, 4, 1, { relation: 'startToFinish', lagDays: 1 }),
      ),
    ).toEqual([
      [0, 16, 0],
      [4, 8, 8],
    ]);
    // Node 2 should end together with node 1, but it is longer. No node begins before the plan.
    expect(
      scheduleAndListSpans(
        makeUnscheduledNode(1, 4),
        makeUnscheduledNode(2, 16, 1, { relation: 'finishToFinish' }),
      ),
    ).toEqual([
      [0, 4, 12],
      [0, 16, 0],
    ]);
  });

  test('marks the critical nodes and gives the slack of the others', () => {
    const plan = schedulePlanForward(
      [
        makeUnscheduledNode(1, 8),
        makeUnscheduledNode(2, 40, 1),
        makeUnscheduledNode(3, 16, 1),
        makeUnscheduledNode(4, 0, 2),
      ],
      8,
    )!;
    expect(plan.hours).toBe(48);
    expect(plan.nodes.map(({ isCritical, slack }) => [isCritical, slack])).toEqual([
      [true, 0],
      [true, 0],
      [false, 24],
      [true, 0],
    ]);
  });

  test('refuses a cycle; a node whose predecessor does not exist is a first node', () => {
    expect(schedulePlanForward([makeUnscheduledNode(1, 8, 2), makeUnscheduledNode(2, 8, 1)], 8)).toBeNull();
    expect(schedulePlanForward([makeUnscheduledNode(1, 8, 1)], 8)).toBeNull();
    expect(
      schedulePlanForward(
        [
          makeUnscheduledNode(1, 8),
          makeUnscheduledNode(2, 8, 3),
          makeUnscheduledNode(3, 8, 4),
          makeUnscheduledNode(4, 8, 2),
        ],
        8,
      ),
    ).toBeNull();
    expect(scheduleAndListSpans(makeUnscheduledNode(1, 8, 99))).toEqual([[0, 8, 0]]);
    expect(schedulePlanForward([], 8)).toEqual({ nodes: [], hours: 0 });
  });

  test('keeps every relation, ends with its last node and has a critical node, for any plan', () => {
    const arbitraryPlan = fc.integer({ min: 1, max: 12 }).chain((count) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, index) =>
          fc.record({
            seq: fc.constant(index + 1),
            hours: fc.integer({ min: 0, max: 80 }),
            afterSeq: index === 0 ? fc.constant(null) : fc.option(fc.integer({ min: 1, max: index })),
            relation: fc.constantFrom(...PLAN_RELATIONS),
            lagDays: fc.integer({ min: 0, max: 5 }),
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(arbitraryPlan, (lines) => {
        const plan = schedulePlanForward(lines, 8)!;
        const lineBySeq = new Map(plan.nodes.map((line) => [line.seq, line]));
        expect(plan.hours).toBe(Math.max(...plan.nodes.map((line) => line.end)));
        expect(plan.nodes.some((line) => line.isCritical)).toBe(true);
        for (const line of lines) {
          const scheduledLine = lineBySeq.get(line.seq)!;
          expect(scheduledLine.start).toBeGreaterThanOrEqual(0);
          expect(scheduledLine.slack).toBeGreaterThanOrEqual(0);
          const predecessor = line.afterSeq === null ? undefined : lineBySeq.get(line.afterSeq);
          if (!predecessor) continue;
          const waitingHour = line.relation.endsWith('Start') ? scheduledLine.start : scheduledLine.end;
          const predecessorHour = line.relation.startsWith('finish') ? predecessor.end : predecessor.start;
          expect(waitingHour).toBeGreaterThanOrEqual(predecessorHour + line.lagDays * 8);
        }
      }),
    );
  });
});

test('the rate with the latest start of validity up to the day applies', () => {
  const rates = [{ validFrom: '2026-03-01' }, { validFrom: '2026-01-01' }, { validFrom: '2026-05-01' }];
  expect(findRowValidOn(rates, '2026-04-30')).toBe(rates[0]);
  expect(findRowValidOn(rates, '2026-05-01')).toBe(rates[2]);
  expect(findRowValidOn(rates, '2025-12-31')).toBeNull();
});
