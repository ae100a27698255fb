import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Connection } from '#server/db/connect.ts';
import type { CapacityLoad, LoadDetails } from '#shared/answers/capacity-load.ts';
import { readCapacityLoad } from '#server/planning/capacity-load.ts';
import { readLoadDetails } from '#server/planning/load-details.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import { computeLoadByMinute, type CountedLoad } from '#tests/support/capacity-oracle.ts';

const ZONE = 'Asia/Shanghai';
const DAYS = 21;

describeForEachDatabase('The capacity load of the demonstration factory', (database) => {
  let connection: Connection;
  let user: CurrentUser;
  let capacityLoad: CapacityLoad;
  let countedLoad: CountedLoad;
  const shiftDay = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now());
  const to = shiftDay(today, DAYS - 1);

  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    connection = await openDatabase({ url: database.url, dataDir: database.dataDir, poolSize: 2 });
    const { db } = connection;
    const factory = await sql<{ id: number }>`select id from factory order by id limit 1`.execute(db);
    user = { factoryId: factory.rows[0]!.id, zone: ZONE } as CurrentUser;
    const { factoryId } = user;
    // The demonstration plans only end dates. These statements add start dates, and clear some days and estimates.
    await sql`update process set planned_start = planned_end - (id % 6)::integer where factory_id = ${factoryId} and id % 4 > 0`.execute(
      db,
    );
    await sql`update process set planned_start = null, planned_end = null where factory_id = ${factoryId} and id % 13 = 0`.execute(
      db,
    );
    await sql`update process set device_minutes = null, man_minutes = null where factory_id = ${factoryId} and id % 11 = 0`.execute(
      db,
    );
    // The expected values are computed from the dates of processes, not from the applied plan.
    await sql`delete from planned_operation where factory_id = ${factoryId}`.execute(db);
    await sql`insert into device_downtimes (factory_id, owner_id, position, down_from, down_until)
      select factory_id, id, 0, date_trunc('minute', now()) + interval '30 hours', date_trunc('minute', now()) + interval '47 hours 20 minutes'
      from device where factory_id = ${factoryId} and id % 3 = 0`.execute(db);
    await sql`insert into employee_absences (factory_id, owner_id, position, absent_from, absent_until)
      select factory_id, id, 0, date_trunc('minute', now()) + interval '55 hours', date_trunc('minute', now()) + interval '6 days'
      from employee where factory_id = ${factoryId} and id % 5 = 0`.execute(db);
    await sql`update work_group set efficiency = 85 where factory_id = ${factoryId} and id % 2 = 0`.execute(
      db,
    );
    capacityLoad = await readCapacityLoad(db, user, today, { from: today, to });
    countedLoad = await computeLoadByMinute(db, factoryId, today, DAYS);
  });
  afterAll(() => connection?.close());

  it('has the same capacity as a count minute by minute', () => {
    expect(capacityLoad.groups.length).toBeGreaterThanOrEqual(8);
    expect(countedLoad.capacity.size).toBe(capacityLoad.groups.filter((group) => group.id !== null).length);
    for (const { id, name, deviceHours, manHours } of capacityLoad.groups) {
      if (id === null) continue;
      expect({ name, device: deviceHours.normal, man: manHours.normal }).toEqual({
        name,
        device: countedLoad.capacity.get(id)!.device,
        man: countedLoad.capacity.get(id)!.man,
      });
    }
    expect(
      capacityLoad.groups.some(({ deviceHours }) => deviceHours.normal.some((minutes) => minutes > 0)),
    ).toBe(true);
  });

  it('has the same load and the same separate counts as a count minute by minute', () => {
    let total = 0;
    for (const { id, name, deviceHours, manHours } of capacityLoad.groups)
      for (const [axis, axisLoad] of [
        ['device', deviceHours],
        ['man', manHours],
      ] as const) {
        const expected = countedLoad.load.get(`${id} ${axis}`);
        expect({ name, axis, load: axisLoad.load }).toEqual({
          name,
          axis,
          load: expected?.days ?? axisLoad.load.map(() => 0),
        });
        expect([axisLoad.overdueMinutes, axisLoad.unplannedMinutes, axisLoad.withoutEstimate]).toEqual(
          expected ? [expected.overdue, expected.unplanned, expected.withoutEstimate] : [0, 0, 0],
        );
        total += axisLoad.load.reduce((sum, minutes) => sum + minutes, 0);
      }
    console.log(`capacity load: ${total} minutes of ${countedLoad.processCount} processes`);
    expect(countedLoad.processCount).toBeGreaterThan(50);
    expect(total).toBeGreaterThan(0);
  });

  it('has details that add up to each cell and to each separate count', async () => {
    for (const { id, deviceHours, manHours } of capacityLoad.groups.slice(0, 4))
      for (const [axis, axisLoad] of [
        ['deviceHours', deviceHours],
        ['manHours', manHours],
      ] as const) {
        const readDetails = (fields: object): Promise<LoadDetails> =>
          readLoadDetails(connection.db, user, today, {
            workGroupId: id,
            axis,
            loadKind: 'plannedLoad',
            from: today,
            to,
            ...fields,
          });
        const sumMinutes = ({ rows }: LoadDetails) => rows.reduce((minutes, row) => minutes + row.minutes, 0);
        for (const index of [0, 1, 2, 6]) {
          const day = shiftDay(today, index);
          expect(sumMinutes(await readDetails({ from: day, to: day }))).toBe(axisLoad.load[index]);
        }
        expect(sumMinutes(await readDetails({}))).toBe(
          axisLoad.load.reduce((minutes, day) => minutes + day, 0),
        );
        expect(sumMinutes(await readDetails({ loadKind: 'overdueLoad' }))).toBe(axisLoad.overdueMinutes);
        expect(sumMinutes(await readDetails({ loadKind: 'unplannedLoad' }))).toBe(axisLoad.unplannedMinutes);
        expect((await readDetails({ loadKind: 'withoutEstimate' })).rows).toHaveLength(
          axisLoad.withoutEstimate,
        );
      }
  });
});
