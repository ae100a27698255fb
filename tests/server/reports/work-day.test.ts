import { beforeAll, expect, it } from 'vitest';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { makePastReportRow } from '#tests/support/make-past-report.ts';

const EVERY_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));
const DAY_SHIFT = { name: 'Day', startsAt: '08:00', endsAt: '20:00', ...EVERY_DAY };
const NIGHT_SHIFT = { name: 'Night', startsAt: '20:00', endsAt: '08:00', ...EVERY_DAY };

describeForEachDatabase('The work day', (database) => {
  let factory: TestFactory;
  let processId: number;
  let codeCount = 0;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    processId = (await factory.createOrder(100_000, ['turning'])).processIds[0]!;
  });

  const saveRecord = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, fields)).id;
  const addGroup = () => saveRecord('/mes/system/basic/group', { code: `G${codeCount++}`, name: 'Turning' });
  const addPerson = (workGroupId: number | null = null) =>
    saveRecord('/mes/system/basic/employee', {
      code: `W${codeCount++}`,
      name: `Worker ${codeCount}`,
      workGroupId,
    });
  const addDevice = (workGroupId: number | null = null) =>
    saveRecord('/mes/system/basic/device', {
      code: `M${codeCount++}`,
      name: `Lathe ${codeCount}`,
      workGroupId,
    });
  const addClassTable = (shifts: unknown[], breaks: unknown[] = []) =>
    saveRecord('/mes/system/classTable', { code: `T${codeCount++}`, name: 'Table', shifts, breaks });
  const addRoster = (classTableId: number, fields: Record<string, unknown>) =>
    saveRecord('/mes/system/roster', { classTableId, validFrom: '2026-01-01', ...fields });
  const importReports = async (rows: unknown[]) => {
    const { verdicts } = await factory.call<{ verdicts: { ok: boolean; reportId: number }[] }>(
      '/mes/report/import',
      { source: 'past', rows: JSON.stringify(rows) },
    );
    expect(verdicts.filter((verdict) => !verdict.ok)).toEqual([]);
    return verdicts.map((verdict) => verdict.reportId);
  };
  /** Files one report for each start. @returns the work day of each report in the daily reports: 'MM-DD' */
  const readWorkDays = async (resource: { employeeId?: number; deviceId?: number }, starts: string[]) => {
    const ids = await importReports(starts.map((start) => makePastReportRow(processId, start, resource)));
    const form = resource.employeeId ? 'employeeDailyReports' : 'deviceDailyReports';
    const { rows } = await factory.call<{ rows: { reportId: number; day: string }[] }>(`/mes/form/${form}`, {
      from: '2026-02-20',
      to: '2026-04-10',
      ...(resource.employeeId ? { employeeId: resource.employeeId } : { deviceId: resource.deviceId }),
    });
    const days = new Map(rows.map((row) => [row.reportId, row.day]));
    return ids.map((id) => days.get(id)?.slice(5) ?? 'nowhere');
  };

  it('of somebody without a shift is the calendar day of the start', async () => {
    expect(
      await readWorkDays({ employeeId: await addPerson() }, [
        '2026-03-03T00:00',
        '2026-03-03T23:58',
        '2026-03-04T03:00',
      ]),
    ).toEqual(['03-03', '03-03', '03-04']);
  });

  it('of a night shift is the day on which it starts', async () => {
    const employeeId = await addPerson();
    await addRoster(await addClassTable([DAY_SHIFT, NIGHT_SHIFT]), { employeeId });
    expect(
      await readWorkDays({ employeeId }, [
        '2026-03-03T19:59',
        '2026-03-03T20:00',
        '2026-03-04T02:00',
        // 07:30 is in the hour before the day shift, but the night shift still runs.
        '2026-03-04T07:30',
        '2026-03-04T08:00',
      ]),
    ).toEqual(['03-03', '03-03', '03-03', '03-03', '03-04']);
  });

  it('begins 60 minutes before its shift', async () => {
    const employeeId = await addPerson();
    await addRoster(
      await addClassTable([{ ...EVERY_DAY, name: 'Early', startsAt: '00:30', endsAt: '08:30' }]),
      {
        employeeId,
      },
    );
    expect(
      await readWorkDays({ employeeId }, [
        '2026-03-03T23:29',
        '2026-03-03T23:30',
        '2026-03-04T00:10',
        '2026-03-04T08:30',
      ]),
    ).toEqual(['03-03', '03-04', '03-04', '03-04']);
  });

  it('is that of the nearest roster: a person’s own before the group’s', async () => {
    const workGroupId = await addGroup();
    const [rosteredId, unrosteredId] = [await addPerson(workGroupId), await addPerson(workGroupId)];
    const nightsTableId = await addClassTable([NIGHT_SHIFT]);
    await addRoster(nightsTableId, { workGroupId, validUntil: '2026-03-10' });
    await addRoster(
      await addClassTable([{ ...EVERY_DAY, name: 'Late', startsAt: '13:00', endsAt: '01:00' }]),
      {
        employeeId: rosteredId,
      },
    );
    const starts = ['2026-03-04T00:30', '2026-03-04T03:00', '2026-03-12T03:00'];
    expect(await readWorkDays({ employeeId: unrosteredId }, starts)).toEqual(['03-03', '03-03', '03-12']);
    // The person's own shift ends at 01:00. After that, the night shift of the group applies.
    expect(await readWorkDays({ employeeId: rosteredId }, starts)).toEqual(['03-03', '03-03', '03-12']);
    // 12:30 is in the hour before the person's own shift. No shift of the group is near.
    expect(await readWorkDays({ employeeId: rosteredId }, ['2026-03-04T12:30'])).toEqual(['03-04']);
  });

  it('of a machine follows the roster of the machine, whoever works at it', async () => {
    const [employeeId, deviceId] = [await addPerson(), await addDevice()];
    await addRoster(await addClassTable([NIGHT_SHIFT]), { deviceId });
    const [reportId] = await importReports([
      makePastReportRow(processId, '2026-03-05T04:00', { employeeId, deviceId }),
    ]);
    const readDay = async (form: string, filter: object) =>
      (
        await factory.call<{ rows: { reportId: number; day: string }[] }>(`/mes/form/${form}`, {
          from: '2026-03-01',
          to: '2026-03-10',
          ...filter,
        })
      ).rows.find((row) => row.reportId === reportId)?.day;
    expect(await readDay('employeeDailyReports', { employeeId })).toBe('2026-03-05');
    expect(await readDay('deviceDailyReports', { deviceId })).toBe('2026-03-04');
  });

  it('ignores shifts on rest days, but not on make-up workdays', async () => {
    const employeeId = await addPerson();
    const weekdays = { ...EVERY_DAY, saturday: false, sunday: false };
    await addRoster(await addClassTable([{ ...NIGHT_SHIFT, ...weekdays }]), { employeeId });
    const addHoliday = (fields: Record<string, unknown>) =>
      saveRecord('/mes/system/holiday', { name: 'Day', ...fields });
    // Sunday, 8 March is a work day instead of Monday, 16 March. 18 March is a holiday.
    await addHoliday({ kind: 'weeklyRest', weekday: 'sunday' });
    await addHoliday({ kind: 'makeUpWorkday', date: '2026-03-08' });
    await addHoliday({ kind: 'rest', date: '2026-03-16' });
    await addHoliday({ kind: 'statutory', date: '2026-03-18' });
    expect(
      await readWorkDays({ employeeId }, [
        '2026-03-09T02:00',
        '2026-03-15T02:00',
        '2026-03-17T02:00',
        '2026-03-18T02:00',
        '2026-03-19T02:00',
        '2026-03-20T02:00',
      ]),
    ).toEqual(['03-08', '03-15', '03-17', '03-17', '03-19', '03-19']);
  });
});
