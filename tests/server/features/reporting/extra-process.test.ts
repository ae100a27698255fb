import { beforeAll, expect, test } from 'vitest';
import type { ExtraCraft, FoundPart } from '#shared/answers/extra-process.ts';
import type { LoadDetails } from '#shared/answers/capacity-load.ts';
import type { TaskWork } from '#shared/answers/terminal.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { OrderCost } from '#shared/planning/order-cost.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createExtraFloor, type ExtraFloor } from '#tests/support/extra-floor.ts';
import {
  createTestFactory,
  getIsoTimeAgo,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

const TASK_PATH = '/mes/report/task';
const today = toLocalDay('Asia/Shanghai', Date.now());

describeForEachDatabase('An extra process of a part', (database) => {
  let factory: TestFactory;
  let otherFactory: TestFactory;
  let floor: ExtraFloor;
  beforeAll(async () => {
    const connection = await database.open();
    factory = await createTestFactory(connection);
    otherFactory = await createTestFactory(connection);
    floor = await createExtraFloor(factory);
  });

  const createPart = async () => {
    const { id: orderId, partId, processIds } = await factory.createOrder(10, ['Turning', 'Milling']);
    return { orderId, processIds, partId };
  };
  /** Reads an order and the progress of its processes, which an extra process must not change. */
  const readFlow = async (orderId: number, partId: number) => {
    const order = await factory.call<Record<string, unknown>>('/mes/order/get', { id: orderId });
    return { order, processes: await factory.call<unknown[]>('/mes/process/progress', { partId }) };
  };
  const readCost = async (id: number) => (await factory.call<OrderCost>('/mes/order/cost', { id })).actual;
  const readRows = async (path: string, fields: Record<string, unknown>) =>
    (await factory.call<{ rows: ReportRow[] }>(`/mes/form/${path}`, fields)).rows;
  const readDay = (employeeId: number) =>
    readRows('employeeDailyReports', {
      ...{
        employeeId,
        from: getIsoTimeAgo(3 * 24 * 60).slice(0, 10),
        to: getIsoTimeAgo(-24 * 60).slice(0, 10),
      },
    });

  test('is added, interrupted, continued and finished, while the flow of its order stays as it is', async () => {
    const { orderId, partId, processIds } = await createPart();
    const { reportId: turningId } = await startWork(factory.call, processIds[0]!, 10);
    await finishWork(factory.call, turningId, 4);
    const flow = await readFlow(orderId, partId);
    const { call, employeeId } = await floor.hireFitter();
    const { reportId } = await floor.addExtra(call, partId, {
      deviceId: floor.deviceId,
      reason: 'third time',
    });
    const reason = 'Bent in transport · third time';
    expect(await floor.listExtras(partId)).toMatchObject([
      {
        ...{ craftName: 'Straightening', workGroupName: 'Fitters', reason, isOpen: true },
        ...{ busyWith: ['Fitter'], seconds: 0 },
      },
    ]);
    await floor.endWork(call, reportId, 'unfinished');
    const [extra] = await floor.listExtras(partId);
    expect(extra).toMatchObject({ isOpen: true, busyWith: [], seconds: 1800, deviceSeconds: 1800, cost: 45 });
    const { taskId } = extra!;
    const readWaiting = async () =>
      (await call<TaskWork>(`${TASK_PATH}/list`, {})).waitingExtras.filter(
        (waiting) => waiting.taskId === taskId,
      );
    expect(await readWaiting()).toMatchObject([{ reason, workGroupName: 'Fitters' }]);
    const helper = await factory.createPerson('Helper', ['TASK_REPORT']);
    const continuedWork = await floor.continueExtra(helper.call, taskId, {
      at: floor.getTimeAgo(20),
    });
    expect(await readWaiting()).toEqual([]);
    await floor.endWork(helper.call, continuedWork.reportId);
    expect(await floor.listExtras(partId)).toMatchObject([
      { isOpen: false, busyWith: [], seconds: 3000, deviceSeconds: 1800, cost: 65 },
    ]);
    expect(await readRefusalCode(floor.continueExtra(helper.call, taskId))).toBe('extraProcessFinished');
    expect(await readFlow(orderId, partId)).toEqual(flow);
    expect(await readDay(employeeId)).toMatchObject([{ processName: 'Straightening', seconds: 1800 }]);
    expect(await helper.call<TaskWork>(`${TASK_PATH}/list`, {})).toMatchObject({
      tasks: [],
      waitingExtras: [],
    });
  });

  test('leaves an order that has not begun as released, and counts in its cost until it is reversed', async () => {
    const { orderId, partId } = await createPart();
    const { call } = await floor.hireFitter();
    const { reportId } = await floor.addExtra(call, partId, { deviceId: floor.deviceId }, 'record');
    expect(await factory.call('/mes/order/get', { id: orderId })).toMatchObject({ state: 'released' });
    expect(await readCost(orderId)).toBe(45);
    await floor.reverse(reportId);
    expect(await readCost(orderId)).toBe(0);
    expect(await floor.listExtras(partId)).toMatchObject([{ isReversed: true, seconds: 0 }]);
  });

  test('loads its own work group today, and people without the permission for costs see none', async () => {
    const { partId } = await createPart();
    const workGroupId = await floor.save('basic/group', { name: 'Welders' });
    const { call } = await floor.hireFitter();
    await floor.addExtra(call, partId, { workGroupId }, 'record');
    const details = await factory.call<LoadDetails>('/mes/plan/capacityLoad/processes', {
      ...{ axis: 'manHours', loadKind: 'plannedLoad', workGroupId, from: today, to: today },
    });
    expect(details.tasks).toMatchObject([{ people: 1, reason: 'Bent in transport' }]);
    expect(await floor.listExtras(partId, call)).toMatchObject([{ seconds: 1800, cost: null }]);
  });

  test('shows on the walls of its group and of the group of its people, with its order and its device', async () => {
    const { partId } = await createPart();
    const [ownGroupId, homeGroupId, otherGroupId] = [
      await floor.save('basic/group'),
      await floor.save('basic/group'),
      await floor.save('basic/group'),
    ];
    const deviceId = await floor.save('basic/device', { name: 'Bench press', workGroupId: homeGroupId });
    const { call, employeeId } = await floor.hireFitter();
    await factory.connection.db
      .updateTable('employee')
      .set({ workGroupId: homeGroupId })
      .where('factoryId', '=', factory.factoryId)
      .where('id', '=', employeeId)
      .execute();
    const { reportId } = await floor.addExtra(call, partId, { workGroupId: ownGroupId, deviceId });
    const readLatest = (workGroupId: number) => readRows('latestReports', { workGroupId });
    const shownFields = { id: reportId, processName: 'Straightening', partName: 'Part', people: 'Fitter' };
    for (const workGroupId of [ownGroupId, homeGroupId])
      expect(await readLatest(workGroupId)).toMatchObject([
        { ...shownFields, orderCode: expect.any(String) },
      ]);
    expect(await readLatest(otherGroupId)).toEqual([]);
    expect(await readRows('deviceStates', { workGroupId: homeGroupId })).toMatchObject([
      { state: 'running', processName: 'Straightening', people: 'Fitter', orderCode: expect.any(String) },
    ]);
  });

  test('is open again when its end is undone, and when the report is reversed that finished it', async () => {
    const { partId } = await createPart();
    const { call } = await floor.hireFitter();
    const { reportId } = await floor.addExtra(call, partId, { at: floor.getTimeAgo(50) });
    await floor.endWork(call, reportId);
    expect(await floor.listExtras(partId)).toMatchObject([{ isOpen: false }]);
    const undoAnswer = await call<{ reportId: number }>('/mes/report/undo', { reportId, reopen: true });
    expect(await floor.listExtras(partId)).toMatchObject([
      { isOpen: true, isReversed: false, busyWith: ['Fitter'], seconds: 0 },
    ]);
    await floor.endWork(call, undoAnswer.reportId, 'unfinished', 20);
    const { taskId } = await floor.readExtra(partId);
    const lastWork = await floor.continueExtra(call, taskId, { at: floor.getTimeAgo(10) });
    await floor.endWork(call, lastWork.reportId);
    // The first report did not finish the extra process, so its reversal does not open the extra process
    // again.
    await floor.reverse(undoAnswer.reportId);
    expect(await floor.listExtras(partId)).toMatchObject([{ isOpen: false, seconds: 600 }]);
    await floor.reverse(lastWork.reportId);
    expect(await floor.listExtras(partId)).toMatchObject([{ isOpen: true, isReversed: true }]);
    expect(await readRefusalCode(floor.continueExtra(call, taskId))).toBe('referenceMissing');
  });

  test('keeps its reason, its rates and its group, whatever is changed afterwards', async () => {
    const { orderId, partId } = await createPart();
    const costTypeId = await floor.save('basic/costType', {
      rates: [{ validFrom: '2020-01-01', manHourRate: 60, deviceHourRate: 30 }],
    });
    const craftId = await floor.save('basic/crafts', { costTypeId });
    const workGroupId = await floor.save('basic/group');
    const reasonId = await floor.save('classify', { classId: 'extraProcessReason', name: 'Burr' });
    const { call, employeeId } = await floor.hireFitter();
    await floor.addExtra(call, partId, { craftId, workGroupId, reasonId }, 'record');
    const readFacts = async () => {
      const { reason, seconds, cost } = await floor.readExtra(partId);
      return [reason, seconds, cost, await readCost(orderId), (await readDay(employeeId))[0]!['seconds']];
    };
    const facts = await readFacts();
    expect(facts).toEqual(['Burr', 1800, 30, 30, 1800]);
    const change = async (path: string, id: number, fields: Record<string, unknown>) => {
      const { version } = await factory.call<{ version: number }>(`/mes/system/${path}/get`, { id });
      await factory.call(`/mes/system/${path}/save`, { id, version, ...fields });
    };
    await change('classify', reasonId, { name: 'Sharp edge' });
    await change('basic/costType', costTypeId, {
      rates: [{ validFrom: '2020-01-01', manHourRate: 600, deviceHourRate: 300 }],
    });
    await change('basic/crafts', craftId, { costTypeId: null });
    await change('basic/group', workGroupId, { name: 'Another name' });
    expect(await readFacts()).toEqual(facts);
  });

  test('needs its own permission, a reason, rows of the factory, a device in order and an order that runs', async () => {
    const { orderId, partId } = await createPart();
    const { call } = await floor.hireFitter();
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    const readRefusal = (fields: Record<string, unknown>, caller = call) =>
      floor.addExtra(caller, partId, fields).then(
        () => null,
        ({ code, fields: problems }: RefusedCallError) => [code, ...Object.keys(problems)],
      );
    const cleaningId = await floor.save('basic/task');
    const scrapReasonId = await floor.save('classify', { classId: 'scrapReason' });
    const brokenDeviceId = await floor.save('basic/device', { status: 'repair' });
    expect(await readRefusal({}, worker.call)).toEqual(['noPermission']);
    expect(await readRefusal({ reasonId: null, reason: '' })).toEqual(['fieldsInvalid', 'reasonId']);
    expect(await readRefusal({ reasonId: scrapReasonId })).toEqual(['fieldsInvalid', 'reasonId']);
    expect(await readRefusal({ reason: 'x'.repeat(201) })).toEqual(['fieldsInvalid', 'reason']);
    expect(await readRefusal({ craftId: partId })).toEqual(['referenceMissing', 'craftId']);
    expect(await readRefusal({}, otherFactory.call)).toEqual(['referenceMissing', 'reasonId']);
    expect((await readRefusal({ deviceId: brokenDeviceId }))?.[0]).toBe('deviceNotNormal');
    expect((await readRefusal({ people: [{ employeeId: worker.employeeId }] }))?.[0]).toBe('notYourReport');
    expect(await readRefusalCode(floor.continueExtra(call, cleaningId, { deviceId: floor.deviceId }))).toBe(
      'fieldsInvalid',
    );
    const { reportId } = await floor.addExtra(call, partId, { reasonId: null, reason: 'In words only' });
    await floor.endWork(call, reportId, 'unfinished');
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: orderId });
    await factory.call('/mes/order/suspend', { id: orderId, version });
    expect((await readRefusal({ at: null }))?.[0]).toBe('orderState');
    const { taskId, reason } = await floor.readExtra(partId);
    expect(reason).toBe('In words only');
    expect(await readRefusalCode(floor.continueExtra(call, taskId))).toBe('orderState');
    expect(await floor.listExtras(partId)).toHaveLength(1);
  });

  test('offers the crafts first that its group has added lately, and finds parts by order, card and name', async () => {
    const { orderId, partId } = await createPart();
    const { call } = await floor.hireFitter();
    const ownCraftId = await floor.save('basic/crafts', { name: 'Deburring' });
    const workGroupId = await floor.save('basic/group', { craftIds: [ownCraftId] });
    const readCrafts = async () =>
      (await call<ExtraCraft[]>('/mes/report/extraProcess/crafts', { workGroupId })).map(({ id }) => id);
    expect((await readCrafts())[0]).toBe(ownCraftId);
    await floor.addExtra(call, partId, { workGroupId }, 'record');
    expect((await readCrafts()).slice(0, 2)).toEqual([floor.craftId, ownCraftId]);
    const { code } = await factory.call<{ code: string }>('/mes/order/get', { id: orderId });
    const findPartIds = async (search: string) =>
      (await call<FoundPart[]>('/mes/report/extraProcess/parts', { search })).map(({ id }) => id);
    expect(await findPartIds(code)).toEqual([partId]);
    expect(await findPartIds(`MES|CARD|${code}-01`)).toEqual([partId]);
    expect(await findPartIds('no such part')).toEqual([]);
    expect(await findPartIds('%')).toEqual([]);
  });

  test('is in the history of reports beside those of the processes', async () => {
    const { partId, processIds } = await createPart();
    const { call } = await floor.hireFitter();
    await factory.call('/mes/report/receive', { processId: processIds[0], quantity: 4 });
    await floor.addExtra(call, partId, {}, 'record');
    const { taskId } = await floor.readExtra(partId);
    const readPage = (filter: object) =>
      factory.call<PageAnswer<{ kind: string }>>('/mes/report/page', { filter: JSON.stringify(filter) });
    const anyOf = [{ processId: processIds }, { taskId: [taskId] }];
    expect((await readPage({ anyOf })).rows.map(({ kind }) => kind).sort()).toEqual([
      'outsidePlan',
      'receive',
    ]);
    expect((await readPage({ anyOf, kind: ['receive'] })).rows).toHaveLength(1);
    for (const wrongPeople of [{}, [], [{}], [{ wrong: 1 }], Array.from({ length: 11 }, () => anyOf[1])])
      expect(await readRefusalCode(readPage({ anyOf: wrongPeople }))).toBe('fieldsInvalid');
  });

  test('is not listed as indirect work, which nobody can delete under it', async () => {
    const { partId } = await createPart();
    const { call } = await floor.hireFitter();
    await floor.addExtra(call, partId, {}, 'record');
    const { taskId } = await floor.readExtra(partId);
    const page = await factory.call<{ rows: { id: number }[] }>('/mes/system/basic/task/page', {});
    expect(page.rows.map(({ id }) => id)).not.toContain(taskId);
    expect(await readRefusalCode(factory.call('/mes/system/basic/task/delete', { ids: [taskId] }))).toBe(
      'inUse',
    );
  });
});
