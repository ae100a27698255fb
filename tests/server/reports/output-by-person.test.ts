import { beforeEach, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';

interface PersonRow {
  employeeName: string;
  good: number;
  scrap: number;
}

describeForEachDatabase('The output of each person', (database) => {
  let noonFloor: NoonFactory;
  let processId: number;
  let groupId: number;
  let li: number;
  let wang: number;
  beforeEach(async () => {
    noonFloor = await createNoonFactory(await database.open());
    processId = (await noonFloor.factory.createOrder(1000, ['a'])).processIds[0]!;
    groupId = await noonFloor.save('/mes/system/basic/group', { name: 'Turning' });
    li = await noonFloor.save('/mes/system/basic/employee', { name: 'Li', workGroupId: groupId });
    wang = await noonFloor.save('/mes/system/basic/employee', { name: 'Wang' });
  });
  const reportPieces = (
    endHour: number,
    good: number,
    scrap: number,
    people: readonly (readonly [number, number])[],
  ) =>
    noonFloor.reportWork(processId, endHour, good, scrap, {
      people: people.map(([employeeId, ratio]) => ({ employeeId, ratio })),
    });
  const readOutput = async (fields: Record<string, unknown>) =>
    (await noonFloor.readReportRows<PersonRow>('outputByPerson', fields)).map((row) => [
      row.employeeName,
      row.good,
      row.scrap,
    ]);

  test('divides the pieces of a report among its people by their shares', async () => {
    await reportPieces(9, 10, 5, [
      [li, 60],
      [wang, 40],
    ]);
    await reportPieces(10, 3, 0, [[wang, 100]]);
    const reportId = await reportPieces(11, 50, 0, [[li, 100]]);
    await noonFloor.factory.call('/mes/report/reverse', { reportId, reason: 'Counted twice' });
    expect(await readOutput({ period: 'today' })).toEqual([
      ['Wang', 7, 2],
      ['Li', 6, 3],
    ]);
    expect(await readOutput({ period: 'today', workGroupId: groupId })).toEqual([['Li', 6, 3]]);
    const otherFactory = await createTestFactory(noonFloor.factory.connection);
    expect(await otherFactory.call('/mes/form/outputByPerson', {})).toMatchObject({ rows: [] });
  });

  test('counts what ended today, in the shift or in seven days', async () => {
    await noonFloor.addRoster([[10, 18]]);
    await reportPieces(10, 1, 0, [[li, 100]]);
    await reportPieces(9.99, 2, 0, [[li, 100]]);
    await reportPieces(-0.01, 4, 0, [[li, 100]]);
    await reportPieces(-6 * 24 - 0.01, 8, 0, [[li, 100]]);
    expect(await readOutput({ period: 'currentShift' })).toEqual([['Li', 1, 0]]);
    expect(await readOutput({ period: 'today' })).toEqual([['Li', 3, 0]]);
    expect(await readOutput({})).toEqual([['Li', 7, 0]]);
  });
});
