import { beforeAll, expect, it } from 'vitest';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { ImportRowResult } from '#server/features/reporting/import.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { EVERY_DAY } from '#tests/support/noon-floor.ts';
import { readProcessProgress } from '#tests/support/reports.ts';

interface ReportRemarkAndGood {
  remark: string | null;
  good: number;
}

describeForEachDatabase('Imported reports', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  let fileCount = 0;
  const importFile = async (processId: number, rows: Record<string, unknown>[]) => {
    fileCount += 1;
    const { verdicts } = await factory.call<{ verdicts: ImportRowResult[] }>('/mes/report/import', {
      source: `log ${fileCount}`,
      rows: JSON.stringify(
        rows.map((row, index) => ({
          line: index + 1,
          processId,
          people: [],
          phase: 'run',
          startedAt: '2026-03-02T08:00',
          endedAt: '2026-03-02T09:00',
          good: 1,
          ...row,
        })),
      ),
    });
    return verdicts;
  };
  const getWallTimeFromNow = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000)
      .toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
      .replace(' ', 'T');

  it('keep their remark', async () => {
    const { processIds } = await factory.createOrder(5, ['Turning']);
    await importFile(processIds[0]!, [{ remark: '返工' }, {}]);
    const { rows } = await factory.call<PageAnswer<ReportRemarkAndGood>>('/mes/report/page', {
      filter: JSON.stringify({ processId: processIds[0] }),
      sort: 'id',
    });
    expect(rows.map((row) => row.remark)).toEqual(['返工', null]);
    const [longRemarkVerdict] = await importFile(processIds[0]!, [{ remark: 'x'.repeat(501) }]);
    expect(longRemarkVerdict).toMatchObject({
      ok: false,
      code: 'fieldsInvalid',
      fields: { remark: { reason: 'tooLong' } },
    });
  });

  it('are refused if their people or device do not exist, and each of these is named', async () => {
    const { processIds } = await factory.createOrder(5, ['Turning']);
    const people = [{ employeeId: 999_999_991 }, { employeeId: 999_999_992 }];
    const [refusedVerdict] = await importFile(processIds[0]!, [{ people, deviceId: 999_999_993 }]);
    expect(refusedVerdict).toMatchObject({ ok: false, code: 'referenceMissing' });
    expect(Object.keys((refusedVerdict as { fields: object }).fields)).toEqual([
      'people[0].employeeId',
      'people[1].employeeId',
      'deviceId',
    ]);
  });

  it('are refused if they end in the future by the factory’s clock; the others are accepted', async () => {
    const { processIds } = await factory.createOrder(5, ['Turning']);
    const verdicts = await importFile(processIds[0]!, [
      { endedAt: getWallTimeFromNow(-1) },
      { endedAt: getWallTimeFromNow(2) },
      { startedAt: '2027-03-02T08:00', endedAt: '2027-03-02T09:00' },
    ]);
    expect(verdicts.map((verdict) => verdict.code ?? 'filed')).toEqual(['filed', 'timeAhead', 'timeAhead']);
    expect((await readProcessProgress(factory, processIds[0]!)).good).toBe(1);
  });

  it('with a value out of range are refused; the others are accepted', async () => {
    const { processIds } = await factory.createOrder(5, ['Turning']);
    const verdicts = await importFile(processIds[0]!, [
      { good: 2 },
      { good: 9_999_999_999 },
      { good: 9_000_000_000, scrap: 9_000_000_000 },
      { good: 10_000_000_000 },
      { startedAt: '1900-01-01T00:00' },
      { good: 3 },
    ]);
    expect(verdicts.map((verdict) => (verdict.ok ? 'filed' : Object.keys(verdict.fields!)[0]))).toEqual([
      'filed',
      'good',
      'good',
      'good',
      'endedAt',
      'filed',
    ]);
    expect(await readProcessProgress(factory, processIds[0]!)).toMatchObject({ good: 5, excess: 0 });
    // A very large quantity that fits into its column is accepted.
    const [largestVerdict] = await importFile(processIds[0]!, [{ good: 9_000_000_000 }]);
    expect(largestVerdict).toMatchObject({ ok: true, warnings: ['exceedsPlanned'] });
  });

  it('of one day are filed together, although no statistics of their tables exist yet', async () => {
    const { processIds } = await factory.createOrder(1000, ['Turning']);
    const save = (path: string, fields: Record<string, unknown>) =>
      factory.call<{ id: number }>(`${path}/save`, fields);
    const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
    const shifts = Array.from({ length: 10 }, (_, index) => ({
      ...{
        name: `Shift ${index}`,
        startsAt: formatHour(2 * index),
        endsAt: formatHour(2 * index + 2),
        rate: 1,
      },
      ...EVERY_DAY,
    }));
    const breaks = ['09:00', '12:00', '18:00'].map((startsAt) => ({
      startsAt,
      endsAt: `${startsAt.slice(0, 2)}:30`,
    }));
    const { id: classTableId } = await save('/mes/system/classTable', {
      code: 'T',
      name: 'Ten shifts',
      shifts,
      breaks,
    });
    await save('/mes/system/roster', { classTableId, validFrom: '2026-01-01' });
    const deviceIds: number[] = [];
    for (const code of ['L1', 'L2', 'L3'])
      deviceIds.push((await save('/mes/system/basic/device', { code, name: 'Lathe', normalCapacity: 8 })).id);
    // Working out the shifts of all reports again for each report would take longer than a statement may take.
    const verdicts = await importFile(
      processIds[0]!,
      Array.from({ length: 480 }, (_, index) => ({ deviceId: deviceIds[index % deviceIds.length]! })),
    );
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(480);
    const { rows } = await factory.connection.pool.query<{ capacity: number; count: string }>(
      `select device_capacity_seconds as capacity, count(*) from work_report_snapshot
       where factory_id = $1 and report_id = any($2) group by 1`,
      [factory.factoryId, verdicts.map(({ reportId }) => reportId)],
    );
    expect(rows.map(({ capacity, count }) => [capacity, Number(count)])).toEqual([[8 * 3600, 480]]);
  });
});
