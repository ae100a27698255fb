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
  test('is of the size that it is said to be: 8 groups, 40 devices, 60 people, about 120 crafts', () => {
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

  test('has everybody once, and somebody who leads in every group and shift', () => {
    const people = listDemoPeople();
    for (const property of ['code', 'name', 'badge'] as const)
      expect(new Set(people.map((one) => one[property])).size).toBe(people.length);
    for (const { code } of demoContent.groups)
      expect(people.filter((one) => one.group === code && one.isHead).map((one) => one.isNight)).toEqual([
        false,
        true,
      ]);
  });

  test('has badges that are no employee codes', () => {
    const people = listDemoPeople();
    const codes = new Set(people.map((one) => one.code));
    expect(people.filter(({ badge }) => codes.has(badge) || !/^\d{8}$/.test(badge))).toEqual([]);
    expectItemsChecked('badges of the demonstration', people.length);
    const { badge } = people.find((one) => one.code === 'T202')!;
    for (const document of ['README.md', 'server/operations.md'])
      expect(readFileSync(join(projectFolder, document), 'utf8')).toContain(`badge \`${badge}\``);
  });

  test('makes nothing by a craft that it has not, and of nothing that it does not know', () => {
    for (const { routing } of [...PRODUCTS, ...ASSEMBLIES])
      for (const craft of splitAtSpaces(routing)) expect(getStandardMinutes(craft), craft).toBeGreaterThan(0);
    const materials = demoContent.materials.map(([name]) => name);
    for (const { material } of PRODUCTS) expect(materials).toContain(material);
    for (const { parts } of ASSEMBLIES)
      for (const [code] of parts) expect(PRODUCTS.map((one) => one.code)).toContain(code);
  });

  test('is asked for everything that it makes, and plans no step after the due date', () => {
    const plans = Array.from({ length: 72 }, (_, number) => planOrder(number, 5));
    const madeCodes = new Set(plans.map((plan) => plan.parts[0]!.code));
    expect([...madeCodes].sort()).toEqual([...PRODUCTS, ...ASSEMBLIES].map((one) => one.code).sort());
    for (const part of plans.flatMap((plan) => plan.parts)) {
      expect(part.ends).toHaveLength(splitAtSpaces(part.routing).length);
      expect(part.ends).toEqual([...part.ends].sort((a, b) => a - b));
      expect(Math.max(...part.ends)).toBeLessThanOrEqual(5);
    }
  });
});

test('has a weekly rest day, but neither at the first start nor in the days of its past', () => {
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

describe('its past', () => {
  const people = [1, 2, 3, 4].map((id) => ({ id, isNight: id % 2 === 0 }));
  const process = (id: number, usesDevice: boolean) => ({
    id,
    minutes: 6,
    people,
    devices: [11, 12],
    usesDevice,
  });
  const order = (index: number): PastReportOrder => ({
    quantity: 20,
    ahead: 3,
    processes: [1, 2, 3, 4].map((step) => process(index * 10 + step, step !== 3)),
  });
  const orders = Array.from({ length: 12 }, (_, index) => order(index));
  const reports = makePastReports(orders, NOW, ZONE);
  const at = (text: string) => Date.parse(`${text}+08:00`);

  test('is the same each time, over before now, and nothing that has not begun is in it', () => {
    expect(reports.length).toBeGreaterThan(80);
    expect(makePastReports(orders, NOW, ZONE)).toEqual(reports);
    for (const one of reports) {
      expect(at(one.endedAt)).toBeLessThan(NOW.getTime());
      expect(one.processId % 10).not.toBe(4);
    }
    expectItemsChecked('reports of the past', reports.length);
  });

  test('has nobody and nothing at two things at once, and everybody in their shift', () => {
    const spans = (of: (one: (typeof reports)[number]) => number | null) => {
      const byOwner = new Map<number, [number, number][]>();
      for (const one of reports) {
        const owner = of(one);
        if (owner === null) continue;
        byOwner.set(owner, [...(byOwner.get(owner) ?? []), [at(one.startedAt), at(one.endedAt)]]);
      }
      return [...byOwner.values()];
    };
    for (const spansByOwner of [spans((one) => one.people[0]!.employeeId), spans((one) => one.deviceId)]) {
      for (const list of spansByOwner) {
        list.sort(([a], [b]) => a - b);
        list.forEach(([start], index) => {
          if (index > 0) expect(start).toBeGreaterThanOrEqual(list[index - 1]![1]);
        });
      }
    }
    for (const one of reports) {
      const person = people.find(({ id }) => id === one.people[0]!.employeeId)!;
      expect(isOnShift(person.isNight, at(one.startedAt), ZONE)).toBe(true);
    }
  });

  test('has no piece worked on before it had arrived', () => {
    for (let index = 0; index < orders.length; index++) {
      for (const step of [2, 3]) {
        const before = reports.filter((one) => one.processId === index * 10 + step - 1);
        let taken = 0;
        for (const one of reports.filter((report) => report.processId === index * 10 + step)) {
          taken += one.good + one.scrap;
          const delivered = before
            .filter((report) => at(report.endedAt) <= at(one.startedAt))
            .reduce((sum, report) => sum + report.good, 0);
          expect(taken).toBeLessThanOrEqual(delivered);
        }
      }
    }
  });
});
