import { beforeAll, expect, test } from 'vitest';
import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import type { LoadDetails } from '#shared/answers/capacity-load.ts';
import type { TaskWork } from '#shared/answers/terminal.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { OrderCost } from '#shared/planning/order-cost.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  getIsoTimeAgo,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

const EXTRA = '/mes/report/extraProcess';
const TASK = '/mes/report/task';

describeForEachDatabase('An extra process of a part', (database) => {
  let factory: TestFactory;
  let otherFactory: TestFactory;
  let craftId: number;
  let groupId: number;
  let deviceId: number;
  let count = 0;
  const save = async (path: string, fields: Record<string, unknown> = {}): Promise<number> => {
    const code = `X${++count}`;
    return (
      await factory.call<{ id: number }>(`/mes/system/basic/${path}/save`, { code, name: code, ...fields })
    ).id;
  };
  beforeAll(async () => {
    const connection = await database.open();
    factory = await createTestFactory(connection);
    otherFactory = await createTestFactory(connection);
    const costTypeId = await save('costType', {
      rates: [{ validFrom: '2020-01-01', manHourRate: 60, deviceHourRate: 30 }],
    });
    craftId = await save('crafts', { name: 'Straightening', costTypeId });
    groupId = await save('group', { name: 'Fitters' });
    deviceId = await save('device', { name: 'Press' });
  });

  const hireFitter = () => factory.createPerson('Fitter', ['TASK_REPORT', 'TASK_REPORT_EXTRA']);
  const createPart = async () => {
    const { id: orderId, partId, processIds } = await factory.createOrder(10, ['Turning', 'Milling']);
    return { orderId, processIds, partId };
  };
  const addExtra = (
    call: CallFunction,
    partId: number,
    fields: Record<string, unknown> = {},
    verb = 'start',
  ) =>
    call<{ reportId: number }>(`${EXTRA}/${verb}`, {
      partId,
      craftId,
      workGroupId: groupId,
      reason: 'Bent in transport',
      ...(verb === 'start' ? { at: getIsoTimeAgo(30) } : { minutes: 30 }),
      ...fields,
    });
  const listExtras = (partId: number, call = factory.call) =>
    call<ExtraProcessWork[]>(`${EXTRA}/ofPart`, { partId });
  const endWork = (call: CallFunction, reportId: number, verb = 'finish') =>
    call(`${TASK}/${verb}`, { reportId });
  /** Everything that an order and its routing show, except the time of the answer. */
  const readFlow = async (orderId: number, partId: number) => {
    const order = await factory.call<Record<string, unknown>>('/mes/order/get', { id: orderId });
    return { order, processes: await factory.call<unknown[]>('/mes/process/progress', { partId }) };
  };

  test('is added, interrupted, continued and finished, while the flow of its order stays as it is', async () => {
    const { orderId, partId, processIds } = await createPart();
    const { reportId: turningId } = await startWork(factory.call, processIds[0]!, 10);
    await finishWork(factory.call, turningId, 4);
    const flow = await readFlow(orderId, partId);
    const { call, employeeId } = await hireFitter();
    const { reportId } = await addExtra(call, partId, { deviceId });
    expect(await listExtras(partId)).toMatchObject([
      {
        craftName: 'Straightening',
        workGroupName: 'Fitters',
        reason: 'Bent in transport',
        isOpen: true,
        busyWith: ['Fitter'],
        seconds: 0,
      },
    ]);
    await endWork(call, reportId, 'unfinished');
    const [extra] = await listExtras(partId);
    expect(extra).toMatchObject({ isOpen: true, busyWith: [], seconds: 1800, deviceSeconds: 1800, cost: 45 });
    const { taskId } = extra!;
    const helper = await factory.createPerson('Helper', ['TASK_REPORT']);
    const again = await helper.call<{ reportId: number }>(`${TASK}/start`, { taskId, at: getIsoTimeAgo(20) });
    await endWork(helper.call, again.reportId);
    expect(await listExtras(partId)).toMatchObject([
      { isOpen: false, busyWith: [], seconds: 3000, deviceSeconds: 1800, cost: 65 },
    ]);
    expect(await readRefusalCode(helper.call(`${TASK}/start`, { taskId }))).toBe('extraProcessFinished');
    expect(await readFlow(orderId, partId)).toEqual(flow);
    const { rows } = await factory.call<{ rows: ReportRow[] }>('/mes/form/employeeDailyDetails', {
      employeeId,
      from: getIsoTimeAgo(3 * 24 * 60).slice(0, 10),
      to: getIsoTimeAgo(-24 * 60).slice(0, 10),
    });
    expect(rows.reduce((sum, row) => sum + Number(row['seconds']), 0)).toBe(1800);
    expect(await helper.call<TaskWork>(`${TASK}/list`, {})).toMatchObject({ tasks: [] });
  });

  test('leaves an order that has not begun as released', async () => {
    const { orderId, partId } = await createPart();
    const { call } = await hireFitter();
    await addExtra(call, partId, {}, 'record');
    expect(await factory.call('/mes/order/get', { id: orderId })).toMatchObject({ state: 'released' });
  });

  test('counts in the cost of its order, and its reversal does not', async () => {
    const { orderId, partId } = await createPart();
    const { call } = await hireFitter();
    const { reportId } = await addExtra(call, partId, { deviceId }, 'record');
    const readCost = async () => (await factory.call<OrderCost>('/mes/order/cost', { id: orderId })).actual;
    expect(await readCost()).toBe(45);
    await factory.call('/mes/report/reverse', { reportId, reason: 'Not done' });
    expect(await readCost()).toBe(0);
    expect(await listExtras(partId)).toEqual([]);
  });

  test('loads its own work group today, and people without the permission for costs see none', async () => {
    const { partId } = await createPart();
    const ownGroupId = await save('group', { name: 'Welders' });
    const { call } = await hireFitter();
    await addExtra(call, partId, { workGroupId: ownGroupId }, 'record');
    const today = toLocalDay('Asia/Shanghai');
    const details = await factory.call<LoadDetails>('/mes/plan/capacityLoad/processes', {
      axis: 'manHours',
      loadKind: 'plannedLoad',
      workGroupId: ownGroupId,
      from: today,
      to: today,
    });
    expect(details.tasks).toMatchObject([{ people: 1 }]);
    expect(await listExtras(partId, call)).toMatchObject([{ seconds: 1800, cost: null }]);
  });

  test('is open again when its end is undone or reversed', async () => {
    const { partId } = await createPart();
    const { call } = await hireFitter();
    const { reportId } = await addExtra(call, partId);
    await endWork(call, reportId);
    expect(await listExtras(partId)).toMatchObject([{ isOpen: false }]);
    await call('/mes/report/undo', { reportId, reopen: true });
    expect(await listExtras(partId)).toMatchObject([{ isOpen: true, busyWith: ['Fitter'], seconds: 0 }]);
  });

  test('needs its own permission, a reason, rows of the factory, a device in order and an order that runs', async () => {
    const { orderId, partId } = await createPart();
    const { call } = await hireFitter();
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    expect(await readRefusalCode(addExtra(worker.call, partId))).toBe('noPermission');
    expect(await readRefusalCode(addExtra(call, partId, { reason: '' }))).toBe('fieldsInvalid');
    expect(await readRefusalCode(addExtra(call, partId, { craftId: partId }))).toBe('referenceMissing');
    expect(await readRefusalCode(addExtra(otherFactory.call, partId))).toBe('referenceMissing');
    const brokenDeviceId = await save('device', { status: 'repair' });
    expect(await readRefusalCode(addExtra(call, partId, { deviceId: brokenDeviceId }))).toBe(
      'deviceNotNormal',
    );
    expect(
      await readRefusalCode(addExtra(call, partId, { people: [{ employeeId: worker.employeeId }] })),
    ).toBe('notYourReport');
    const cleaningId = await save('task');
    expect(await readRefusalCode(call(`${TASK}/start`, { taskId: cleaningId, deviceId }))).toBe(
      'fieldsInvalid',
    );
    const { reportId } = await addExtra(call, partId);
    await endWork(call, reportId, 'unfinished');
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: orderId });
    await factory.call('/mes/order/suspend', { id: orderId, version });
    expect(await readRefusalCode(addExtra(call, partId, { at: null }))).toBe('orderState');
    const [{ taskId }] = (await listExtras(partId)) as [ExtraProcessWork];
    expect(await readRefusalCode(call(`${TASK}/start`, { taskId }))).toBe('orderState');
    expect(await listExtras(partId)).toHaveLength(1);
  });

  test('is not listed as indirect work, and keeps its part from being deleted', async () => {
    const { partId } = await createPart();
    const { call } = await hireFitter();
    await addExtra(call, partId, {}, 'record');
    const [{ taskId }] = (await listExtras(partId)) as [ExtraProcessWork];
    const page = await factory.call<{ rows: { id: number }[] }>('/mes/system/basic/task/page', {});
    expect(page.rows.map(({ id }) => id)).not.toContain(taskId);
    expect(await readRefusalCode(factory.call('/mes/system/basic/task/delete', { ids: [taskId] }))).toBe(
      'inUse',
    );
    expect(await readRefusalCode(factory.call('/mes/order/part/delete', { ids: [partId] }))).toBe('inUse');
  });
});
