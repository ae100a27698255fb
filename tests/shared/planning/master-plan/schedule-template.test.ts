import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanLink, PlanNode } from '#shared/planning/master-plan/plan-node.ts';
import { scheduleTemplate } from '#shared/planning/master-plan/schedule-template.ts';
import { PLAN_RELATIONS } from '#shared/rules/plan-relation.ts';
import { findRowValidOn } from '#shared/rules/valid-on.ts';

const makeNode = (
  seq: number,
  hours: number,
  afterSeq: number | null = null,
  change: Partial<PlanLink> = {},
): PlanNode => ({
  seq,
  hours,
  links: afterSeq === null ? [] : [{ afterSeq, relation: 'finishToStart', lagDays: 0, ...change }],
});
const scheduleAndListSpans = (...nodes: PlanNode[]) =>
  scheduleTemplate(nodes, 8)?.nodes.map(({ start, end, slack }) => [start, end, slack]);

describe('a template of a master plan', () => {
  test('begins a node when its predecessor has ended, plus the lag in working days', () => {
    expect(
      scheduleAndListSpans(makeNode(10, 16), makeNode(20, 8, 10), makeNode(30, 4, 20, { lagDays: 2 })),
    ).toEqual([
      [0, 16, 0],
      [16, 24, 0],
      [40, 44, 0],
    ]);
  });

  test('lets nodes begin together, end together, or end when another begins', () => {
    expect(
      scheduleAndListSpans(makeNode(1, 16), makeNode(2, 8, 1, { relation: 'startToStart', lagDays: 1 })),
    ).toEqual([
      [0, 16, 0],
      [8, 16, 0],
    ]);
    expect(scheduleAndListSpans(makeNode(1, 16), makeNode(2, 4, 1, { relation: 'finishToFinish' }))).toEqual([
      [0, 16, 0],
      [12, 16, 0],
    ]);
    expect(
      scheduleAndListSpans(makeNode(1, 16), makeNode(2, 4, 1, { relation: 'startToFinish', lagDays: 1 })),
    ).toEqual([
      [0, 16, 0],
      [4, 8, 8],
    ]);
    // Node 2 should end together with node 1, but it is longer. No node begins before the plan.
    expect(scheduleAndListSpans(makeNode(1, 4), makeNode(2, 16, 1, { relation: 'finishToFinish' }))).toEqual([
      [0, 4, 12],
      [0, 16, 0],
    ]);
  });

  test('marks the critical nodes and gives the slack of the others', () => {
    const plan = scheduleTemplate(
      [makeNode(1, 8), makeNode(2, 40, 1), makeNode(3, 16, 1), makeNode(4, 0, 2)],
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
    expect(scheduleTemplate([makeNode(1, 8, 2), makeNode(2, 8, 1)], 8)).toBeNull();
    expect(scheduleTemplate([makeNode(1, 8, 1)], 8)).toBeNull();
    expect(
      scheduleTemplate([makeNode(1, 8), makeNode(2, 8, 3), makeNode(3, 8, 4), makeNode(4, 8, 2)], 8),
    ).toBeNull();
    expect(scheduleAndListSpans(makeNode(1, 8, 99))).toEqual([[0, 8, 0]]);
    expect(scheduleTemplate([], 8)).toEqual({ nodes: [], hours: 0 });
  });

  test('keeps every relation, ends with its last node and has a critical node, for any plan', () => {
    const arbitraryPlan = fc.integer({ min: 1, max: 12 }).chain((count) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, index) =>
          fc.record({
            seq: fc.constant(index + 1),
            hours: fc.integer({ min: 0, max: 80 }),
            links: fc.array(
              fc.record({
                afterSeq: fc.integer({ min: 1, max: Math.max(1, index) }),
                relation: fc.constantFrom(...PLAN_RELATIONS),
                lagDays: fc.integer({ min: 0, max: 5 }),
              }),
              { maxLength: index === 0 ? 0 : 3 },
            ),
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(arbitraryPlan, (lines) => {
        const plan = scheduleTemplate(lines, 8)!;
        const lineBySeq = new Map(plan.nodes.map((node) => [node.seq, node]));
        expect(plan.hours).toBe(Math.max(...plan.nodes.map((node) => node.end)));
        expect(plan.nodes.some((node) => node.isCritical)).toBe(true);
        for (const node of lines) {
          const scheduledLine = lineBySeq.get(node.seq)!;
          expect(scheduledLine.start).toBeGreaterThanOrEqual(0);
          expect(scheduledLine.slack).toBeGreaterThanOrEqual(0);
          for (const { afterSeq, relation, lagDays } of node.links) {
            const predecessor = lineBySeq.get(afterSeq)!;
            const waitingHour = relation.endsWith('Start') ? scheduledLine.start : scheduledLine.end;
            const predecessorHour = relation.startsWith('finish') ? predecessor.end : predecessor.start;
            expect(waitingHour).toBeGreaterThanOrEqual(predecessorHour + lagDays * 8);
          }
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
