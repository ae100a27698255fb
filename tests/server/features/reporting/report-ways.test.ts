import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { finishWork, readProcessProgress, startWork } from '#tests/support/reports.ts';

describeForEachDatabase('the report way of a craft', (database) => {
  let factory: TestFactory;
  let groupId: number;
  let count = 0;
  const saveRecord = async (path: string, fields: Record<string, unknown>) =>
    (await factory.call<{ id: number }>(`/mes/${path}/save`, { code: `R${++count}`, ...fields })).id;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    groupId = await saveRecord('system/basic/group', { name: 'Press team' });
  });

  /** Makes an order with one process of the group, whose craft is reported this way. @returns the id of the process */
  async function makeProcess(reportWay: string): Promise<number> {
    const { processIds } = await factory.createOrder(10, [{ name: reportWay, reportWay }]);
    const { version } = await readProcessProgress(factory, processIds[0]!);
    await factory.call('/mes/process/save', { id: processIds[0], version, workGroupId: groupId });
    return processIds[0]!;
  }
  async function hireMember(name: string) {
    const person = await factory.createPerson(name, ['TASK_REPORT']);
    const { version } = await factory.call<{ version: number }>('/mes/system/basic/employee/get', {
      id: person.employeeId,
    });
    await factory.call('/mes/system/basic/employee/save', {
      id: person.employeeId,
      version,
      workGroupId: groupId,
    });
    return person;
  }
  const readPeople = async (reportId: number) =>
    (
      await factory.call<{ people: { employeeId: number; ratio: number }[] }>('/mes/report/get', {
        id: reportId,
      })
    ).people;
  const leaveGroup = async (employeeId: number) => {
    const { version } = await factory.call<{ version: number }>('/mes/system/basic/employee/get', {
      id: employeeId,
    });
    await factory.call('/mes/system/basic/employee/save', {
      id: employeeId,
      version,
      workingStatus: 'vacation',
    });
  };

  test('by device: work starts only on a device, in one step as well', async () => {
    const processId = await makeProcess('byDevice');
    const deviceId = await saveRecord('system/basic/device', { name: 'Press 1' });
    const { call } = await factory.createPerson('Operator', ['TASK_REPORT']);
    expect(await readRefusalCode(startWork(call, processId, 5))).toBe('deviceMissing');
    const recordFields = { processId, good: 2, minutes: 10 };
    expect(await readRefusalCode(call('/mes/report/record', recordFields))).toBe('deviceMissing');
    const { rows } = await call<BatchAnswer>('/mes/report/start/batch', {
      rows: JSON.stringify([{ id: processId, processId, quantity: 5, batchId: randomUUID() }]),
    });
    expect(rows[0]!.answer).toMatchObject({
      success: false,
      code: 'deviceMissing',
      fields: { deviceId: expect.any(String) },
    });
    expect(await readProcessProgress(factory, processId)).toMatchObject({ inWork: 0, reportWay: 'byDevice' });
    const { reportId } = await startWork(call, processId, 5, { deviceId });
    await finishWork(call, reportId, 5);
  });

  test('by group: the report names the free people of the group who are on the job, in equal parts', async () => {
    const processId = await makeProcess('byGroup');
    const [firstMember, secondMember, absentMember, busyMember] = [
      await hireMember('One'),
      await hireMember('Two'),
      await hireMember('Away'),
      await hireMember('Busy'),
    ];
    await leaveGroup(absentMember.employeeId);
    const otherProcess = await makeProcess('byPerson');
    await startWork(busyMember.call, otherProcess, 1);
    const { reportId } = await startWork(firstMember.call, processId, 4);
    expect(await readPeople(reportId)).toMatchObject([
      { employeeId: firstMember.employeeId, ratio: 50 },
      { employeeId: secondMember.employeeId, ratio: 50 },
    ]);
    // Each member of the team may end the team's report.
    await finishWork(secondMember.call, reportId, 4);

    const helper = await factory.createPerson('Helper', ['TASK_REPORT']);
    const startForTeam = (call: CallFunction, people: object[] = []) =>
      call<{ reportId: number }>('/mes/report/start', { processId, quantity: 1, people });
    expect(
      (await readPeople((await startForTeam(helper.call)).reportId)).map(({ employeeId }) => employeeId),
    ).toEqual([firstMember.employeeId, secondMember.employeeId, helper.employeeId]);
    // If a request names people, they count instead of the team.
    const lateMember = await hireMember('Late');
    const namedReport = await startForTeam(lateMember.call, [{ employeeId: lateMember.employeeId }]);
    expect(await readPeople(namedReport.reportId)).toMatchObject([
      { employeeId: lateMember.employeeId, ratio: 100 },
    ]);
  });

  test('by person: the report names only the person who reports', async () => {
    const processId = await makeProcess('byPerson');
    const worker = await hireMember('Single');
    await hireMember('Colleague');
    const { reportId } = await startWork(worker.call, processId, 4);
    expect(await readPeople(reportId)).toMatchObject([{ employeeId: worker.employeeId, ratio: 100 }]);
  });
});
