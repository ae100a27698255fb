import { beforeAll, beforeEach, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { readRefusal } from '#tests/support/read-refusal.ts';

interface BasicRow {
  id: number;
  version: number;
  workGroupId: number | null;
  [field: string]: unknown;
}
interface WorkGroupRow extends BasicRow {
  staff: { employeeId: number; jobLevelId: number | null; workAttribute: string; craftId: number | null }[];
  equipment: { deviceId: number; craftId: number | null }[];
  shelves: { shelfId: number; workAttribute: string }[];
}

const BASIC_DATA_PATH = '/mes/system/basic';

describeForEachDatabase('basic data', (database) => {
  let floor: TestFactory;
  let turning: number;
  let milling: number;

  const save = <T = BasicRow>(what: string, fields: Record<string, unknown>) =>
    floor.call<T>(`${BASIC_DATA_PATH}/${what}/save`, {
      code: makeUniqueText(),
      name: makeUniqueText('N'),
      ...fields,
    });
  const word = async (classId: string) =>
    (
      await floor.call<BasicRow>('/mes/system/classify/save', {
        classId,
        code: makeUniqueText('C'),
        name: makeUniqueText('W'),
      })
    ).id;
  const get = <T = BasicRow>(what: string, id: number) =>
    floor.call<T>(`${BASIC_DATA_PATH}/${what}/get`, { id });
  const group = (id: number) => get<WorkGroupRow>('group', id);
  const change = async (what: string, id: number, fields: Record<string, unknown>) =>
    floor.call<BasicRow>(`${BASIC_DATA_PATH}/${what}/save`, {
      id,
      version: (await get(what, id)).version,
      ...fields,
    });

  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });
  beforeEach(async () => {
    turning = (await save('group', { name: 'Turning' })).id;
    milling = (await save('group', { name: 'Milling' })).id;
  });

  test('a person, a device and a shelf that get a home group are among its resources', async () => {
    const li = await save('employee', { workGroupId: turning });
    const lathe = await save('device', { workGroupId: turning });
    const rack = await save('shelf', { workGroupId: turning });
    const found = await group(turning);
    expect(found.staff.map((line) => line.employeeId)).toEqual([li.id]);
    expect(found.equipment.map((line) => line.deviceId)).toEqual([lathe.id]);
    expect(found.shelves).toEqual([expect.objectContaining({ shelfId: rack.id, workAttribute: 'main' })]);
    expect(found.version).toBe(4);
  });

  test('who moves to another group is moved there, and a form opened before is stale', async () => {
    const li = await save('employee', { workGroupId: turning });
    const opened = await group(turning);
    await change('employee', li.id, { workGroupId: milling });
    expect((await group(turning)).staff).toEqual([]);
    expect((await group(milling)).staff.map((line) => line.employeeId)).toEqual([li.id]);
    const late = floor.call(`${BASIC_DATA_PATH}/group/save`, {
      id: turning,
      version: opened.version,
      staff: [],
    });
    expect(await readRefusalCode(late)).toBe('stale');
  });

  test('a resource that is taken out of its home group has none; one that is put in without a home is at home there', async () => {
    const [li, wang] = [await save('employee', { workGroupId: turning }), await save('employee', {})];
    const lathe = await save('device', { workGroupId: milling });
    await change('group', turning, {
      staff: [{ employeeId: wang.id }],
      equipment: [{ deviceId: lathe.id }],
    });
    expect((await get('employee', li.id)).workGroupId).toBeNull();
    expect((await get('employee', wang.id)).workGroupId).toBe(turning);
    // The device already has a home group, and keeps it when a second group lists the device.
    expect((await get('device', lathe.id)).workGroupId).toBe(milling);
    expect((await group(milling)).equipment.map((line) => line.deviceId)).toEqual([lathe.id]);
  });

  test('an edit that does not concern the home group leaves level and craft of the resource alone', async () => {
    const facing = await save('crafts', {});
    const li = await save('employee', { workGroupId: turning });
    const jobLevelId = await word('jobLevel');
    const staff = [{ employeeId: li.id, jobLevelId, workAttribute: 'auxiliary', craftId: facing.id }];
    await change('group', turning, { craftIds: [facing.id], staff });
    await change('employee', li.id, { phone: '13800000000' });
    expect((await group(turning)).staff).toEqual([expect.objectContaining(staff[0]!)]);
  });

  test('job level and work attribute of staff, equipment and shelves are choices', async () => {
    const [person, lathe, rack] = [
      await save('employee', {}),
      await save('device', {}),
      await save('shelf', {}),
    ];
    const jobLevelId = await word('jobLevel');
    const level = { jobLevelId, workAttribute: 'auxiliary' };
    await change('group', turning, {
      staff: [{ employeeId: person.id, ...level }],
      equipment: [{ deviceId: lathe.id, ...level }],
      shelves: [{ shelfId: rack.id, ...level }],
    });
    const found = await group(turning);
    for (const line of [found.staff, found.equipment, found.shelves])
      expect(line).toEqual([expect.objectContaining(level)]);
    expect(await readRefusal(floor.call('/mes/system/classify/delete', { ids: [jobLevelId] }))).toEqual([
      'inUse',
    ]);
    const region = await word('region');
    for (const wrong of [{ jobLevelId: region }, { workAttribute: 'fullTime' }])
      expect(
        await readRefusal(change('group', turning, { shelves: [{ shelfId: rack.id, ...wrong }] })),
      ).toEqual(['fieldsInvalid', `shelves[0].${Object.keys(wrong)[0]}`]);
    expect(
      await readRefusal(change('group', turning, { shelves: [{ shelfId: rack.id }, { shelfId: rack.id }] })),
    ).toEqual(['fieldsInvalid', 'shelves[1].shelfId']);
  });

  test('the classes of deadlines, downtimes and craft attributes are choices of their fields', async () => {
    const [deadlineClassId, reasonId, region] = [
      await word('deadlineClass'),
      await word('downtimeReason'),
      await word('region'),
    ];
    const order = { code: makeUniqueText(), name: 'Order', quantity: 1 };
    expect(await floor.call('/mes/order/save', { ...order, deadlineClassId })).toMatchObject({
      deadlineClassId,
    });
    const downtime = { downFrom: '2026-03-02T01:00:00Z', downUntil: '2026-03-02T02:00:00Z' };
    const lathe = await save('device', { downtimes: [{ ...downtime, reasonId }] });
    expect(lathe).toMatchObject({ downtimes: [expect.objectContaining({ reasonId })] });
    expect(await readRefusal(save('device', { downtimes: [{ ...downtime, reasonId: region }] }))).toEqual([
      'fieldsInvalid',
      'downtimes[0].reasonId',
    ]);
    expect(await save('crafts', { keyCraft: true, firstArticle: true })).toMatchObject({
      keyCraft: true,
      specialCraft: false,
      firstArticle: true,
      inspectionPoint: false,
    });
  });

  test('a resource that is assigned to a craft stays until the assignment is taken off', async () => {
    const facing = await save('crafts', { name: '精车' });
    const li = await save('employee', { name: '李秀英', workGroupId: turning });
    const lathe = await save('device', { workGroupId: turning });
    await change('group', turning, {
      craftIds: [facing.id],
      staff: [{ employeeId: li.id, craftId: facing.id }],
      equipment: [{ deviceId: lathe.id, craftId: facing.id }],
    });
    expect(await readRefusalCode(change('group', turning, { staff: [] }))).toBe('resourceAssigned');
    expect(await readRefusalCode(change('group', turning, { equipment: [] }))).toBe('resourceAssigned');
    expect(await readRefusalCode(change('employee', li.id, { workGroupId: milling }))).toBe(
      'resourceAssigned',
    );
    expect(await readRefusalCode(change('device', lathe.id, { workGroupId: null }))).toBe('resourceAssigned');
    expect(await readRefusalCode(floor.call(`${BASIC_DATA_PATH}/device/delete`, { ids: [lathe.id] }))).toBe(
      'resourceAssigned',
    );
    expect(await readRefusalCode(floor.call(`${BASIC_DATA_PATH}/group/delete`, { ids: [turning] }))).toBe(
      'resourceAssigned',
    );
    expect(await readRefusalCode(floor.call(`${BASIC_DATA_PATH}/crafts/delete`, { ids: [facing.id] }))).toBe(
      'inUse',
    );
    await change('group', turning, {
      staff: [{ employeeId: li.id }],
      equipment: [{ deviceId: lathe.id }],
      craftIds: [],
    });
    await floor.call(`${BASIC_DATA_PATH}/device/delete`, { ids: [lathe.id] });
    expect((await group(turning)).equipment).toEqual([]);
    await change('employee', li.id, { workGroupId: null });
    await floor.call(`${BASIC_DATA_PATH}/group/delete`, { ids: [turning] });
  });

  test('a group takes nobody twice, and assigns only to crafts of its own', async () => {
    const li = await save('employee', {});
    const facing = await save('crafts', {});
    const twice = change('group', turning, { staff: [{ employeeId: li.id }, { employeeId: li.id }] });
    await expect(twice).rejects.toMatchObject({ fields: { 'staff[1].employeeId': expect.anything() } });
    const strange = change('group', turning, { staff: [{ employeeId: li.id, craftId: facing.id }] });
    await expect(strange).rejects.toMatchObject({ fields: { 'staff[0].craftId': expect.anything() } });
  });

  test('a person of another factory cannot be a resource here', async () => {
    const other = await createTestFactory(floor.connection);
    const stranger = await other.person('Stranger', []);
    const taken = change('group', turning, { staff: [{ employeeId: stranger.employeeId }] });
    expect(await readRefusalCode(taken)).toBe('referenceMissing');
  });

  test('two moves at once leave the person in the group of the home', async () => {
    const hire = () => save('employee', { workGroupId: turning });
    const people = await Promise.all(Array.from({ length: 6 }, hire));
    await Promise.all([
      ...people.map((one) => change('employee', one.id, { workGroupId: milling })),
      readRefusalCode(change('group', turning, { remark: 'Revised meanwhile' })),
    ]);
    expect((await group(turning)).staff).toEqual([]);
    expect((await group(milling)).staff.map((line) => line.employeeId).sort()).toEqual(
      people.map((one) => one.id).sort(),
    );
  });

  test('a craft has one piece price a day', async () => {
    const price = (validFrom: string, value: number) => ({ validFrom, price: value });
    const piecePrices = [price('2026-01-01', 1.2), price('2026-07-01', 1.35)];
    const craft = await save('crafts', { piecePrices });
    expect(craft['piecePrices']).toEqual(piecePrices);
    const two = save('crafts', { piecePrices: [price('2026-01-01', 1.2), price('2026-01-01', 1.3)] });
    await expect(two).rejects.toMatchObject({ fields: { 'piecePrices[1].validFrom': expect.anything() } });
  });

  test('a badge belongs to one person', async () => {
    await save('employee', { badgeCode: 'B-7' });
    expect(await readRefusalCode(save('employee', { badgeCode: 'B-7' }))).toBe('codeDuplicated');
  });

  test('the shelves of one group are a list, the materials stand where processes look for them', async () => {
    const near = await save('shelf', { workGroupId: turning });
    const far = await save('shelf', { workGroupId: milling });
    const ids = async (fields: Record<string, unknown>) =>
      (await floor.call<BasicRow[]>(`${BASIC_DATA_PATH}/shelf/list`, fields)).map((row) => row.id);
    expect(await ids({ groupId: turning })).toEqual([near.id]);
    expect(await ids({})).toEqual(expect.arrayContaining([near.id, far.id]));
    const unit = await save('unit', { name: '千克', decimals: 3 });
    const steel = await save('material', { name: '45# 圆钢', unitId: unit.id, standardPrice: 5.6 });
    const materials = await floor.call<BasicRow[]>('/mes/process/part/getMatList', {});
    expect(materials.map((row) => row.id)).toContain(steel.id);
    const units = await floor.call<BasicRow[]>(`${BASIC_DATA_PATH}/unit/list`, {});
    expect(units.map((row) => row.id)).toContain(unit.id);
    const people = await floor.call<BasicRow[]>('/mes/user/user/list', {});
    expect(people.length).toBeGreaterThan(0);
  });

  test('people change their own factory, whose days are counted in another zone at once', async () => {
    const { factoryId } = floor;
    const at = `${BASIC_DATA_PATH}/factory`;
    await createTestFactory(floor.connection);
    const { rows } = await floor.call<{ rows: BasicRow[] }>(`${at}/page`, {});
    expect(rows.map((row) => row.id)).toEqual([factoryId]);
    const { version } = rows[0]!;
    const change = { id: factoryId, version, zone: 'Europe/Berlin' };
    const saved = await floor.call<BasicRow>(`${at}/save`, change);
    expect(saved['zone']).toBe('Europe/Berlin');
    expect(await floor.call('/mes/login/current', {})).toMatchObject({ zone: 'Europe/Berlin' });
    const feedRows = await floor.connection.db
      .selectFrom('feed')
      .select('entity')
      .where('factoryId', '=', factoryId)
      .orderBy('pos', 'desc')
      .limit(2)
      .execute();
    expect(feedRows.map((row) => row.entity).sort()).toEqual(['factory', 'permission']);
    for (const zone of ['Mars/Olympus', 'EST', '+08:00', 'Asia/Shanghai; drop table']) {
      const wrong = floor.call(`${at}/save`, { id: factoryId, version: saved.version, zone });
      await expect(wrong, zone).rejects.toMatchObject({
        code: 'fieldsInvalid',
        fields: { zone: expect.anything() },
      });
    }
    const money = floor.call(`${at}/save`, { id: factoryId, version: saved.version, currency: 'XYZ' });
    await expect(money).rejects.toMatchObject({ fields: { currency: expect.anything() } });
  });

  test('no factory is added or deleted, and none but one’s own is seen', async () => {
    const other = await createTestFactory(floor.connection);
    const at = `${BASIC_DATA_PATH}/factory`;
    const added = floor.call(`${at}/save`, { code: makeUniqueText(), name: 'Second' });
    expect(await readRefusalCode(added)).toBe('factoryNotAdded');
    expect(await readRefusalCode(floor.call(`${at}/delete`, { ids: [floor.factoryId] }))).toBe('notFound');
    expect(await readRefusalCode(floor.call(`${at}/get`, { id: other.factoryId }))).toBe('rowNotFound');
    const otherFactorySave = floor.call(`${at}/save`, { id: other.factoryId, version: 1, name: 'Mine now' });
    expect(await readRefusalCode(otherFactorySave)).toBe('rowNotFound');
    const code = (await other.call<BasicRow>(`${at}/get`, { id: other.factoryId }))['code'];
    const { version } = await get('factory', floor.factoryId);
    const taken = floor.call(`${at}/save`, { id: floor.factoryId, version, code });
    expect(await readRefusalCode(taken)).toBe('codeDuplicated');
  });
});
