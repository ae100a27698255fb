import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAndonFactory } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';

/**
 * A work group with its own device, people, order and pieces; one place has no group. Every set of places has a
 * different sum of pieces.
 */
interface Place {
  name: string;
  groupId: number | null;
  pieces: number;
}
type Row = Record<string, string | number | boolean | null>;

const BASIC_DATA_URL = '/mes/system/basic';
/** The groups, with the department and the lines of each. */
const PLACES = [
  { name: 'Cutting', department: 'machining', lines: ['shafts'], pieces: 1 },
  { name: 'Turning', department: 'turnery', lines: ['shafts', 'housings'], pieces: 2 },
  { name: 'Fitting', department: 'assembly', lines: ['housings'], pieces: 4 },
  { name: 'Store', department: null, lines: [], pieces: 8 },
] as const;
const sumPieces = (places: readonly Place[]) => places.reduce((sum, { pieces }) => sum + pieces, 0);

describeForEachDatabase('A report that is restricted to a workshop, a line or a group', (database) => {
  let noonFloor: NoonFactory;
  const places: Place[] = [];
  const departments: Record<string, number> = {};
  const lines: Record<string, number> = {};
  let foreignDepartmentId: number;

  beforeAll(async () => {
    noonFloor = await createNoonFactory(await database.open());
    const { factory, save } = noonFloor;
    const addDepartment = async (name: string, parent: string | null) => {
      departments[name] = await save(`${BASIC_DATA_URL}/department`, {
        name,
        parentId: parent && departments[parent]!,
      });
    };
    await addDepartment('production', null);
    await addDepartment('machining', 'production');
    await addDepartment('turnery', 'machining');
    await addDepartment('assembly', 'production');
    for (const name of ['shafts', 'housings'])
      lines[name] = await save(`${BASIC_DATA_URL}/productionLine`, { name });
    const andonFloor = await createAndonFactory(factory);
    for (const { name, department, lines: lineNames, pieces } of PLACES) {
      const groupId = await save(`${BASIC_DATA_URL}/group`, {
        name,
        departmentId: department && departments[department]!,
        productionLineIds: lineNames.map((line) => lines[line]!),
      });
      await addPlace({ name, groupId, pieces }, andonFloor.raiseCall);
    }
    await addPlace({ name: 'Yard', groupId: null, pieces: 16 }, andonFloor.raiseCall);
    const otherFactory = await createTestFactory(factory.connection);
    const savedDepartment = await otherFactory.call<{ id: number }>(`${BASIC_DATA_URL}/department/save`, {
      code: 'D',
      name: 'Foreign',
    });
    foreignDepartmentId = savedDepartment.id;
    await sql`update abnormal_call set raised_at = ${noonFloor.getInstant(11)}
      where factory_id = ${factory.factoryId}`.execute(factory.connection.db);
  });

  /** Adds a device, a person, an order with one process, finished pieces and a call that stops work to a work group. */
  async function addPlace(place: Place, raiseCall: (fields: Record<string, unknown>) => Promise<unknown>) {
    const { factory, save, planProcess, reportWork } = noonFloor;
    const { name, groupId, pieces } = place;
    const deviceId = await save(`${BASIC_DATA_URL}/device`, { name, workGroupId: groupId });
    const employeeId = await save(`${BASIC_DATA_URL}/employee`, { name, workGroupId: groupId });
    const order = await factory.createOrder(100, [name]);
    await planProcess(order.processIds[0]!, groupId);
    const people = [{ employeeId, ratio: 100 }];
    await reportWork(order.processIds[0]!, 11, pieces, 0, { deviceId, people });
    await raiseCall({ deviceId, stops: true });
    places.push(place);
  }

  const findPlaces = (...names: string[]) => places.filter(({ name }) => names.includes(name));
  const readReportRows = (report: string, fields: Record<string, unknown> = {}) =>
    noonFloor.readReportRows<Row>(report, { ...fields });
  /** Reads a column of a report, without duplicates and sorted. */
  const readColumn = async (report: string, column: string, fields: Record<string, unknown>) =>
    [...new Set((await readReportRows(report, fields)).map((row) => row[column]))]
      .filter((value) => value !== null)
      .toSorted();
  const sumColumn = async (report: string, column: string, fields: Record<string, unknown>) =>
    (await readReportRows(report, fields)).reduce((sum, row) => sum + Number(row[column]), 0);

  /** The parameters of each case, and the names of the places that they select. */
  const CASES: readonly [string, () => Record<string, unknown>, readonly string[]][] = [
    ['nothing', () => ({}), ['Cutting', 'Turning', 'Fitting', 'Store', 'Yard']],
    ['a department', () => ({ workshopId: departments['turnery'] }), ['Turning']],
    [
      'a department with another below it',
      () => ({ workshopId: departments['machining'] }),
      ['Cutting', 'Turning'],
    ],
    [
      'the top department',
      () => ({ workshopId: departments['production'] }),
      ['Cutting', 'Turning', 'Fitting'],
    ],
    ['a line', () => ({ productionLineId: lines['housings'] }), ['Turning', 'Fitting']],
    [
      'a line in a department',
      () => ({ workshopId: departments['machining'], productionLineId: lines['housings'] }),
      ['Turning'],
    ],
    ['a group', () => ({ workGroupId: findPlaces('Store')[0]!.groupId }), ['Store']],
    [
      'a group outside of the department',
      () => ({ workshopId: departments['assembly'], workGroupId: findPlaces('Store')[0]!.groupId }),
      [],
    ],
    ['a department of another factory', () => ({ workshopId: foreignDepartmentId }), []],
  ];

  describe.each(CASES)('by %s', (_, getFields, names) => {
    const getPlaces = () => findPlaces(...names);
    const sortedNames = names.toSorted();
    const groupNames = sortedNames.filter((name) => name !== 'Yard');

    test('shows the groups that belong to it', async () => {
      const fields = getFields();
      for (const report of ['outputByGroup', 'planActualToday', 'outputByDay', 'groupQueue'])
        expect([report, await readColumn(report, 'groupName', fields)]).toEqual([report, groupNames]);
      const groupRanking = await readReportRows('ranking', { ...fields, rankedBy: 'workGroup' });
      expect(groupRanking.map(({ name }) => name).toSorted()).toEqual(groupNames);
      const loadedGroups = await readColumn('capacityLoad', 'groupName', fields);
      // Without a restriction, the report also shows the group 'Lathes', which was created for the calls.
      expect(loadedGroups.filter((name) => name !== 'Lathes')).toEqual(groupNames);
    });

    test('adds up the pieces of their processes', async () => {
      const fields = getFields();
      const expected = sumPieces(getPlaces());
      for (const report of ['outputByGroup', 'outputByHour', 'outputByDay', 'latestReports'])
        expect([report, await sumColumn(report, 'good', fields)]).toEqual([report, expected]);
      expect(await sumColumn('outputByHour', 'good', { ...fields, period: 'currentShift' })).toBe(expected);
      const [shift] = await readReportRows('currentShift', fields);
      // 100 pieces are planned for each order.
      expect([shift!['actual'], shift!['planned']]).toEqual([expected, 100 * names.length]);
      const total = (await readReportRows('planActualToday', fields)).find(
        ({ groupKey }) => groupKey === 'total',
      )!;
      expect([total['actual'], total['planned']]).toEqual([expected, 100 * names.length]);
      const plannedByHour = await sumColumn('outputByHour', 'planned', fields);
      expect(plannedByHour).toBe(100 * names.length);
    });

    test('shows their people', async () => {
      const fields = getFields();
      expect(await readColumn('outputByPerson', 'employeeName', fields)).toEqual(sortedNames);
      const rankedRows = await readReportRows('ranking', { ...fields, rankedBy: 'employee' });
      expect(rankedRows.map(({ name }) => name).toSorted()).toEqual(sortedNames);
    });

    test('shows their devices, and the stops and calls at these', async () => {
      const fields = getFields();
      expect(await readColumn('deviceStates', 'name', fields)).toEqual(sortedNames);
      expect(await readColumn('deviceTimeline', 'deviceName', fields)).toEqual(sortedNames);
      expect(await readColumn('equipmentEffectiveness', 'deviceName', fields)).toEqual(sortedNames);
      expect(await readColumn('openCalls', 'deviceName', fields)).toEqual(sortedNames);
      expect(await sumColumn('callsByHour', 'raised', fields)).toBe(names.length);
      const deviceRanking = await readReportRows('ranking', { ...fields, rankedBy: 'device' });
      expect(deviceRanking.map(({ name }) => name).toSorted()).toEqual(sortedNames);
    });

    test('shows the orders and processes with work for them', async () => {
      const fields = getFields();
      const ownCards = (await readReportRows('processKanban', fields)).filter(({ id }) => id !== null);
      expect(ownCards.map(({ detail }) => detail).toSorted()).toEqual(sortedNames);
      const orderCards = await readReportRows('processKanban', { ...fields, cardsShow: 'workOrder' });
      expect(orderCards.filter(({ id }) => id !== null)).toHaveLength(names.length);
      expect(await readReportRows('orderProgress', fields)).toHaveLength(names.length);
      expect(await readReportRows('orderSchedule', fields)).toHaveLength(names.length);
      const counts = Object.fromEntries(
        (await readReportRows('workCounts', fields)).map(({ counted, count }) => [counted, count]),
      );
      expect(counts).toMatchObject({ ordersInProgress: names.length, callsOpen: names.length });
    });
  });

  test('counts the stops of the devices of a workshop only', async () => {
    const fields = { workshopId: departments['machining'] };
    const [unrestrictedReason] = await readReportRows('stopPareto', { period: 'today' });
    const [ownReason] = await readReportRows('stopPareto', { ...fields, period: 'today' });
    expect([unrestrictedReason!['stopCount'], ownReason!['stopCount']]).toEqual([5, 2]);
  });

  test('counts a person without a group in the workshop of the person’s own department', async () => {
    const { save, factory, reportWork } = noonFloor;
    const employeeId = await save(`${BASIC_DATA_URL}/employee`, {
      name: 'Zoe',
      departmentId: departments['turnery'],
    });
    const { processIds } = await factory.createOrder(10, ['Sawing']);
    await reportWork(processIds[0]!, 11, 3, 0, { people: [{ employeeId, ratio: 100 }] });
    const readNames = (fields: Record<string, unknown>) =>
      readColumn('outputByPerson', 'employeeName', fields);
    expect(await readNames({ workshopId: departments['machining'] })).toEqual(['Cutting', 'Turning', 'Zoe']);
    expect(await readNames({ workshopId: departments['assembly'] })).toEqual(['Fitting']);
    expect(await readNames({ productionLineId: lines['shafts'] })).toEqual(['Cutting', 'Turning']);
  });
});
