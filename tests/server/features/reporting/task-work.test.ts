import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { TaskWork } from '#shared/answers/terminal.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  getIsoTimeAgo,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { finishWork, readProcessProgress, startWork } from '#tests/support/reports.ts';

const TASK_PATH = '/mes/report/task';

describeForEachDatabase('work on a task, outside the plan', (database) => {
  let factory: TestFactory;
  let otherFactory: TestFactory;
  let cleaningId: number;
  let count = 0;
  const saveTask = async (fields: Record<string, unknown> = {}, floor = factory) => {
    const code = `T${++count}`;
    return (await floor.call<{ id: number }>('/mes/system/basic/task/save', { code, name: code, ...fields }))
      .id;
  };
  beforeAll(async () => {
    const connection = await database.open();
    factory = await createTestFactory(connection);
    otherFactory = await createTestFactory(connection);
    cleaningId = await saveTask({ name: 'Cleaning' });
  });

  const hireWorker = () => factory.createPerson('Porter', ['TASK_REPORT']);
  const startTask = (call: CallFunction, minutesAgo = 30, fields: Record<string, unknown> = {}) =>
    call<{ reportId: number }>(`${TASK_PATH}/start`, {
      taskId: cleaningId,
      at: getIsoTimeAgo(minutesAgo),
      ...fields,
    });
  const finishTask = (call: CallFunction, reportId: number, fields: Record<string, unknown> = {}) =>
    call<{ reportId: number }>(`${TASK_PATH}/finish`, { reportId, ...fields });
  const readDay = async (employeeId: number): Promise<ReportRow[]> =>
    (
      await factory.call<{ rows: ReportRow[] }>('/mes/form/employeeDailyDetails', {
        employeeId,
        from: getIsoTimeAgo(3 * 24 * 60).slice(0, 10),
        to: getIsoTimeAgo(-24 * 60).slice(0, 10),
      })
    ).rows;
  const sumSeconds = (rows: readonly ReportRow[], name: string) =>
    rows.reduce((total, row) => total + Number(row[name]), 0);

  test('is begun and ended, and counts in the person’s day as indirect time', async () => {
    const { call, employeeId } = await hireWorker();
    const { reportId } = await startTask(call);
    const work = await call<TaskWork>(`${TASK_PATH}/list`, {});
    expect(work.tasks).toContainEqual({ taskId: cleaningId, name: 'Cleaning', paidWork: true });
    expect(work.reports.find((report) => report.reportId === reportId)).toMatchObject({
      taskName: 'Cleaning',
      endedAt: null,
      people: [{ employeeId, name: 'Porter' }],
    });
    await finishTask(call, reportId, { remark: 'Chips' });
    const report = await factory.call<Record<string, unknown>>('/mes/report/get', { id: reportId });
    expect(report).toMatchObject({
      kind: 'outsidePlan',
      taskId: cleaningId,
      processId: null,
      remark: 'Chips',
    });
    const rows = await readDay(employeeId);
    expect(sumSeconds(rows, 'outsidePlanSeconds')).toBe(report['seconds']);
    expect(sumSeconds(rows, 'seconds')).toBe(report['seconds']);
    expect(sumSeconds(rows, 'runSeconds')).toBe(0);
    const details = await factory.call<{ rows: ReportRow[] }>('/mes/form/employeeDailyReports', {
      employeeId,
      phase: 'outsidePlan',
      from: getIsoTimeAgo(3 * 24 * 60).slice(0, 10),
      to: getIsoTimeAgo(-24 * 60).slice(0, 10),
    });
    expect(details.rows).toMatchObject([
      { reportId, processName: 'Cleaning', phase: 'outsidePlan', orderCode: null },
    ]);
    const latest = await factory.call<{ rows: ReportRow[] }>('/mes/form/latestReports', {});
    expect(latest.rows.find((row) => row['id'] === reportId)).toMatchObject({ processName: 'Cleaning' });
  });

  test('is shown on a board of the person’s work group', async () => {
    const groupIds: number[] = [];
    for (const name of ['Porters', 'Turners'])
      groupIds.push(
        (await factory.call<{ id: number }>('/mes/system/basic/group/save', { code: `G${++count}`, name }))
          .id,
      );
    const person = await factory.call<{ id: number }>('/mes/system/basic/employee/save', {
      code: `E${++count}`,
      name: 'Member',
      workGroupId: groupIds[0],
    });
    const { reportId } = await startTask(factory.call, 5, { people: [{ employeeId: person.id }] });
    const readIds = async (workGroupId: number) =>
      (await factory.call<{ rows: ReportRow[] }>('/mes/form/latestReports', { workGroupId })).rows.map(
        ({ id }) => id,
      );
    expect(await readIds(groupIds[0]!)).toContain(reportId);
    expect(await readIds(groupIds[1]!)).not.toContain(reportId);
  });

  test('is entered in one step with its duration, once', async () => {
    const { call, employeeId } = await hireWorker();
    const fields = { taskId: cleaningId, minutes: 45 };
    const requestId = randomUUID();
    const answer = await call<{ reportId: number }>(`${TASK_PATH}/record`, fields, requestId);
    expect(await call(`${TASK_PATH}/record`, fields, requestId)).toEqual(answer);
    expect(sumSeconds(await readDay(employeeId), 'outsidePlanSeconds')).toBe(45 * 60);
    expect(await readRefusalCode(call(`${TASK_PATH}/record`, { taskId: cleaningId }))).toBe('fieldsInvalid');
  });

  test('lasts at least 1 minute and at most 24 hours', async () => {
    const { call } = await hireWorker();
    const { reportId } = await startTask(call, 0.5);
    expect(await readRefusalCode(finishTask(call, reportId))).toBe('durationTooShort');
    const longReport = await startTask(factory.call, 25 * 60, {
      people: [{ employeeId: (await hireWorker()).employeeId }],
    });
    expect(await readRefusalCode(finishTask(factory.call, longReport.reportId))).toBe('durationTooLong');
    await finishTask(factory.call, longReport.reportId, { at: getIsoTimeAgo(61) });
    expect(await readRefusalCode(startTask(call, -10))).toBe('timeAhead');
    expect(await readRefusalCode(startTask(call, 25 * 60))).toBe('timeTooFarBack');
    expect(await readRefusalCode(call(`${TASK_PATH}/record`, { taskId: cleaningId, minutes: 1441 }))).toBe(
      'fieldsInvalid',
    );
  });

  test('excludes other work of the person at the same time, at a process as well', async () => {
    const { call } = await hireWorker();
    const { processIds } = await factory.createOrder(10, ['Turning']);
    const { reportId } = await startTask(call, 20);
    expect(await readRefusalCode(startTask(call, 10))).toBe('timesOverlap');
    expect(await readRefusalCode(startWork(call, processIds[0]!, 5, { at: getIsoTimeAgo(5) }))).toBe(
      'timesOverlap',
    );
    await finishTask(call, reportId, { at: getIsoTimeAgo(6) });
    const turning = await startWork(call, processIds[0]!, 5, { at: getIsoTimeAgo(5) });
    expect(await readRefusalCode(startTask(call, 2))).toBe('timesOverlap');
    await finishWork(call, turning.reportId, 5);
    expect(await readProcessProgress(factory, processIds[0]!)).toMatchObject({
      good: 5,
      state: 'unfinished',
    });
  });

  test('is not closed like work at a process', async () => {
    const { call } = await hireWorker();
    const { reportId } = await startTask(call);
    expect(await readRefusalCode(finishWork(call, reportId, 1))).toBe('reportNotOpen');
    const { processIds } = await factory.createOrder(10, ['Milling']);
    const milling = await startWork(factory.call, processIds[0]!, 5);
    expect(await readRefusalCode(finishTask(factory.call, milling.reportId))).toBe('reportNotOpen');
  });

  test('is refused for a task that is inactive, of another factory or unknown', async () => {
    const { call } = await hireWorker();
    const inactiveTask = await saveTask({ active: false });
    expect(await readRefusalCode(startTask(call, 5, { taskId: inactiveTask }))).toBe('taskNotActive');
    const foreignTask = await saveTask({}, otherFactory);
    expect(await readRefusalCode(startTask(call, 5, { taskId: foreignTask }))).toBe('referenceMissing');
    const { reportId } = await startTask(call, 5);
    expect(await readRefusalCode(finishTask(otherFactory.call, reportId))).toBe('rowNotFound');
    expect(await readRefusalCode(otherFactory.call('/mes/report/reverse', { reportId, reason: 'x' }))).toBe(
      'rowNotFound',
    );
  });

  test('belongs to its people: others need the permission for the team, and an observer may report nothing', async () => {
    const [firstWorker, secondWorker] = [await hireWorker(), await hireWorker()];
    const observer = await factory.createPerson('Observer', []);
    const { reportId } = await startTask(firstWorker.call);
    expect(await readRefusalCode(finishTask(secondWorker.call, reportId))).toBe('notYourReport');
    expect(await readRefusalCode(secondWorker.call('/mes/report/reverse', { reportId, reason: 'x' }))).toBe(
      'notYourReport',
    );
    expect(
      await readRefusalCode(
        startTask(secondWorker.call, 5, { people: [{ employeeId: firstWorker.employeeId }] }),
      ),
    ).toBe('notYourReport');
    for (const verb of ['start', 'finish', 'record'])
      expect(await readRefusalCode(observer.call(`${TASK_PATH}/${verb}`, {}))).toBe('noPermission');
    await finishTask(factory.call, reportId);
    expect(await readRefusalCode(finishTask(firstWorker.call, reportId))).toBe('reportClosed');
  });

  test('is reversed with a reason, and leaves nothing in the person’s day', async () => {
    const { call, employeeId } = await hireWorker();
    const { reportId } = await call<{ reportId: number }>(`${TASK_PATH}/record`, {
      taskId: cleaningId,
      minutes: 10,
    });
    expect(await readRefusalCode(call('/mes/report/reverse', { reportId }))).toBe('fieldsInvalid');
    await call('/mes/report/reverse', { reportId, reason: 'Wrong task' });
    expect(await readDay(employeeId)).toEqual([]);
    expect(await readRefusalCode(call('/mes/report/reverse', { reportId, reason: 'Again' }))).toBe(
      'reportReversed',
    );
    expect(await readRefusalCode(finishTask(call, reportId))).toBe('reportReversed');
    // The person has no open report any more and can start again.
    await startTask(call, 5);
  });

  test('is undone: a start as a whole, an end so that the work goes on', async () => {
    const { call } = await hireWorker();
    const { reportId } = await startTask(call);
    await finishTask(call, reportId);
    const undoAnswer = await call<{ reportId: number }>('/mes/report/undo', { reportId, reopen: true });
    const { reports } = await call<TaskWork>(`${TASK_PATH}/list`, {});
    expect(reports.some((report) => report.reportId === reportId)).toBe(false);
    expect(reports.find((report) => report.reportId === undoAnswer.reportId)).toMatchObject({
      endedAt: null,
    });
    expect(
      await readRefusalCode(
        factory.call('/mes/report/undo', { reportId: undoAnswer.reportId, reopen: false }),
      ),
    ).toBe('undoOfOthers');
    await call('/mes/report/undo', { reportId: undoAnswer.reportId, reopen: false });
    const after = await call<TaskWork>(`${TASK_PATH}/list`, {});
    expect(after.reports.some((report) => report.reportId === undoAnswer.reportId)).toBe(false);
  });

  test('costs its time at the rate of the task’s cost type, and nothing if the task is not paid', async () => {
    const costType = await factory.call<{ id: number }>('/mes/system/basic/costType/save', {
      code: `C${++count}`,
      name: 'Overhead',
      rates: [{ validFrom: '2020-01-01', manHourRate: 60, deviceHourRate: 0 }],
    });
    const labourCosts: unknown[] = [];
    for (const paidWork of [true, false]) {
      const taskId = await saveTask({ costTypeId: costType.id, paidWork });
      const { call } = await hireWorker();
      const { reportId } = await call<{ reportId: number }>(`${TASK_PATH}/record`, { taskId, minutes: 30 });
      const { rows } = await factory.call<{ rows: ReportRow[] }>('/mes/form/costReportDetails', {
        from: getIsoTimeAgo(3 * 24 * 60).slice(0, 10),
        to: getIsoTimeAgo(-24 * 60).slice(0, 10),
      });
      const row = rows.find((candidate) => candidate['reportId'] === reportId)!;
      labourCosts.push([row['wageCalculationType'], row['labourCost'], row['costTypeName']]);
    }
    expect(labourCosts).toEqual([
      ['byTime', 30, 'Overhead'],
      ['noWage', 0, 'Overhead'],
    ]);
  });

  test('keeps its task from being deleted', async () => {
    const taskId = await saveTask();
    const { call } = await hireWorker();
    await call(`${TASK_PATH}/record`, { taskId, minutes: 5 });
    expect(await readRefusalCode(factory.call('/mes/system/basic/task/delete', { ids: [taskId] }))).toBe(
      'inUse',
    );
  });

  test('is ended and reversed only once by two at the same time', async () => {
    const { call } = await hireWorker();
    const { reportId } = await startTask(call);
    const codes = await Promise.all(
      [finishTask(call, reportId), finishTask(factory.call, reportId), finishTask(call, reportId)].map(
        readRefusalCode,
      ),
    );
    expect(codes.toSorted()).toEqual(['accepted', 'reportClosed', 'reportClosed']);
    const reversals = await Promise.all(
      ['a', 'b'].map((reason) => readRefusalCode(factory.call('/mes/report/reverse', { reportId, reason }))),
    );
    expect(reversals.toSorted()).toEqual(['accepted', 'reportReversed']);
  });
});
