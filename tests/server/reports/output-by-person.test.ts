import { beforeEach, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFloor, type NoonFloor } from '#tests/support/noon-floor.ts';

interface PersonRow {
  employeeName: string;
  good: number;
  scrap: number;
}

describeForEachDatabase('The output of each person', (database) => {
  let at: NoonFloor;
  let process: number;
  let group: number;
  let li: number;
  let wang: number;
  beforeEach(async () => {
    at = await createNoonFloor(await database.open());
    process = (await at.floor.order(1000, ['a'])).processIds[0]!;
    group = await at.save('/mes/system/basic/group', { name: 'Turning' });
    li = await at.save('/mes/system/basic/employee', { name: 'Li', workGroupId: group });
    wang = await at.save('/mes/system/basic/employee', { name: 'Wang' });
  });
  const report = (
    endedAt: number,
    good: number,
    scrap: number,
    people: readonly (readonly [number, number])[],
  ) =>
    at.report(process, endedAt, good, scrap, {
      people: people.map(([employeeId, ratio]) => ({ employeeId, ratio })),
    });
  const read = async (fields: Record<string, unknown>) =>
    (await at.rows<PersonRow>('outputByPerson', fields)).map((row) => [
      row.employeeName,
      row.good,
      row.scrap,
    ]);

  test('divides the pieces of a report among its people by their shares', async () => {
    await report(9, 10, 5, [
      [li, 60],
      [wang, 40],
    ]);
    await report(10, 3, 0, [[wang, 100]]);
    const reportId = await report(11, 50, 0, [[li, 100]]);
    await at.floor.call('/mes/report/reverse', { reportId, reason: 'Counted twice' });
    expect(await read({ period: 'today' })).toEqual([
      ['Wang', 7, 2],
      ['Li', 6, 3],
    ]);
    expect(await read({ period: 'today', workGroupId: group })).toEqual([['Li', 6, 3]]);
    const elsewhere = await createTestFactory(at.floor.connection);
    expect(await elsewhere.call('/mes/form/outputByPerson', {})).toMatchObject({ rows: [] });
  });

  test('counts what ended today, in the shift or in seven days', async () => {
    await at.roster([[10, 18]]);
    await report(10, 1, 0, [[li, 100]]);
    await report(9.99, 2, 0, [[li, 100]]);
    await report(-0.01, 4, 0, [[li, 100]]);
    await report(-6 * 24 - 0.01, 8, 0, [[li, 100]]);
    expect(await read({ period: 'currentShift' })).toEqual([['Li', 1, 0]]);
    expect(await read({ period: 'today' })).toEqual([['Li', 3, 0]]);
    expect(await read({})).toEqual([['Li', 7, 0]]);
  });
});
