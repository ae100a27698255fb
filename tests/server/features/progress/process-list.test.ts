import { beforeAll, expect, it } from 'vitest';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { ListedProcess } from '#shared/planning/process-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { createOrderFunctions, type CreatedOrder, type OrderFunctions } from '#tests/support/planner.ts';

const DAY_MS = 86_400_000;
const getDayFromToday = (offset: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(
    new Date(Date.now() + offset * DAY_MS),
  );

describeForEachDatabase('The list of processes', (database) => {
  let factory: TestFactory;
  let planner: OrderFunctions;
  let shaft: CreatedOrder;
  let valve: CreatedOrder;
  let northId: number;
  let millingGroupId: number;
  let millId: number;
  let colourId: number;

  const listProcesses = ({ filter, ...fields }: Record<string, unknown> = {}) =>
    factory.call<PageAnswer<ListedProcess>>('/mes/process/query/list', {
      ...fields,
      ...(filter ? { filter: JSON.stringify(filter) } : {}),
    });
  /** Returns the processes that the list finds, in the order of the list: such as 'SHAFT-1/10'. */
  const findNames = async (fields: Record<string, unknown> = {}) =>
    (await listProcesses(fields)).rows.map(
      ({ orderCode, seq, partCode }) => `${partCode ?? orderCode}/${seq}`,
    );
  const saveProcess = async (id: number, fields: Record<string, unknown>) => {
    const { version } = await factory.call<{ version: number }>('/mes/process/get', { id });
    await factory.call('/mes/process/save', { id, version, ...fields });
  };

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    planner = createOrderFunctions(factory);
    const { add } = planner;
    millingGroupId = await add('system/basic/group', { code: 'MILL', name: 'Milling' });
    millId = await add('system/basic/device', { code: 'M1', name: 'Mill 1', workGroupId: millingGroupId });
    northId = await add('system/basic/customer', { code: 'N', shortName: 'North' });
    colourId = await add('system/column/custom', {
      owner: 'process',
      code: 'COL',
      name: 'Colour',
      type: 'text',
    });
    shaft = await planner.createOrder(
      { code: 'SHAFT-1', customerId: northId, dueDate: getDayFromToday(-2), purchasingOrder: 'PO-77' },
      [{ name: 'Shaft', steps: [{ name: 'Sawing' }, { name: 'Turning', workGroupId: millingGroupId }] }],
    );
    valve = await planner.createOrder({ code: 'VALVE-1', dueDate: getDayFromToday(30), priority: 1 }, [
      { name: 'Valve', steps: [{ name: 'Assembly' }] },
      { name: 'Body', steps: [{ name: 'Casting' }, { name: 'Milling', deviceId: millId }] },
    ]);
    const [casting, milling] = valve.processIds[1]!;
    await saveProcess(casting!, {
      plannedEnd: getDayFromToday(-3),
      plannedStart: getDayFromToday(-9),
      external: true,
    });
    await saveProcess(milling!, {
      plannedStart: getDayFromToday(3),
      custom: JSON.stringify({ [colourId]: 'red' }),
    });
    const wangId = await add('system/basic/employee', { code: 'W1', name: 'Wang' });
    await planner.reportWork(shaft.processIds[0]![0]!, 10, wangId);
  });

  it('lists the processes of all orders by due day, each with its order and lateness', async () => {
    expect(await findNames()).toEqual([
      'SHAFT-1-0/10',
      'SHAFT-1-0/20',
      'VALVE-1-0/10',
      'VALVE-1-1/10',
      'VALVE-1-1/20',
    ]);
    const { rows, total } = await listProcesses();
    expect(total).toBe(5);
    expect(rows.map(({ name, state, overdueDays }) => [name, state, overdueDays])).toEqual([
      ['Sawing', 'completed', 0],
      ['Turning', 'notStarted', 2],
      ['Assembly', 'notStarted', 0],
      ['Casting', 'notStarted', 3],
      ['Milling', 'notStarted', 0],
    ]);
    expect(rows[1]).toMatchObject({ customerName: 'North', waiting: { for: 'start', quantity: 10 } });
    expect(rows[4]!.record['custom']).toEqual({ [colourId]: 'red' });
  });

  it('finds processes by order, customer, due day, state, group, device, dates, outsourcing and lateness', async () => {
    expect(await findNames({ orderId: [shaft.id] })).toEqual(['SHAFT-1-0/10', 'SHAFT-1-0/20']);
    expect(await findNames({ customerId: [northId], filter: { state: ['notStarted'] } })).toEqual([
      'SHAFT-1-0/20',
    ]);
    expect(await findNames({ dueFrom: getDayFromToday(1), filter: { seq: { from: 20 } } })).toEqual([
      'VALVE-1-1/20',
    ]);
    expect(await findNames({ dueTo: getDayFromToday(-2) })).toEqual(['SHAFT-1-0/10', 'SHAFT-1-0/20']);
    expect(await findNames({ filter: { workGroupId: [millingGroupId] } })).toEqual(['SHAFT-1-0/20']);
    expect(await findNames({ filter: { deviceId: [millId] } })).toEqual(['VALVE-1-1/20']);
    expect(await findNames({ filter: { plannedStart: { from: getDayFromToday(0) } } })).toEqual([
      'VALVE-1-1/20',
    ]);
    expect(await findNames({ filter: { external: [true] } })).toEqual(['VALVE-1-1/10']);
    expect(await findNames({ filter: { [`custom.${colourId}`]: 're' } })).toEqual(['VALVE-1-1/20']);
    expect(await findNames({ late: true })).toEqual(['SHAFT-1-0/20', 'VALVE-1-1/10']);
    expect(await findNames({ orderState: 'inProgress' })).toEqual(['SHAFT-1-0/10', 'SHAFT-1-0/20']);
    expect(await findNames({ orderState: 'draft,closed' })).toEqual([]);
  });

  it('searches the names and codes of processes, parts and orders, and the number of the customer’s order', async () => {
    expect(await findNames({ search: 'mill' })).toEqual(['VALVE-1-1/20']);
    expect(await findNames({ search: 'Body' })).toEqual(['VALVE-1-1/10', 'VALVE-1-1/20']);
    expect(await findNames({ search: 'po-77' })).toEqual(['SHAFT-1-0/10', 'SHAFT-1-0/20']);
    expect(await findNames({ search: '%' })).toEqual([]);
    const reader = await factory.createPerson('reader', []);
    const processPage = await reader.call<PageAnswer<ListedProcess>>('/mes/process/query/list', {
      search: 'po-77',
    });
    expect(processPage).toEqual({ rows: [], total: 0 });
  });

  it('sorts by columns of a process and of its order, and shows page by page', async () => {
    expect(await findNames({ sort: '-overdueDays', limit: 2 })).toEqual(['VALVE-1-1/10', 'SHAFT-1-0/20']);
    expect(await findNames({ sort: 'priority', limit: 1 })).toEqual(['VALVE-1-0/10']);
    expect(await findNames({ sort: '-orderCode', limit: 1 })).toEqual(['VALVE-1-0/10']);
    expect(await findNames({ sort: 'name' })).toEqual([
      'VALVE-1-0/10',
      'VALVE-1-1/10',
      'VALVE-1-1/20',
      'SHAFT-1-0/10',
      'SHAFT-1-0/20',
    ]);
    const lastPage = await listProcesses({ offset: 4, limit: 4 });
    expect(lastPage.rows.map(({ seq }) => seq)).toEqual([20]);
    expect(lastPage.total).toBe(5);
    expect(await listProcesses({ offset: 100 })).toEqual({ rows: [], total: 5 });
  });

  it('refuses unknown filters, states and sorts, and shows no other factory', async () => {
    for (const fields of [
      { sort: 'colour' },
      { orderState: 'lost' },
      { filter: { passwordHash: 'x' } },
      { filter: { state: ['lost'] } },
      { filter: [] },
    ])
      expect(await readRefusalCode(listProcesses(fields))).toBe('fieldsInvalid');
    const otherFactory = await createTestFactory(factory.connection);
    expect(await otherFactory.call('/mes/process/query/list', { orderId: [shaft.id] })).toEqual({
      rows: [],
      total: 0,
    });
  });
});
