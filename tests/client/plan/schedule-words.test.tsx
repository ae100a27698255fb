import { beforeAll, describe, expect, it } from 'vitest';
import type { ScheduleBar } from '#shared/answers/schedule.ts';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { changeLang, setUpWords, t } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import {
  isPinned,
  makeBars,
  makeLookReader,
  findHighlightedChain,
  makePlanRows,
} from '#client/features/plan/schedule/make-gantt-model.ts';
import {
  computePinnedSpan,
  countWorkMinutes,
  listOverlaps,
} from '#client/features/plan/schedule/pinning/pinned-span.ts';
import { PlanNames } from '#client/features/plan/schedule/plan-names.ts';
import {
  describeBound,
  describeCauses,
  describeConflict,
  describeUnplaced,
  divideIntoTenths,
  formatLateness,
} from '#client/features/plan/schedule/plan-words.ts';
import { nameSchedule } from '#tests/support/made-schedule.ts';
import { at, makeOrder, makeSmallPlant, makeTask, onMachines } from '#tests/support/small-plant.ts';

/**
 * Two orders on machine 1, of which the first is late. Task 4 has an appointment at night, and task 5 has no
 * standard time.
 */
const input = makeSmallPlant(
  [
    makeTask(1, { need: onMachines(240, 1) }),
    makeTask(2, { need: onMachines(480, 1), after: [{ task: 1, transfer: 120 }] }),
    makeTask(3, { order: 2, need: onMachines(480, 1) }),
    makeTask(4, { order: 2, need: onMachines(60, 2), pinned: { machine: 2, start: at(0, 20), end: null } }),
    makeTask(5, { order: 2, need: onMachines(null, 2) }),
    makeTask(6, { order: 2, need: onMachines(60, 2), after: [{ task: 5, transfer: 0 }] }),
  ],
  { orders: [makeOrder(1, { due: at(1, 14) }), makeOrder(2, { due: at(0, 14) })] },
);
const names = new PlanNames(nameSchedule(input, plan(input, { seed: 1, passes: 30 })));
const bars = makeBars(names);
const findBar = (task: number) => bars.find((bar) => bar.task === task)!;
const setLanguage = (lang: Lang) => changeLang(lang);

beforeAll(async () => {
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
});

it('an operation has an appointment as it is now, not as it was when the plan was made', () => {
  const { source } = findBar(1);
  const makeStates = (pinned: boolean) =>
    new Map([
      [source.processId, { processId: source.processId, state: 'received', pinned, started: false } as const],
    ]);
  expect(isPinned({ ...source, pinned: true }, null)).toBe(true);
  expect(isPinned({ ...source, pinned: true }, makeStates(false))).toBe(false);
  expect(isPinned({ ...source, pinned: true }, new Map())).toBe(false);
  expect(isPinned({ ...source, pinned: false }, makeStates(true))).toBe(true);
});

