import { expect, it } from 'vitest';
import type { WorkShare } from '#server/planning/open-work.ts';
import type { OpenPlanWork, PlanWork, RunningReport } from '#server/planning/schedule/read-plan-work.ts';
import { findRunningReports, inheritPlaces, listTaskWorks } from '#server/planning/schedule/task-works.ts';
import { calculateRemainingMinutes, calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';

const makeShare = (id: number, quantity: number, values: Partial<WorkShare> = {}): WorkShare => ({
  id,
  deviceId: id - 90,
  workGroupId: 5,
  quantity,
  made: 0,
  isStarted: false,
  appointmentStart: null,
  appointmentEnd: null,
  applied: null,
  ...values,
});

const makeWork = (processId: number, values: Partial<PlanWork> = {}): PlanWork =>
  ({
    processId,
    workGroupId: 4,
    deviceId: null,
    plannedQuantity: 12,
    inheritedLoss: 0,
    acceptedLoss: 0,
    good: 2,
    concession: 0,
    outsourced: 0,
    reworkOpen: 0,
    inRework: 0,
    preparationMinutes: 15,
    deviceMinutes: 10,
    manMinutes: null,
    manMachineRatio: 1,
    isStarted: true,
    isBooked: false,
    applied: null,
    external: false,
    shares: null,
    ...values,
  }) as PlanWork;

const listWorks = (...works: PlanWork[]) => listTaskWorks({ works } as unknown as OpenPlanWork);

it('makes a task of each share, with its machine, its quantity and its preparation', () => {
  const shares = [makeShare(91, 6, { isStarted: true }), makeShare(92, 4)];
  const works = listWorks(makeWork(1, { shares }), makeWork(2));
  expect(
    works.map((work) => [
      work.task,
      work.deviceId,
      work.workGroupId,
      calculateRemainingQuantity(work),
      calculateRemainingMinutes(work, 'deviceHours'),
    ]),
  ).toEqual([
    [91, 1, 5, 6, 60],
    [92, 2, 5, 4, 55],
    [2, null, 4, 10, 100],
  ]);
});

it('leaves out shares that are made, and does not divide what is outside', () => {
  const shares = [makeShare(91, 6, { made: 6 }), makeShare(92, 4)];
  expect(listWorks(makeWork(1, { shares, good: 8 })).map(({ task }) => task)).toEqual([92]);
  const worksAtSupplier = listWorks(makeWork(1, { shares, outsourced: 10 }));
  expect(worksAtSupplier.map(({ task, share }) => [task, share])).toEqual([[1, null]]);
});

it('gives a report to the share of its machine, and one from elsewhere to a share at which nobody works', () => {
  const works = listWorks(makeWork(1, { shares: [makeShare(91, 6), makeShare(92, 4)] }), makeWork(2));
  const report = (processId: number, deviceId: number | null, startedAt: number): RunningReport => ({
    processId,
    deviceId,
    startedAt,
  });
  const running = findRunningReports(works, [
    report(1, 7, 10),
    report(1, 1, 20),
    report(2, 3, 30),
    report(2, 4, 40),
  ]);
  expect([...running].map(([task, { startedAt }]) => [task, startedAt])).toEqual([
    [91, 20],
    [2, 40],
    [92, 10],
  ]);
});

it('lets shares and joined operations start where the present plan has what they come from', () => {
  const splitWork = makeWork(1, { shares: [makeShare(91, 6), makeShare(92, 4)] });
  const joinedWork = makeWork(2);
  const place = (processId: number, task: number, machine: number, start: number) => ({
    processId,
    task,
    machine,
    start,
    end: start + 50,
    lane: 0,
  });
  const rows = [place(1, 1, 8, 100), place(2, 81, 3, 300), place(2, 82, 4, 200)];
  const places = inheritPlaces(listWorks(splitWork, joinedWork), rows);
  expect(places.slice(3)).toEqual([
    { task: 91, machine: 1, start: 100, end: 150 },
    { task: 92, machine: 2, start: 100, end: 150 },
    { task: 2, machine: 4, start: 200, end: 250 },
  ]);
  // Tasks that the plan already contains keep their places.
  expect(inheritPlaces(listWorks(splitWork), [place(1, 91, 1, 5), place(1, 92, 2, 6)])).toHaveLength(2);
});
