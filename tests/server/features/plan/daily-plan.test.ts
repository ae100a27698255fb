import { beforeAll, expect, it } from 'vitest';
import type { CapacityLoad } from '#shared/answers/capacity-load.ts';
import { DayPlanFloor } from '#tests/support/day-plan-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

describeForEachDatabase('The plan of a day', (database) => {
  let floor: DayPlanFloor;
  beforeAll(async () => {
    floor = await DayPlanFloor.create(await database.open());
  });

  it('lists the work of the day with its quantity, and carries over what was not finished', async () => {
    const today = await floor.plan();
    const overdueProcess = await floor.plan({ plannedStart: floor.getDay(-3), plannedEnd: floor.getDay(-1) });
    const tomorrowProcess = await floor.plan({ plannedStart: floor.getDay(1), plannedEnd: floor.getDay(1) });
    const { lines, release, lastNumber } = await floor.read();
    expect([release, lastNumber]).toEqual([null, 0]);
    expect(lines[0]).toMatchObject({
      processId: overdueProcess.processId,
      carriedFrom: floor.getDay(-1),
      quantity: 4,
      deviceMinutes: 40,
      workGroupName: 'Turning',
      deviceName: 'Lathe 1',
      state: 'notStarted',
      isDone: false,
      change: null,
    });
    const ids = lines.map(({ processId }) => processId);
    expect(ids).toContain(today.processId);
    expect(ids).not.toContain(tomorrowProcess.processId);
    expect(await floor.readLine(tomorrowProcess.processId, floor.getDay(1))).toMatchObject({
      carriedFrom: null,
    });
  });

  it('has the minutes of each group that the capacity load has, on every day of a week', async () => {
    await floor.plan({ plannedStart: floor.getDay(0), plannedEnd: floor.getDay(4) }, {}, 7);
    await floor.plan({ plannedStart: floor.getDay(2), plannedEnd: floor.getDay(3), deviceId: null }, {}, 5);
    await floor.plan({ workGroupId: null, deviceId: null });
    const [from, to] = [floor.getDay(0), floor.getDay(6)];
    const { groups } = await floor.call<CapacityLoad>('/mes/plan/capacityLoad', { from, to });
    let checkedCount = 0;
    for (let index = 0; index <= 6; index++) {
      const { lines } = await floor.read(floor.getDay(index));
      for (const group of groups) {
        const linesOfGroup = lines.filter(({ workGroupId }) => workGroupId === group.id);
        const sum = (axis: 'deviceMinutes' | 'manMinutes') =>
          linesOfGroup.reduce((minutes, line) => minutes + (line[axis] ?? 0), 0);
        expect([sum('deviceMinutes'), sum('manMinutes')]).toEqual([
          group.deviceHours.load[index],
          group.manHours.load[index],
        ]);
        checkedCount += group.deviceHours.load[index]!;
      }
    }
    expect(checkedCount).toBeGreaterThan(0);
  });

  it('divides a quantity over the days of its work into whole pieces', async () => {
    const { processId } = await floor.plan({ plannedEnd: floor.getDay(2) }, {}, 7);
    const quantities: number[] = [];
    for (let index = 0; index <= 2; index++)
      quantities.push((await floor.readLine(processId, floor.getDay(index)))!.quantity);
    expect(quantities.reduce((sum, quantity) => sum + quantity)).toBe(7);
    expect(quantities.every(Number.isInteger)).toBe(true);
  });

  it('says what is missing: pieces, material, device and people', async () => {
    const { call } = floor;
    const { processIds, partId } = await floor.factory.createOrder(3, ['Sawing', 'Milling']);
    const materialId = await floor.save('/mes/system/basic/material', { code: 'M1', name: 'Steel bar' });
    const part = await call<{ version: number }>('/mes/order/part/get', { id: partId });
    await call('/mes/order/part/save', {
      id: partId,
      version: part.version,
      materials: [{ materialId, plannedQuantity: 3 }],
    });
    const brokenId = await floor.save('/mes/system/basic/device', {
      code: 'B',
      name: 'Broken mill',
      status: 'repair',
      workGroupId: floor.groupId,
    });
    const absence = {
      absentFrom: `${floor.getDay(-1)}T00:00:00Z`,
      absentUntil: `${floor.getDay(3)}T00:00:00Z`,
    };
    const handGroupId = await floor.save('/mes/system/basic/group', { code: 'HAND', name: 'Bench' });
    await floor.save('/mes/system/basic/employee', {
      code: 'H1',
      name: 'Away',
      workGroupId: handGroupId,
      absences: [absence],
    });
    const planned = { plannedStart: floor.today, plannedEnd: floor.today };
    await floor.change(processIds[0]!, { ...planned, workGroupId: handGroupId, plannedPeople: 2 });
    await floor.change(processIds[1]!, { ...planned, workGroupId: floor.groupId, deviceId: brokenId });
    const [first, second] = [await floor.readLine(processIds[0]!), await floor.readLine(processIds[1]!)];
    expect(first!.missing).toEqual([
      { kind: 'missingMaterial', materials: ['Steel bar'] },
      { kind: 'missingPeople', needed: 2, present: 0 },
    ]);
    expect(second!.missing.map(({ kind }) => kind)).toEqual(['missingPieces', 'missingDevice']);
    expect(second!.missing[1]).toEqual({ kind: 'missingDevice', reason: 'repair' });
  });

  it('says that a drawing is missing only in a factory that keeps drawings in this system', async () => {
    const { processId, partId } = await floor.plan();
    expect((await floor.readLine(processId))!.missing).toEqual([]);
    const otherProcess = await floor.plan();
    const { db } = floor.factory.connection;
    const file = await db
      .insertInto('storedFile')
      .values({
        factoryId: floor.factory.factoryId,
        name: 'a.pdf',
        mediaType: 'application/pdf',
        bytes: 1,
        sha256: 'x'.repeat(64),
        createdBy: 'test',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const setDrawing = (drawing: number | null) =>
      db
        .updateTable('part')
        .set({ drawing })
        .where('factoryId', '=', floor.factory.factoryId)
        .where('id', '=', partId)
        .execute();
    await setDrawing(file.id);
    expect((await floor.readLine(processId))!.missing).toEqual([]);
    expect((await floor.readLine(otherProcess.processId))!.missing).toEqual([{ kind: 'missingDrawing' }]);
    await setDrawing(null);
  });

  it('shows who works on a line, and then nothing is missing', async () => {
    const { processId } = await floor.plan();
    const { reportId } = await startWork(floor.call, processId, 4, { deviceId: floor.deviceId });
    expect(await floor.readLine(processId)).toMatchObject({
      state: 'processing',
      workers: ['Admin'],
      missing: [],
    });
    await finishWork(floor.call, reportId, 4);
    expect(await floor.readLine(processId)).toBeUndefined();
  });

  it('selects the lines of a group, a device, a person and a shift', async () => {
    const readCraft = async (processId: number) =>
      (await floor.call<{ craftId: number }>('/mes/process/get', { id: processId })).craftId;
    const processForPerson = await floor.plan({
      appointmentStart: `${floor.today}T03:00:00Z`,
      appointmentEnd: `${floor.today}T04:00:00Z`,
    });
    const processWithoutDevice = await floor.plan({ deviceId: null });
    const employeeId = await floor.save('/mes/system/basic/employee', { code: 'P1', name: 'Turner' });
    const group = await floor.call<{ version: number }>('/mes/system/basic/group/get', { id: floor.groupId });
    await floor.call('/mes/system/basic/group/save', {
      id: floor.groupId,
      version: group.version,
      craftIds: [await readCraft(processForPerson.processId)],
      staff: [{ employeeId, craftId: await readCraft(processForPerson.processId) }],
    });
    const listIds = async (filter: Record<string, unknown>) =>
      (await floor.read(floor.today, filter)).lines.map(({ processId }) => processId);
    expect(await listIds({ workGroupId: floor.groupId })).toEqual(
      expect.arrayContaining([processForPerson.processId, processWithoutDevice.processId]),
    );
    const idsOfDevice = await listIds({ deviceId: floor.deviceId });
    expect([
      idsOfDevice.includes(processForPerson.processId),
      idsOfDevice.includes(processWithoutDevice.processId),
    ]).toEqual([true, false]);
    expect(await listIds({ employeeId })).toEqual([processForPerson.processId]);
    expect(await listIds({ shift: 'No such shift' })).not.toContain(processForPerson.processId);
    expect(await listIds({ shift: 'No such shift' })).toContain(processWithoutDevice.processId);
  });
});
