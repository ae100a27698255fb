import { beforeEach, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { setZoneToNoon, type NoonClock } from '#tests/support/noon.ts';

interface RankingRow {
  id: number;
  position: number;
  rank: number;
  name: string;
  groupName: string | null;
  value: number;
  good: number;
  scrap: number;
}
interface WorkLine {
  groupId: number;
  processId: number;
  employeeId: number | null;
  deviceId: number | null;
  phase: 'run' | 'stop' | 'preparation';
  hoursAgo: number;
  minutes: number;
  good: number;
  scrap: number;
}

/** Computes the expected ranking: adds up the lines by one of their ids, and sorts the values. */
function rankLines(
  lines: readonly WorkLine[],
  idField: 'groupId' | 'employeeId' | 'deviceId',
  measure: 'good' | 'scrapRate' | 'stopTime',
  order: 'highest' | 'lowest',
) {
  const sums = new Map<number, { good: number; scrap: number; stop: number }>();
  for (const line of lines) {
    const id = line[idField];
    if (id === null) continue;
    const sum = sums.get(id) ?? { good: 0, scrap: 0, stop: 0 };
    sum.good += line.good;
    sum.scrap += line.scrap;
    if (line.phase === 'stop') sum.stop += line.minutes * 60;
    sums.set(id, sum);
  }
  const values = [...sums].flatMap(([id, { good, scrap, stop }]) => {
    if (measure === 'good') return [[id, good] as const];
    if (measure === 'stopTime') return [[id, stop] as const];
    return good + scrap === 0 ? [] : [[id, Math.round((1000 * scrap) / (good + scrap)) / 10] as const];
  });
  return values.sort((left, right) => (order === 'highest' ? right[1] - left[1] : left[1] - right[1]));
}

describeForEachDatabase('The ranking', (database) => {
  let factory: TestFactory;
  let noon: NoonClock;
  let lines: WorkLine[];
  const saveRecord = async (path: string, fields: Record<string, unknown>) =>
    (await factory.call<{ id: number }>(`${path}/save`, fields)).id;

  beforeEach(async () => {
    factory = await createTestFactory(await database.open());
    noon = await setZoneToNoon(factory);
    const groupIds: number[] = [];
    const deviceIds: number[] = [];
    const employeeIds: number[] = [];
    for (const [index, name] of ['Turning', 'Milling', 'Grinding'].entries()) {
      const workGroupId = await saveRecord('/mes/system/basic/group', { code: `G${index}`, name });
      groupIds.push(workGroupId);
      deviceIds.push(
        await saveRecord('/mes/system/basic/device', {
          code: `D${index}`,
          name: `Machine ${index}`,
          workGroupId,
        }),
      );
      employeeIds.push(
        await saveRecord('/mes/system/basic/employee', {
          code: `E${index}`,
          name: `Person ${index}`,
          workGroupId,
        }),
      );
    }
    const { processIds } = await factory.createOrder(500, ['a', 'b', 'c']);
    for (const [index, id] of processIds.entries())
      await factory.connection.db
        .updateTable('process')
        .set({ workGroupId: groupIds[index]! })
        .where('factoryId', '=', factory.factoryId)
        .where('id', '=', id)
        .execute();
    lines = [];
    const addLine = (
      groupIndex: number,
      line: Omit<WorkLine, 'groupId' | 'processId' | 'employeeId' | 'deviceId' | 'phase' | 'scrap'> & {
        phase?: WorkLine['phase'];
        scrap?: number;
        person?: number | null;
        device?: number | null;
      },
    ) => {
      const { person: employeeId = groupIndex, device: deviceId = groupIndex, ...rest } = line;
      lines.push({
        groupId: groupIds[groupIndex]!,
        processId: processIds[groupIndex]!,
        employeeId: employeeId === null ? null : employeeIds[employeeId]!,
        deviceId: deviceId === null ? null : deviceIds[deviceId]!,
        phase: 'run',
        scrap: 0,
        ...rest,
      });
    };
    addLine(0, { hoursAgo: 5, minutes: 50, good: 40, scrap: 2 });
    addLine(0, { hoursAgo: 3, minutes: 30, good: 0, phase: 'stop' });
    addLine(1, { hoursAgo: 4, minutes: 60, good: 25, scrap: 5, device: 0 });
    addLine(1, { hoursAgo: 2, minutes: 10, good: 25, scrap: 0, person: null });
    addLine(2, { hoursAgo: 5, minutes: 90, good: 0, phase: 'stop', person: 1 });
    addLine(0, { hoursAgo: 6, minutes: 30, good: 0, phase: 'stop', person: 2, device: null });
    addLine(2, { hoursAgo: 26, minutes: 40, good: 70, scrap: 1 });
    addLine(1, { hoursAgo: 24 * 20, minutes: 45, good: 900, scrap: 9 });
    const verdicts = await factory.call<{ ok?: boolean }[]>('/mes/report/import', {
      source: 'test',
      rows: JSON.stringify(
        lines.map((line, index) => ({
          line: index + 1,
          processId: line.processId,
          deviceId: line.deviceId,
          people: line.employeeId === null ? [] : [{ employeeId: line.employeeId }],
          phase: line.phase,
          startedAt: noon.getLocalTime(-line.hoursAgo),
          endedAt: noon.getLocalTime(-line.hoursAgo + line.minutes / 60),
          good: line.good,
          ...(line.scrap > 0 ? { scrap: line.scrap } : {}),
        })),
      ),
    });
    expect(JSON.stringify(verdicts)).not.toContain('error');
  });

  const readRanking = async (params: Record<string, unknown>) =>
    (await factory.call<{ rows: RankingRow[] }>('/mes/form/ranking', params)).rows;
  const listLinesOfDays = (days: number) => {
    const getDayHoursAgo = (hours: number) => noon.getLocalTime(-hours).slice(0, 10);
    return lines.filter(({ hoursAgo }) => getDayHoursAgo(hoursAgo) > getDayHoursAgo(24 * days));
  };
  const ID_BY_SUBJECT = { workGroup: 'groupId', employee: 'employeeId', device: 'deviceId' } as const;

  test('equals a simple computation, for each subject, measure and order', async () => {
    let comparedCount = 0;
    for (const rankedBy of ['workGroup', 'employee', 'device'] as const)
      for (const measure of ['good', 'scrapRate', 'stopTime'] as const)
        for (const order of ['highest', 'lowest'] as const)
          for (const days of [1, 2, 31]) {
            const rows = await readRanking({ rankedBy, measure, order, days });
            const expected = rankLines(listLinesOfDays(days), ID_BY_SUBJECT[rankedBy], measure, order);
            expect([rankedBy, measure, order, days, rows.map(({ value }) => value)]).toEqual([
              rankedBy,
              measure,
              order,
              days,
              expected.map(([, value]) => value),
            ]);
            expect(new Map(rows.map(({ id, value }) => [id, value]))).toEqual(new Map(expected));
            comparedCount += rows.length;
          }
    expect(comparedCount).toBeGreaterThan(80);
  });

  test('gives equal values the same rank, and can be limited in length and to one group', async () => {
    const rows = await readRanking({ rankedBy: 'employee', measure: 'stopTime', order: 'highest', days: 2 });
    expect(rows.map(({ name, position, rank, value }) => [name, position, rank, value])).toEqual([
      ['Person 1', 1, 1, 5400],
      ['Person 0', 2, 2, 1800],
      ['Person 2', 3, 2, 1800],
    ]);
    const groupRanking = await readRanking({ rankedBy: 'workGroup', days: 1, limit: 2 });
    expect(groupRanking.map(({ name, rank, value, groupName }) => [name, rank, value, groupName])).toEqual([
      ['Milling', 1, 50, 'Milling'],
      ['Turning', 2, 40, 'Turning'],
    ]);
    const deviceRanking = await readRanking({
      rankedBy: 'device',
      days: 31,
      workGroupId: groupRanking[0]!.id,
    });
    expect(deviceRanking.map(({ name, groupName }) => [name, groupName])).toEqual([['Machine 1', 'Milling']]);
  });
});
