import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computePlan, type NodeDays, type PlanDraft } from '#shared/planning/master-plan/compute-plan.ts';
import type { PlanLink, PlanNode } from '#shared/planning/master-plan/plan-node.ts';
import { PLAN_RELATIONS } from '#shared/rules/plan-relation.ts';
import { addDays, getWeekday, listDays } from '#shared/rules/days.ts';

const FIRST_DAY = '2025-12-01';
const DAYS = listDays('2025-06-01', '2027-06-30');
const WORKDAY_HOURS = 8;

/** Nodes of whole working days. Each waits for some of those before it, so that there is no cycle. */
const arbitraryNodes: fc.Arbitrary<PlanNode[]> = fc.integer({ min: 1, max: 10 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) =>
      fc.record({
        seq: fc.constant(10 * (index + 1)),
        hours: fc.integer({ min: 1, max: 6 }).map((days) => days * WORKDAY_HOURS),
        links: fc.uniqueArray(
          fc.record({
            afterSeq: fc.integer({ min: 1, max: Math.max(1, index) }).map((number) => 10 * number),
            relation: fc.constantFrom(...PLAN_RELATIONS),
            lagDays: fc.integer({ min: 0, max: 3 }),
          }),
          { maxLength: index === 0 ? 0 : 3, selector: ({ afterSeq }) => afterSeq },
        ),
      }),
    ),
  ),
);

interface Situation {
  nodes: PlanNode[];
  restDays: Set<string>;
  start: number;
  today: number;
}
const arbitrarySituation: fc.Arbitrary<Situation> = fc.record({
  nodes: arbitraryNodes,
  restDays: fc
    .array(fc.integer({ min: -30, max: 90 }), { maxLength: 25 })
    .map((offsets) => new Set(offsets.map((offset) => addDays(FIRST_DAY, offset)))),
  start: fc.integer({ min: 0, max: 20 }),
  today: fc.integer({ min: -10, max: 60 }),
});

/** Makes a calendar from a plain list of days, so that the test does not depend on `WorkdayAxis`. */
function makeCalendar(restDays: ReadonlySet<string>) {
  const isWorkday = (day: string): boolean =>
    !restDays.has(day) && getWeekday(day) !== 'saturday' && getWeekday(day) !== 'sunday';
  const workdays = DAYS.filter(isWorkday);
  const indexByDay = new Map(workdays.map((day, index) => [day, index]));
  return { isWorkday, workdays, findDayIndex: (day: string): number => indexByDay.get(day) ?? Number.NaN };
}

const makeDraft = (nodes: readonly PlanNode[], change: Partial<PlanDraft>): PlanDraft => ({
  nodes,
  workdayHours: WORKDAY_HOURS,
  direction: 'forwards',
  startsOn: null,
  dueOn: null,
  actual: new Map(),
  ...change,
});

function compute(draft: PlanDraft, isWorkday: (day: string) => boolean, today: string) {
  const days = computePlan(draft, isWorkday, today);
  if ('problem' in days) throw new Error(days.problem);
  return days;
}

type ReadSpan = (node: NodeDays) => readonly [start: string, end: string];
const readPlanned: ReadSpan = ({ plannedStart, plannedEnd }) => [plannedStart, plannedEnd];
const readProjected: ReadSpan = ({ projectedStart, projectedEnd }) => [projectedStart, projectedEnd];

/**
 * Returns the number of working days between the limit of a link and its node; below 0 if the node breaks the
 * link.
 */
function measureLink(
  { relation, lagDays }: PlanLink,
  predecessor: readonly [number, number],
  node: readonly [number, number],
): number {
  const startDay = relation.startsWith('finish') ? predecessor[1] + 1 : predecessor[0];
  const limitedDay = relation.endsWith('Start') ? node[0] : node[1] + 1;
  return limitedDay - startDay - lagDays;
}

/** Expects that nodes have their planned length in working days, and keep their links. */
function expectSound(
  nodes: readonly PlanNode[],
  days: readonly NodeDays[],
  readSpan: ReadSpan,
  findDayIndex: (day: string) => number,
): void {
  const spanBySeq = new Map(
    days.map((node) => {
      const [start, end] = readSpan(node);
      return [node.seq, [findDayIndex(start), findDayIndex(end)] as const];
    }),
  );
  for (const { seq, hours, links } of nodes) {
    const span = spanBySeq.get(seq)!;
    expect(span[1] - span[0] + 1).toBe(hours / WORKDAY_HOURS);
    for (const link of links)
      expect(measureLink(link, spanBySeq.get(link.afterSeq)!, span)).toBeGreaterThanOrEqual(0);
  }
}

