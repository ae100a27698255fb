import { beforeAll, expect, it } from 'vitest';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { ImportRowResult } from '#server/features/reporting/import.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { readProcessProgress } from '#tests/support/reports.ts';

interface ReportRemarkAndGood {
  remark: string | null;
  good: number;
}

describeForEachDatabase('Imported reports', (database) => {
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });
  let files = 0;
  const file = async (processId: number, rows: Record<string, unknown>[]) => {
    files += 1;
    const { verdicts } = await floor.call<{ verdicts: ImportRowResult[] }>('/mes/report/import', {
      source: `log ${files}`,
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
  const wall = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000)
      .toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
      .replace(' ', 'T');

  it('keep their remark', async () => {
    const { processIds } = await floor.order(5, ['Turning']);
    await file(processIds[0]!, [{ remark: '返工' }, {}]);
    const { rows } = await floor.call<PageAnswer<ReportRemarkAndGood>>('/mes/report/page', {
      filter: JSON.stringify({ processId: processIds[0] }),
      sort: 'id',
    });
    expect(rows.map((row) => row.remark)).toEqual(['返工', null]);
    const [longRemarkVerdict] = await file(processIds[0]!, [{ remark: 'x'.repeat(501) }]);
    expect(longRemarkVerdict).toMatchObject({
      ok: false,
      code: 'fieldsInvalid',
      fields: { remark: { reason: 'tooLong' } },
    });
  });

  it('name every person and the device that do not exist', async () => {
    const { processIds } = await floor.order(5, ['Turning']);
    const people = [{ employeeId: 999_999_991 }, { employeeId: 999_999_992 }];
    const [refused] = await file(processIds[0]!, [{ people, deviceId: 999_999_993 }]);
    expect(refused).toMatchObject({ ok: false, code: 'referenceMissing' });
    expect(Object.keys((refused as { fields: object }).fields)).toEqual([
      'people[0].employeeId',
      'people[1].employeeId',
      'deviceId',
    ]);
  });

  it('of the future are refused, by the factory’s clock; the others stand', async () => {
    const { processIds } = await floor.order(5, ['Turning']);
    const verdicts = await file(processIds[0]!, [
      { endedAt: wall(-1) },
      { endedAt: wall(2) },
      { startedAt: '2027-03-02T08:00', endedAt: '2027-03-02T09:00' },
    ]);
    expect(verdicts.map((one) => one.code ?? 'filed')).toEqual(['filed', 'timeAhead', 'timeAhead']);
    expect((await readProcessProgress(floor, processIds[0]!)).good).toBe(1);
  });

  it('that no column holds are refused alone', async () => {
    const { processIds } = await floor.order(5, ['Turning']);
    const verdicts = await file(processIds[0]!, [
      { good: 2 },
      { good: 9_999_999_999 },
      { good: 9_000_000_000, scrap: 9_000_000_000 },
      { good: 10_000_000_000 },
      { startedAt: '1900-01-01T00:00' },
      { good: 3 },
    ]);
    expect(verdicts.map((one) => (one.ok ? 'filed' : Object.keys(one.fields!)[0]))).toEqual([
      'filed',
      'good',
      'good',
      'good',
      'endedAt',
      'filed',
    ]);
    expect(await readProcessProgress(floor, processIds[0]!)).toMatchObject({ good: 5, excess: 0 });
    // A very large quantity that fits into its column is accepted.
    const [largestVerdict] = await file(processIds[0]!, [{ good: 9_000_000_000 }]);
    expect(largestVerdict).toMatchObject({ ok: true, warnings: ['exceedsPlanned'] });
  });
});
