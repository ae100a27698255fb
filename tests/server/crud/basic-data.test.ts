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
  let factory: TestFactory;
  let turningId: number;
  let millingId: number;

  const saveRecord = <T = BasicRow>(entityPath: string, fields: Record<string, unknown>) =>
    factory.call<T>(`${BASIC_DATA_PATH}/${entityPath}/save`, {
      code: makeUniqueText(),
      name: makeUniqueText('N'),
      ...fields,
    });
  const addClassification = async (classId: string) =>
    (
      await factory.call<BasicRow>('/mes/system/classify/save', {
        classId,
        code: makeUniqueText('C'),
        name: makeUniqueText('W'),
      })
    ).id;
  const getRecord = <T = BasicRow>(entityPath: string, id: number) =>
    factory.call<T>(`${BASIC_DATA_PATH}/${entityPath}/get`, { id });
  const getGroup = (id: number) => getRecord<WorkGroupRow>('group', id);
  const changeRecord = async (entityPath: string, id: number, fields: Record<string, unknown>) =>
    factory.call<BasicRow>(`${BASIC_DATA_PATH}/${entityPath}/save`, {
      id,
      version: (await getRecord(entityPath, id)).version,
      ...fields,
    });

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  beforeEach(async () => {
    turningId = (await saveRecord('group', { name: 'Turning' })).id;
    millingId = (await saveRecord('group', { name: 'Milling' })).id;
  });

  test('a person, a device and a shelf that get a home group are among its resources', async () => {
    const li = await saveRecord('employee', { workGroupId: turningId });
    const lathe = await saveRecord('device', { workGroupId: turningId });
    const rack = await saveRecord('shelf', { workGroupId: turningId });
    const savedGroup = await getGroup(turningId);
    expect(savedGroup.staff.map((line) => line.employeeId)).toEqual([li.id]);
    expect(savedGroup.equipment.map((line) => line.deviceId)).toEqual([lathe.id]);
    expect(savedGroup.shelves).toEqual([
      expect.objectContaining({ shelfId: rack.id, workAttribute: 'main' }),
    ]);
    expect(savedGroup.version).toBe(4);
  });

  test('a person who gets another home group moves there, and a form opened before is stale', async () => {
    const li = await saveRecord('employee', { workGroupId: turningId });
    const openedGroup = await getGroup(turningId);
    await changeRecord('employee', li.id, { workGroupId: millingId });
    expect((await getGroup(turningId)).staff).toEqual([]);
    expect((await getGroup(millingId)).staff.map((line) => line.employeeId)).toEqual([li.id]);
    const staleSave = factory.call(`${BASIC_DATA_PATH}/group/save`, {
      id: turningId,
      version: openedGroup.version,
      staff: [],
    });
    expect(await readRefusalCode(staleSave)).toBe('stale');
  });

  test('a resource that leaves its home group has none; a resource without one gets the group that lists it', async () => {
    const [li, wang] = [
      await saveRecord('employee', { workGroupId: turningId }),
      await saveRecord('employee', {}),
    ];
    const lathe = await saveRecord('device', { workGroupId: millingId });
    await changeRecord('group', turningId, {
      staff: [{ employeeId: wang.id }],
      equipment: [{ deviceId: lathe.id }],
    });
    expect((await getRecord('employee', li.id)).workGroupId).toBeNull();
    expect((await getRecord('employee', wang.id)).workGroupId).toBe(turningId);
    // The device already has a home group, and keeps it when a second group lists the device.
    expect((await getRecord('device', lathe.id)).workGroupId).toBe(millingId);
    expect((await getGroup(millingId)).equipment.map((line) => line.deviceId)).toEqual([lathe.id]);
  });

  test('an edit of other fields than the home group keeps the job level and the craft of a resource', async () => {
    const facing = await saveRecord('crafts', {});
    const li = await saveRecord('employee', { workGroupId: turningId });
    const jobLevelId = await addClassification('jobLevel');
    const staff = [{ employeeId: li.id, jobLevelId, workAttribute: 'auxiliary', craftId: facing.id }];
    await changeRecord('group', turningId, { craftIds: [facing.id], staff });
    await changeRecord('employee', li.id, { phone: '13800000000' });
    expect((await getGroup(turningId)).staff).toEqual([expect.objectContaining(staff[0]!)]);
  });

  test('job level and work attribute of staff, equipment and shelves are choices', async () => {
    const [person, lathe, rack] = [
      await saveRecord('employee', {}),
      await saveRecord('device', {}),
      await saveRecord('shelf', {}),
    ];
    const jobLevelId = await addClassification('jobLevel');
    const lineFields = { jobLevelId, workAttribute: 'auxiliary' };
    await changeRecord('group', turningId, {
      staff: [{ employeeId: person.id, ...lineFields }],
      equipment: [{ deviceId: lathe.id, ...lineFields }],
      shelves: [{ shelfId: rack.id, ...lineFields }],
    });
    const savedGroup = await getGroup(turningId);
    for (const lines of [savedGroup.staff, savedGroup.equipment, savedGroup.shelves])
      expect(lines).toEqual([expect.objectContaining(lineFields)]);
    expect(await readRefusal(factory.call('/mes/system/classify/delete', { ids: [jobLevelId] }))).toEqual([
      'inUse',
    ]);
    const regionId = await addClassification('region');
    for (const wrongField of [{ jobLevelId: regionId }, { workAttribute: 'fullTime' }])
      expect(
        await readRefusal(
          changeRecord('group', turningId, { shelves: [{ shelfId: rack.id, ...wrongField }] }),
        ),
      ).toEqual(['fieldsInvalid', `shelves[0].${Object.keys(wrongField)[0]}`]);
    expect(
      await readRefusal(
        changeRecord('group', turningId, { shelves: [{ shelfId: rack.id }, { shelfId: rack.id }] }),
      ),
    ).toEqual(['fieldsInvalid', 'shelves[1].shelfId']);
  });

  test('the classes of deadlines, downtimes and craft attributes are choices of their fields', async () => {
    const [deadlineClassId, reasonId, regionId] = [
      await addClassification('deadlineClass'),
      await addClassification('downtimeReason'),
      await addClassification('region'),
    ];
    const order = { code: makeUniqueText(), name: 'Order', quantity: 1 };
    expect(await factory.call('/mes/order/save', { ...order, deadlineClassId })).toMatchObject({
      deadlineClassId,
    });
    const downtime = { downFrom: '2026-03-02T01:00:00Z', downUntil: '2026-03-02T02:00:00Z' };
    const lathe = await saveRecord('device', { downtimes: [{ ...downtime, reasonId }] });
    expect(lathe).toMatchObject({ downtimes: [expect.objectContaining({ reasonId })] });
    expect(
      await readRefusal(saveRecord('device', { downtimes: [{ ...downtime, reasonId: regionId }] })),
    ).toEqual(['fieldsInvalid', 'downtimes[0].reasonId']);
    expect(await saveRecord('crafts', { keyCraft: true, firstArticle: true })).toMatchObject({
      keyCraft: true,
      specialCraft: false,
      firstArticle: true,
      inspectionPoint: false,
    });
  });

  test('a resource that is assigned to a craft stays until the assignment is taken off', async () => {
    const facing = await saveRecord('crafts', { name: '精车' });
    const li = await saveRecord('employee', { name: '李秀英', workGroupId: turningId });
    const lathe = await saveRecord('device', { workGroupId: turningId });
    await changeRecord('group', turningId, {
      craftIds: [facing.id],
      staff: [{ employeeId: li.id, craftId: facing.id }],
      equipment: [{ deviceId: lathe.id, craftId: facing.id }],
    });
    expect(await readRefusalCode(changeRecord('group', turningId, { staff: [] }))).toBe('resourceAssigned');
    expect(await readRefusalCode(changeRecord('group', turningId, { equipment: [] }))).toBe(
      'resourceAssigned',
    );
    expect(await readRefusalCode(changeRecord('employee', li.id, { workGroupId: millingId }))).toBe(
      'resourceAssigned',
    );
    expect(await readRefusalCode(changeRecord('device', lathe.id, { workGroupId: null }))).toBe(
      'resourceAssigned',
    );
    expect(await readRefusalCode(factory.call(`${BASIC_DATA_PATH}/device/delete`, { ids: [lathe.id] }))).toBe(
      'resourceAssigned',
    );
    expect(await readRefusalCode(factory.call(`${BASIC_DATA_PATH}/group/delete`, { ids: [turningId] }))).toBe(
      'resourceAssigned',
    );
    expect(
      await readRefusalCode(factory.call(`${BASIC_DATA_PATH}/crafts/delete`, { ids: [facing.id] })),
    ).toBe('inUse');
    await changeRecord('group', turningId, {
      staff: [{ employeeId: li.id }],
      equipment: [{ deviceId: lathe.id }],
      craftIds: [],
    });
    await factory.call(`${BASIC_DATA_PATH}/device/delete`, { ids: [lathe.id] });
    expect((await getGroup(turningId)).equipment).toEqual([]);
    await changeRecord('employee', li.id, { workGroupId: null });
    await factory.call(`${BASIC_DATA_PATH}/group/delete`, { ids: [turningId] });
  });

  test('a group lists a person only once, and assigns resources only to its own crafts', async () => {
    const li = await saveRecord('employee', {});
    const facing = await saveRecord('crafts', {});
    const duplicateSave = changeRecord('group', turningId, {
      staff: [{ employeeId: li.id }, { employeeId: li.id }],
    });
    await expect(duplicateSave).rejects.toMatchObject({
      fields: { 'staff[1].employeeId': expect.anything() },
    });
    const foreignCraft = changeRecord('group', turningId, {
      staff: [{ employeeId: li.id, craftId: facing.id }],
    });
    await expect(foreignCraft).rejects.toMatchObject({
      fields: { 'staff[0].craftId': expect.anything() },
    });
  });

  test('a person of another factory cannot be a resource here', async () => {
    const otherFactory = await createTestFactory(factory.connection);
    const stranger = await otherFactory.createPerson('Stranger', []);
    const foreignStaff = changeRecord('group', turningId, { staff: [{ employeeId: stranger.employeeId }] });
    expect(await readRefusalCode(foreignStaff)).toBe('referenceMissing');
  });

  test('concurrent changes leave people only in the staff of their new home group', async () => {
    const hireEmployee = () => saveRecord('employee', { workGroupId: turningId });
    const people = await Promise.all(Array.from({ length: 6 }, hireEmployee));
    await Promise.all([
      ...people.map((person) => changeRecord('employee', person.id, { workGroupId: millingId })),
      readRefusalCode(changeRecord('group', turningId, { remark: 'Revised meanwhile' })),
    ]);
    expect((await getGroup(turningId)).staff).toEqual([]);
    expect((await getGroup(millingId)).staff.map((line) => line.employeeId).sort()).toEqual(
      people.map((person) => person.id).sort(),
    );
  });

  test('a craft has at most one piece price per day', async () => {
    const makePrice = (validFrom: string, value: number) => ({ validFrom, price: value });
    const piecePrices = [makePrice('2026-01-01', 1.2), makePrice('2026-07-01', 1.35)];
    const craft = await saveRecord('crafts', { piecePrices });
    expect(craft['piecePrices']).toEqual(piecePrices);
    const duplicateSave = saveRecord('crafts', {
      piecePrices: [makePrice('2026-01-01', 1.2), makePrice('2026-01-01', 1.3)],
    });
    await expect(duplicateSave).rejects.toMatchObject({
      fields: { 'piecePrices[1].validFrom': expect.anything() },
    });
  });

  test('a badge belongs to one person', async () => {
    await saveRecord('employee', { badgeCode: 'B-7' });
    expect(await readRefusalCode(saveRecord('employee', { badgeCode: 'B-7' }))).toBe('codeDuplicated');
  });

  test('shelves are listed by group, and materials are listed for processes', async () => {
    const turningShelf = await saveRecord('shelf', { workGroupId: turningId });
    const millingShelf = await saveRecord('shelf', { workGroupId: millingId });
    const listShelfIds = async (fields: Record<string, unknown>) =>
      (await factory.call<BasicRow[]>(`${BASIC_DATA_PATH}/shelf/list`, fields)).map((row) => row.id);
    expect(await listShelfIds({ groupId: turningId })).toEqual([turningShelf.id]);
    expect(await listShelfIds({})).toEqual(expect.arrayContaining([turningShelf.id, millingShelf.id]));
    const unit = await saveRecord('unit', { name: '千克', decimals: 3 });
    const steel = await saveRecord('material', { name: '45# 圆钢', unitId: unit.id, standardPrice: 5.6 });
    const materials = await factory.call<BasicRow[]>('/mes/process/part/getMatList', {});
    expect(materials.map((row) => row.id)).toContain(steel.id);
    const units = await factory.call<BasicRow[]>(`${BASIC_DATA_PATH}/unit/list`, {});
    expect(units.map((row) => row.id)).toContain(unit.id);
    const people = await factory.call<BasicRow[]>('/mes/user/user/list', {});
    expect(people.length).toBeGreaterThan(0);
  });
});