test('forwards, each node keeps its links on working days, and could not start a day earlier', () => {
  fc.assert(
    fc.property(arbitrarySituation, ({ nodes, restDays, start }) => {
      const { isWorkday, workdays, findDayIndex } = makeCalendar(restDays);
      const startsOn = addDays(FIRST_DAY, start);
      const { nodes: days } = compute(makeDraft(nodes, { startsOn }), isWorkday, startsOn);
      expectSound(nodes, days, readPlanned, findDayIndex);
      const firstIndex = workdays.findIndex((day) => day >= startsOn);
      const spans = new Map(
        days.map((node) => [node.seq, readPlanned(node).map(findDayIndex) as [number, number]]),
      );
      for (const { seq, links } of nodes) {
        const span = spans.get(seq)!;
        const isHeld = links.some((link) => measureLink(link, spans.get(link.afterSeq)!, span) === 0);
        expect(isHeld || span[0] === firstIndex).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

test('backwards, each node keeps its links, ends by the due day, and could not end a day later', () => {
  fc.assert(
    fc.property(arbitrarySituation, ({ nodes, restDays, start, today }) => {
      const { isWorkday, workdays, findDayIndex } = makeCalendar(restDays);
      const dueOn = addDays(FIRST_DAY, start + 60);
      const draft = makeDraft(nodes, { direction: 'backwards', dueOn });
      const { nodes: days } = compute(draft, isWorkday, addDays(FIRST_DAY, today));
      expectSound(nodes, days, readPlanned, findDayIndex);
      const lastIndex = workdays.findLastIndex((day) => day <= dueOn);
      const spans = new Map(
        days.map((node) => [node.seq, readPlanned(node).map(findDayIndex) as [number, number]]),
      );
      for (const { seq } of nodes) {
        const isHeld = nodes.some(({ seq: laterSeq, links }) =>
          links.some(
            (link) => link.afterSeq === seq && measureLink(link, spans.get(seq)!, spans.get(laterSeq)!) === 0,
          ),
        );
        expect(isHeld || spans.get(seq)![1] === lastIndex).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

test('if a plan is due at its planned end, no node has to end before its planned end', () => {
  fc.assert(
    fc.property(arbitrarySituation, ({ nodes, restDays, start }) => {
      const { isWorkday } = makeCalendar(restDays);
      const startsOn = addDays(FIRST_DAY, start);
      const { plannedEnd } = compute(makeDraft(nodes, { startsOn }), isWorkday, startsOn);
      const days = compute(makeDraft(nodes, { startsOn, dueOn: plannedEnd }), isWorkday, startsOn);
      for (const node of days.nodes) expect(node.needBy! >= node.plannedEnd).toBe(true);
      expect(days.nodes.some((node) => node.isCritical)).toBe(true);
      expect(days.light).toBe('planOnTime');
    }),
    { numRuns: 150 },
  );
});

test('a node that has not started is expected today or later, and keeps its links to ended nodes', () => {
  const arbitrary = fc.record({ situation: arbitrarySituation, doneCount: fc.integer({ min: 0, max: 10 }) });
  fc.assert(
    fc.property(arbitrary, ({ situation: { nodes, restDays, start, today: offset }, doneCount }) => {
      const { isWorkday, findDayIndex } = makeCalendar(restDays);
      const today = addDays(FIRST_DAY, offset);
      const endedOn = addDays(today, -1);
      const done = nodes.slice(0, doneCount);
      const draft = makeDraft(nodes, {
        startsOn: addDays(FIRST_DAY, start),
        actual: new Map(done.map(({ seq }) => [seq, { startedOn: endedOn, endedOn }])),
      });
      const { nodes: days } = compute(draft, isWorkday, today);
      const openNodes = nodes.slice(doneCount);
      const openDays = days.slice(doneCount);
      for (const { projectedStart } of openDays) expect(projectedStart >= today).toBe(true);
      const openSeqs = new Set(openNodes.map(({ seq }) => seq));
      const withOpenLinks = openNodes.map((node) => ({
        ...node,
        links: node.links.filter(({ afterSeq }) => openSeqs.has(afterSeq)),
      }));
      expectSound(withOpenLinks, openDays, readProjected, findDayIndex);
      for (const { projectedEnd, light } of days.slice(0, doneCount)) {
        expect(projectedEnd).toBe(endedOn);
        expect(light).not.toBe('planProjectedLate');
      }
    }),
    { numRuns: 150 },
  );
});

test('any cycle is refused, with exactly the nodes of the cycle', () => {
  fc.assert(
    fc.property(arbitraryNodes, fc.integer({ min: 1, max: 5 }), (nodes, length) => {
      const seqs = Array.from({ length }, (_, index) => 1000 + index);
      const cyclicNodes = seqs.map((seq, index): PlanNode => ({
        seq,
        hours: 8,
        links: [{ afterSeq: seqs[(index + 1) % length]!, relation: 'finishToStart', lagDays: 0 }],
      }));
      const answer = computePlan(
        makeDraft([...nodes, ...cyclicNodes], { startsOn: FIRST_DAY }),
        () => true,
        FIRST_DAY,
      );
      expect(answer).toMatchObject({ problem: 'cyclicPlan' });
      const { cycle } = answer as { cycle: readonly number[] };
      expect(cycle.toSorted((a, b) => a - b)).toEqual(seqs);
    }),
    { numRuns: 100 },
  );
});
