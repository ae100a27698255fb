import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { demoContent, splitAtSpaces } from '#server/demo/content.ts';
import { listDemoDevices, groupsByCraft, getStandardMinutes } from '#server/demo/masters.ts';
import { getRestDay } from '#server/demo/organisation.ts';
import { planOrder } from '#server/demo/orders.ts';
import { makePastReports, type PastReportOrder } from '#server/demo/make-past-reports.ts';
import { listDemoPeople } from '#server/demo/people.ts';
import { ASSEMBLIES, PRODUCTS } from '#server/demo/products.ts';
import { projectFolder } from '#server/root.ts';
import { isOnShift } from '#server/demo/shift-clock.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const ZONE = 'Asia/Shanghai';
const NOW = new Date('2026-03-04T06:30:00Z');

describe('the demonstration factory', () => {
  test('has the documented size: 8 groups, 40 devices, 60 people, about 120 crafts', () => {
    expect(demoContent.groups).toHaveLength(8);
    expect(demoContent.groups.flatMap(listDemoDevices)).toHaveLength(40);
    expect(listDemoPeople()).toHaveLength(60);
    const crafts = [
      ...groupsByCraft.keys(),
      ...Object.values(demoContent.otherCrafts).flatMap(splitAtSpaces),
    ];
    expect(new Set(crafts).size).toBe(crafts.length);
    expect(crafts.length).toBeGreaterThanOrEqual(120);
  });

  test('has each person only once, and one head in every group and shift', () => {
    const people = listDemoPeople();
    for (const property of ['code', 'name', 'badge'] as const)
      expect(new Set(people.map((person) => person[property])).size).toBe(people.length);
    for (const { code } of demoContent.groups)
      expect(
        people.filter((person) => person.group === code && person.isHead).map((person) => person.isNight),
      ).toEqual([false, true]);
  });

  test('has badges that differ from all employee codes', () => {
    const people = listDemoPeople();
    const codes = new Set(people.map((person) => person.code));
    expect(people.filter(({ badge }) => codes.has(badge) || !/^\d{8}$/.test(badge))).toEqual([]);
    expectItemsChecked('badges of the demonstration', people.length);
    const { badge } = people.find((person) => person.code === 'T202')!;
    for (const document of ['README.md', 'server/operations.md'])
      expect(readFileSync(join(projectFolder, document), 'utf8')).toContain(`badge \`${badge}\``);
  });

  test('uses only crafts, materials and parts that it has', () => {
    for (const { routing } of [...PRODUCTS, ...ASSEMBLIES])
      for (const craft of splitAtSpaces(routing)) expect(getStandardMinutes(craft), craft).toBeGreaterThan(0);
    const materials = demoContent.materials.map(([name]) => name);
    for (const { material } of PRODUCTS) expect(materials).toContain(material);
    for (const { parts } of ASSEMBLIES)
      for (const [code] of parts) expect(PRODUCTS.map((product) => product.code)).toContain(code);
  });

  test('gets orders for all its products, and plans no step after the due date', () => {
    const plans = Array.from({ length: 72 }, (_, orderNumber) => planOrder(orderNumber, 5));
    const orderedCodes = new Set(plans.map((plan) => plan.parts[0]!.code));
    expect([...orderedCodes].sort()).toEqual(
      [...PRODUCTS, ...ASSEMBLIES].map((product) => product.code).sort(),
    );
    for (const part of plans.flatMap((plan) => plan.parts)) {
      expect(part.plannedEndDays).toHaveLength(splitAtSpaces(part.routing).length);
      expect(part.plannedEndDays).toEqual([...part.plannedEndDays].sort((a, b) => a - b));
      expect(Math.max(...part.plannedEndDays)).toBeLessThanOrEqual(5);
    }
  });
});

test('the demonstration has no weekly rest day from three days before its start to two days after it', () => {
  for (const today of Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index))) {
    const workdays = [-3, -2, -1, 0, 1, 2].map((days) => {
      const weekday = new Date(addDays(today, days)).toLocaleDateString('en', {
        weekday: 'long',
        timeZone: 'UTC',
      });
      return weekday.toLowerCase();
    });
    expect(WEEKDAYS).toContain(getRestDay(today));
    expect(workdays).not.toContain(getRestDay(today));
  }
});

describe('the past reports of the demonstration', () => {
  const people = [1, 2, 3, 4].map((id) => ({ id, isNight: id % 2 === 0 }));
  const makeProcess = (id: number, hasDevice: boolean) => ({
    id,
    minutes: 6,
    people,
    deviceIds: [11, 12],
    usesDevice: hasDevice,
  });
  const makeOrder = (index: number): PastReportOrder => ({
    quantity: 20,
    begunProcessCount: 3,
    processes: [1, 2, 3, 4].map((step) => makeProcess(index * 10 + step, step !== 3)),
  });
  const orders = Array.from({ length: 12 }, (_, index) => makeOrder(index));
  const reports = makePastReports(orders, NOW, ZONE);
  const parseTime = (text: string) => Date.parse(`${text}+08:00`);

  test('are the same each time, end before now, and include no process that has not begun', () => {
    expect(reports.length).toBeGreaterThan(80);
    expect(makePastReports(orders, NOW, ZONE)).toEqual(reports);
    for (const report of reports) {
      expect(parseTime(report.endedAt)).toBeLessThan(NOW.getTime());
      expect(report.processId % 10).not.toBe(4);
    }
    expectItemsChecked('reports of the past', reports.length);
  });

  test('use no person and no device twice at the same time, and people only in their shift', () => {
    const groupSpans = (getOwnerId: (report: (typeof reports)[number]) => number | null) => {
      const spansByOwner = new Map<number, [number, number][]>();
      for (const report of reports) {
        const ownerId = getOwnerId(report);
        if (ownerId === null) continue;
        spansByOwner.set(ownerId, [
          ...(spansByOwner.get(ownerId) ?? []),
          [parseTime(report.startedAt), parseTime(report.endedAt)],
        ]);
      }
      return [...spansByOwner.values()];
    };
    for (const spanLists of [
      groupSpans((report) => report.people[0]!.employeeId),
      groupSpans((report) => report.deviceId),
    ]) {
      for (const spans of spanLists) {
        spans.sort(([a], [b]) => a - b);
        spans.forEach(([start], index) => {
          if (index > 0) expect(start).toBeGreaterThanOrEqual(spans[index - 1]![1]);
        });
      }
    }
    for (const report of reports) {
      const person = people.find(({ id }) => id === report.people[0]!.employeeId)!;
      expect(isOnShift(person.isNight, parseTime(report.startedAt), ZONE)).toBe(true);
    }
  });

  test('contain no piece that is worked on before it has arrived', () => {
    for (let index = 0; index < orders.length; index++) {
      for (const step of [2, 3]) {
        const previousReports = reports.filter((report) => report.processId === index * 10 + step - 1);
        let takenPieces = 0;
        for (const stepReport of reports.filter((report) => report.processId === index * 10 + step)) {
          takenPieces += stepReport.good + stepReport.scrap;
          const deliveredPieces = previousReports
            .filter((report) => parseTime(report.endedAt) <= parseTime(stepReport.startedAt))
            .reduce((sum, report) => sum + report.good, 0);
          expect(takenPieces).toBeLessThanOrEqual(deliveredPieces);
        }
      }
    }
  });
});
