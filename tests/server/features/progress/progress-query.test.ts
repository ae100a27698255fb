import { beforeAll, expect, it } from 'vitest';
import { calculateExpectedDelayDays } from '#shared/rules/lateness.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { createOrderFunctions, type CreatedOrder, type OrderFunctions } from '#tests/support/planner.ts';

const ZONE = 'Asia/Shanghai';
const DAY_MS = 86_400_000;
const getDayFromToday = (offset: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date(Date.now() + offset * DAY_MS));

describeForEachDatabase('The progress query', (database) => {
  let factory: TestFactory;
  let planner: OrderFunctions;
  const order: OrderFunctions['createOrder'] = (...input) => planner.createOrder(...input);
  const reportFinishedWork: OrderFunctions['reportWork'] = (...input) => planner.reportWork(...input);
  const query: OrderFunctions['queryOrders'] = (...input) => planner.queryOrders(...input);
  const groups: OrderFunctions['queryGroups'] = (...input) => planner.queryGroups(...input);
  const queryProcesses: OrderFunctions['queryProcesses'] = (...input) => planner.queryProcesses(...input);
  const findCodes: OrderFunctions['findCodes'] = (...input) => planner.findCodes(...input);

  let sawingGroupId: number;
  let millingGroupId: number;
  let sawId: number;
  let millId: number;
  let wangId: number;
  let liId: number;
  let northId: number;
  let shaft: CreatedOrder;
  let valve: CreatedOrder;

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    planner = createOrderFunctions(factory);
    const { add } = planner;
    sawingGroupId = await add('system/basic/group', { code: 'SAW', name: 'Sawing' });
    millingGroupId = await add('system/basic/group', { code: 'MILL', name: 'Milling' });
    sawId = await add('system/basic/device', { code: 'S1', name: 'Saw 1', workGroupId: sawingGroupId });
    millId = await add('system/basic/device', { code: 'M1', name: 'Mill 1', workGroupId: millingGroupId });
    wangId = await add('system/basic/employee', { code: 'W1', name: 'Wang' });
    liId = await add('system/basic/employee', { code: 'L1', name: 'Li' });
    northId = await add('system/basic/customer', { code: 'N', shortName: 'North' });
    shaft = await order(
      {
        code: 'SHAFT-1',
        customerId: northId,
        plannedStart: getDayFromToday(-20),
        dueDate: getDayFromToday(-2),
      },
      [
        {
          name: 'Shaft',
          steps: [
            { name: 'Sawing', workGroupId: sawingGroupId, deviceId: sawId },
            { name: 'Turning' },
            { name: 'Milling', workGroupId: millingGroupId },
          ],
        },
      ],
    );
    valve = await order({ code: 'VALVE-1', plannedStart: getDayFromToday(1), dueDate: getDayFromToday(30) }, [
      { name: 'Valve', steps: [{ name: 'Assembly' }] },
      { name: 'Body', quantityPer: 2, steps: [{ name: 'Casting' }, { name: 'Milling', deviceId: millId }] },
      { name: 'Spool', steps: [{ name: 'Grinding' }] },
    ]);
    await reportFinishedWork(shaft.processIds[0]![0]!, 4, wangId);
    await planner.startReport(shaft.processIds[0]![0]!, 2, wangId);
  });

  it('finds orders by order, part, craft, person, device, group, customer, state and text', async () => {
    const bothCodes = ['SHAFT-1', 'VALVE-1'];
    expect(await findCodes({})).toEqual(bothCodes);
    expect(await findCodes({ orderId: [valve.id] })).toEqual(['VALVE-1']);
    expect(await findCodes({ partId: [valve.partIds[1]] })).toEqual(['VALVE-1']);
    expect(await findCodes({ customerId: [northId] })).toEqual(['SHAFT-1']);
    expect(await findCodes({ workGroupId: [sawingGroupId, millingGroupId] })).toEqual(['SHAFT-1']);
    expect(await findCodes({ deviceId: [millId] })).toEqual(['VALVE-1']);
    expect(await findCodes({ deviceId: [sawId, millId] })).toEqual(bothCodes);
    expect(await findCodes({ employeeId: [wangId] })).toEqual(['SHAFT-1']);
    expect(await findCodes({ employeeId: [liId] })).toEqual([]);
    expect(await findCodes({ state: 'processing' })).toEqual(['SHAFT-1']);
    expect(await findCodes({ state: 'processing,notStarted' })).toEqual(bothCodes);
    expect(await findCodes({ orderState: 'released' })).toEqual(['VALVE-1']);
    expect(await findCodes({ late: true })).toEqual(['SHAFT-1']);
    const craftId = (await queryProcesses({ orderId: [shaft.id] })).rows[1]!.craftId;
    expect(await findCodes({ craftId: [craftId] })).toEqual(['SHAFT-1']);
    for (const search of ['VALVE', 'valve-1', 'Spool', 'alve-1-2'])
      expect(await findCodes({ search })).toEqual(['VALVE-1']);
    expect(await findCodes({ search: '%' })).toEqual([]);
    // An order is found only if one of its processes matches all the filters for processes.
    expect(await findCodes({ state: 'processing', workGroupId: [millingGroupId] })).toEqual([]);
  });

  it('shows for an order its current processes, and the people who work on them', async () => {
    const [row] = (await query({ orderId: [shaft.id] })).rows;
    expect(row).toMatchObject({
      customerName: 'North',
      state: 'inProgress',
      parts: 1,
      processes: 3,
      done: 0,
      running: 1,
      standing: 1,
      currentProcesses: [
        {
          name: 'Sawing',
          seq: 10,
          state: 'processing',
          waiting: null,
          open: [{ started: 2, people: [{ employeeId: wangId, name: 'Wang' }] }],
        },
      ],
    });
  });

  it('shows for every process what it waits for, also in other parts', async () => {
    const { rows } = await queryProcesses({ orderId: [shaft.id] });
    expect(rows.map((row) => [row.name, row.waiting?.for ?? null, row.waiting?.at?.name ?? null])).toEqual([
      ['Sawing', null, null],
      ['Turning', 'process', 'Sawing'],
      ['Milling', 'process', 'Turning'],
    ]);
    expect(rows[1]!.waiting).toMatchObject({ quantity: 6, rootFor: 'running', root: null });
    expect(rows[2]!.waiting).toMatchObject({ quantity: 10, root: { name: 'Sawing' }, rootFor: 'running' });
    const assembly = await queryProcesses({ partId: [valve.partIds[0]] });
    expect(assembly.rows).toHaveLength(1);
    expect(assembly.rows[0]!.waiting).toMatchObject({
      for: 'process',
      at: { name: 'Milling', partName: 'Body' },
      quantity: 20,
      others: 1,
      root: { name: 'Casting' },
      rootFor: 'start',
    });
    const [row] = (await query({ orderId: [valve.id] })).rows;
    expect(row!.currentProcesses).toMatchObject([
      { partName: 'Body', name: 'Casting', waiting: { for: 'start', quantity: 20 } },
      { partName: 'Spool', name: 'Grinding', waiting: { for: 'start', quantity: 10 } },
    ]);
  });

  it('shows what must be resolved: rework, pieces to receive, a suspended process', async () => {
    const bush = await order({}, [
      { name: 'Bush', steps: [{ name: 'Boring' }, { name: 'Honing', needsReceive: true }] },
    ]);
    const [boring, honing] = bush.processIds[0] as [number, number];
    await reportFinishedWork(boring, 7, liId, { scrap: 1, rework: 2 });
    const waits = async () => (await queryProcesses({ orderId: [bush.id] })).rows.map((row) => row.waiting);
    expect(await waits()).toMatchObject([
      { for: 'rework', quantity: 2 },
      { for: 'receive', quantity: 7 },
    ]);
    await factory.call('/mes/report/receive', { processId: honing, quantity: 7 });
    await reportFinishedWork(honing, 7, liId);
    expect((await waits())[1]).toMatchObject({ for: 'process', quantity: 3, rootFor: 'rework' });
    await factory.call('/mes/process/suspend', { processId: boring, reason: 'No drawing' });
    expect(await waits()).toMatchObject([{ for: 'resume' }, { for: 'process', rootFor: 'resume' }]);
    const [row] = (await query({ orderId: [bush.id] })).rows;
    expect(row!.currentProcesses.map((one) => [one.name, one.waiting?.for])).toEqual([['Boring', 'resume']]);
  });

  it('counts the open work of each group, device, person and customer, and lists the counted rows', async () => {
    const findRow = async (grouping: string, id: number | null) =>
      (await groups(grouping)).rows.find((row) => row.id === id);
    expect(await findRow('workGroup', sawingGroupId)).toMatchObject({
      name: 'Sawing',
      orders: 1,
      lateOrders: 1,
      processes: 1,
      done: 0,
      running: 1,
      ready: 0,
    });
    expect(await findRow('device', millId)).toMatchObject({ code: 'M1', processes: 1, running: 0, ready: 0 });
    expect(await findRow('employee', wangId)).toMatchObject({ name: 'Wang', processes: 1, running: 1 });
    expect(await findRow('customer', northId)).toMatchObject({ name: 'North', orders: 1, processes: 3 });
    for (const grouping of ['workGroup', 'device', 'employee', 'customer', 'orderGroup'] as const) {
      const { rows } = await groups(grouping);
      expect(rows.length).toBeGreaterThan(0);
      for (const group of rows) {
        const processPage = await queryProcesses(
          group.id === null
            ? { without: grouping, openOnly: true }
            : {
                [`${grouping}Id`]: [group.id],
                openOnly: ['workGroup', 'customer', 'orderGroup'].includes(grouping),
              },
        );
        expect([grouping, group.name, processPage.total, processPage.rows.length]).toEqual([
          grouping,
          group.name,
          group.processes,
          group.processes,
        ]);
        expect(processPage.rows.filter((row) => row.open.length > 0)).toHaveLength(group.running);
      }
      expectItemsChecked(`rows by ${grouping}`, rows.length);
    }
    // In groups by part, the code also names the order, because a part's code is unique only within its order.
    const parts = await groups('part', { orderId: [shaft.id] });
    expect(parts.total).toBeGreaterThan(0);
    for (const row of parts.rows) {
      expect(row).toMatchObject({ orders: 1, code: expect.stringMatching(/^SHAFT-1 · ./) });
      const openProcesses = await queryProcesses({ partId: [row.id], openOnly: true });
      expect(openProcesses.total).toBe(row.processes - row.done);
    }
    // A filter for one person or device leaves only the group of this person or device.
    expect((await groups('employee', { employeeId: [wangId] })).rows.map((row) => row.id)).toEqual([wangId]);
    expect((await groups('device', { deviceId: [millId] })).rows.map((row) => row.id)).toEqual([millId]);
  });

  it('finds a finished order by its name or state, and lists it after the open orders', async () => {
    const pinOrder = await order({ code: 'SHAFT-0', dueDate: getDayFromToday(-9) }, [
      { name: 'Pin', steps: [{ name: 'Turning' }] },
    ]);
    await reportFinishedWork(pinOrder.processIds[0]![0]!, 10, liId);
    expect(await findCodes({})).not.toContain('SHAFT-0');
    expect((await query({ search: 'SHAFT' })).rows.map((row) => row.code)).toEqual(['SHAFT-1', 'SHAFT-0']);
    expect(await findCodes({ orderState: 'completed' })).toEqual(['SHAFT-0']);
  });

  it('counts the same orders as late as the screens do', async () => {
    const dates: Record<string, unknown>[] = [];
    for (const plannedStart of [null, -30, -3, 0, 4])
      for (const dueDate of [null, -5, 0, 1, 8])
        if (plannedStart === null || dueDate === null || plannedStart <= dueDate)
          dates.push({
            ...(plannedStart === null ? {} : { plannedStart: getDayFromToday(plannedStart) }),
            ...(dueDate === null ? {} : { dueDate: getDayFromToday(dueDate) }),
          });
    for (const [index, orderDates] of dates.entries()) {
      const pinOrder = await order({ ...orderDates, code: `L-${index}` }, [
        { name: 'Pin', steps: [{ name: 'Turning' }] },
      ]);
      if (index % 2 === 0) await reportFinishedWork(pinOrder.processIds[0]![0]!, 5, liId);
    }
    const { rows } = await query({ search: 'L-' });
    const newRows = rows.filter((row) => row.code.startsWith('L-'));
    const lateRows = newRows.filter((row) => (calculateExpectedDelayDays(row, Date.now(), ZONE) ?? 0) > 0);
    expect(newRows).toHaveLength(dates.length);
    expect(lateRows.length).toBeGreaterThan(3);
    expect(lateRows.length).toBeLessThan(dates.length);
    expect((await findCodes({ late: true, search: 'L-' })).filter((code) => code.startsWith('L-'))).toEqual(
      lateRows.map((row) => row.code).sort(),
    );
    expectItemsChecked('orders late or not', newRows.length);
  });

  it('answers the pages in a fixed order, and sorts by the requested field', async () => {
    const allCodes = (await query({ sort: '-code' })).rows.map((row) => row.code);
    expect(allCodes).toEqual([...allCodes].sort().toReversed());
    const pagedCodes: string[] = [];
    for (let offset = 0; offset < allCodes.length; offset += 3) {
      const { rows, total } = await query({ sort: '-code', offset, limit: 3 });
      expect(total).toBe(allCodes.length);
      pagedCodes.push(...rows.map((row) => row.code));
    }
    expect(pagedCodes).toEqual(allCodes);
    const dueDates = (await query()).rows.map((row) => row.dueDate).filter((date) => date !== null);
    expect(dueDates).toEqual([...dueDates].sort());
    expect((await query({ offset: 5000 })).rows).toEqual([]);
    for (const sort of ['late', '-late', 'priority', 'progress', 'plannedStart'])
      expect((await query({ sort })).total).toBe(allCodes.length);
  });

  it('refuses unknown values of its fields', async () => {
    for (const fields of [
      { sort: 'color' },
      { state: 'gone' },
      { orderState: 'released,gone' },
      { groupBy: 'shelf' },
    ])
      expect(await readRefusalCode(query(fields))).toBe('fieldsInvalid');
    expect(await readRefusalCode(queryProcesses({ without: 'device' }))).toBe('fieldsInvalid');
  });

  it('is open to every signed-in employee, and shows nobody another factory’s rows', async () => {
    for (const [name, codes, answer] of [
      ['Idle', [], 'accepted'],
      ['Storekeeper', ['SYSTEM_BASIC_DEVICE'], 'accepted'],
    ] as const) {
      const person = await factory.createPerson(name, codes);
      expect([name, await readRefusalCode(person.call('/mes/process/query', {}))]).toEqual([name, answer]);
      expect(await readRefusalCode(person.call('/mes/report/page', {}))).toBe(answer);
      expect(await readRefusalCode(person.call('/mes/order/page', {})), 'orders have a code').toBe(
        'noPermission',
      );
    }
    const otherFactory = await createTestFactory(factory.connection);
    const noRows = { rows: [], total: 0 };
    const allStatesQuery = { orderState: 'draft,released,inProgress,completed,closed,suspended,cancelled' };
    expect(await otherFactory.call('/mes/process/query', allStatesQuery)).toEqual(noRows);
    expect(await otherFactory.call('/mes/process/query', { orderId: [shaft.id] })).toEqual(noRows);
    for (const groupBy of ['workGroup', 'device', 'employee', 'customer'])
      expect(await otherFactory.call('/mes/process/query', { groupBy, ...allStatesQuery })).toEqual(noRows);
    expect(await otherFactory.call('/mes/process/query/processes', { orderId: [shaft.id] })).toEqual(noRows);
    expect(await otherFactory.call('/mes/process/query/processes', { employeeId: [wangId] })).toEqual(noRows);
  });
});