describe('why an order is late', () => {
  it('adds up to its lateness', async () => {
    await setLanguage('en_US');
    const order = names.orders.get(1)!;
    expect(order.lateBy).toBeGreaterThan(0);
    expect(order.causes.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(order.lateBy);
    const sentences = describeCauses(order, names, t);
    expect(sentences.join('; ')).toContain('waiting for CNC-1 behind W-4002');
    expect(sentences).toHaveLength(order.causes.length);
  });

  it('is told in Chinese too', async () => {
    await setLanguage('zh_CN');
    expect(describeCauses(names.orders.get(1)!, names, t).join('；')).toContain('排队等CNC-1，');
  });

  it('tenths of days add up to the rounded sum, whatever the parts', () => {
    expect(divideIntoTenths([2736, 1152, 720])).toEqual([19, 8, 5]);
    for (let seed = 1; seed < 500; seed++) {
      const parts = Array.from({ length: 1 + (seed % 7) }, (_, index) => (seed * 7919 * (index + 3)) % 5000);
      const total = parts.reduce((sum, minutes) => sum + minutes, 0);
      const tenths = divideIntoTenths(parts);
      expect(tenths.reduce((sum, count) => sum + count, 0)).toBe(Math.round(total / 144));
      for (const [index, count] of tenths.entries())
        expect(Math.abs(count - parts[index]! / 144)).toBeLessThanOrEqual(1);
    }
  });

  it('short lateness is in hours, long lateness in days', async () => {
    await setLanguage('en_US');
    expect(formatLateness(90, t)).toBe('1 h 30');
    expect(formatLateness(3 * 1440 + 288, t)).toBe('3.2 d');
  });
});

describe('reasons', () => {
  it('name the operation that they are about', async () => {
    await setLanguage('en_US');
    const transfer: ScheduleBar = { ...findBar(2).source, bound: { kind: 'transfer', task: 1 } };
    expect(describeBound(transfer, names, t)).toBe(`The transfer: ${names.nameTask(1)}`);
    expect(describeBound({ ...transfer, bound: { kind: 'machine', task: null } }, names, t)).toBe(
      'Its machine is taken',
    );
    const [closedConflict] = names.plan.conflicts;
    expect(closedConflict).toMatchObject({ task: 4, kind: 'closed' });
    expect(describeConflict(closedConflict!, names, t)).toBe('Its machine is closed when it starts');
    expect(names.plan.unplaced.map((row) => describeUnplaced(row, names, t))).toEqual([
      'No standard time',
      `The operation before it is not in the plan: ${names.nameTask(5)}`,
    ]);
  });
});

describe('a pinned operation', () => {
  it('works as long as before, and goes on in the next shift', () => {
    const bar = findBar(1);
    expect(countWorkMinutes(names, bar)).toBe(240);
    expect(computePinnedSpan(names, bar, 1, at(0, 12))).toEqual({
      start: at(0, 12),
      end: at(1, 8),
      isClosed: false,
    });
    expect(computePinnedSpan(names, bar, 3, at(0, 12)).end).toBe(at(0, 16));
    expect(computePinnedSpan(names, bar, 1, at(0, 20))).toMatchObject({ isClosed: true, end: at(1, 10) });
    expect(computePinnedSpan(names, bar, null, at(0, 20)).end).toBe(at(1, 0));
  });

  it('sees what else its machine does at that time', () => {
    const span = { start: findBar(3).start, end: findBar(3).end, isClosed: false };
    expect(listOverlaps(bars, 1, 1, span).map(({ task }) => task)).toContain(3);
    expect(listOverlaps(bars, 3, 1, span).map(({ task }) => task)).not.toContain(3);
    expect(listOverlaps(bars, 1, null, span)).toEqual([]);
  });
});

describe('the chart of a plan', () => {
  it('has a row for each machine in the order of groups and codes, and a row for each order', () => {
    const rows = makePlanRows('device', names, bars, [], null, 'rest');
    expect(rows.map(({ subject }) => subject.title)).toEqual(['CNC-1', 'CNC-2', 'CNC-3', 'CNC-4']);
    const orders = makePlanRows('workOrder', names, bars, [], null, 'rest');
    // The order with the greatest lateness comes first.
    const [first] = [...names.orders.values()].sort((a, b) => b.lateBy - a.lateBy);
    expect(orders.map(({ subject }) => subject.id)[0]).toBe(first!.id);
    expect(makePlanRows('device', names, bars, [], 99, 'rest')).toEqual([]);
  });

  it('colours late orders, and marks appointments', () => {
    const getLook = makeLookReader(names, 'byLateness');
    expect(getLook(findBar(1))).toMatchObject({
      tone: 'late',
      isLate: true,
      isPinned: false,
      code: 'W-4001',
    });
    expect(getLook(findBar(4)).isPinned).toBe(true);
    expect(makeLookReader(names, 'byOperationState')(findBar(1)).tone).toBe('waiting');
    const readLook = makeLookReader(names, 'byOperationState');
    const state = { processId: 1, state: 'processing', pinned: true, started: true } as const;
    const [waiting, other] = [readLook(findBar(1), new Map()), readLook(findBar(3), new Map())];
    expect(readLook(findBar(1), new Map([[1, state]]))).toMatchObject({ tone: 'running', isPinned: true });
    // Only the bar whose state has changed gets a new look.
    expect(waiting).toMatchObject({ tone: 'waiting', isPinned: false });
    expect(readLook(findBar(3), new Map([[1, state]]))).toBe(other);
    const tones = [1, 3].map((task) => makeLookReader(names, 'byOrderColour')(findBar(task)).tone);
    expect(new Set(tones).size).toBe(2);
  });

  it('lights the chain of a late order: its work, what it waits behind, and the links between', () => {
    const rows = makePlanRows('device', names, bars, [], null, 'rest');
    const chain = findHighlightedChain(rows, names, 1)!;
    expect([...chain.tasks].sort()).toEqual([1, 2, 3]);
    expect(chain.links.map(({ from, to }) => [from.bar.task, to.bar.task])).toEqual([[1, 2]]);
    expect(chain.span.until).toBe(findBar(2).end);
    expect(findHighlightedChain(rows, names, null)).toBeNull();
    expect(findHighlightedChain(rows, names, 404)).toBeNull();
  });
});
