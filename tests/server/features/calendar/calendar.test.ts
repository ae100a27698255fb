import { beforeAll, expect, it } from 'vitest';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory, type RefusedCallError } from '#tests/support/floor.ts';

const DAY_SHIFT = { name: 'Day', startsAt: '08:00', endsAt: '20:00' };
const NIGHT_SHIFT = { name: 'Night', startsAt: '20:00', endsAt: '08:00' };
const makeWeekdayFlags = (...days: string[]) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, days.includes(day)]));

describeForEachDatabase('The calendar', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  let nextNumber = 0;
  const saveRecord = (entityPath: string, fields: Record<string, unknown>) =>
    factory.call<{ id: number; version: number }>(`/mes/system/${entityPath}/save`, fields);
  const saveClassTable = (shifts: unknown[], breaks: unknown[] = []) =>
    saveRecord('classTable', { code: `T${nextNumber++}`, name: 'Two shifts', shifts, breaks });
  const readRefusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason as RefusedCallError,
    );
    return error ? [error.code, ...Object.keys(error.fields)] : ['accepted'];
  };

  it('takes shifts that follow each other, also over midnight, and none that overlap', async () => {
    expect(await readRefusal(saveClassTable([DAY_SHIFT, NIGHT_SHIFT]))).toEqual(['accepted']);
    expect(await readRefusal(saveClassTable([DAY_SHIFT, { ...NIGHT_SHIFT, endsAt: '08:01' }]))).toEqual([
      'shiftsOverlap',
      'shifts[1].startsAt',
    ]);
    // Sunday's night shift overlaps Monday's day shift; the two do not overlap on other days.
    expect(
      await readRefusal(
        saveClassTable([
          { ...NIGHT_SHIFT, endsAt: '09:00', ...makeWeekdayFlags('sunday') },
          { ...DAY_SHIFT, ...makeWeekdayFlags('monday', 'tuesday') },
        ]),
      ),
    ).toEqual(['shiftsOverlap', 'shifts[1].startsAt']);
    expect(
      await readRefusal(
        saveClassTable([
          { ...NIGHT_SHIFT, endsAt: '09:00', ...makeWeekdayFlags('sunday') },
          { ...DAY_SHIFT, ...makeWeekdayFlags('tuesday') },
        ]),
      ),
    ).toEqual(['accepted']);
    expect(await readRefusal(saveClassTable([{ ...DAY_SHIFT, endsAt: '08:00' }]))).toEqual(['accepted']);
  });

  it('refuses an invalid time, a duplicate name and a shift without a weekday, by field', async () => {
    const invalidTimes = ['24:00', '8:00', '08:60', 'noon'];
    for (const startsAt of invalidTimes)
      expect(await readRefusal(saveClassTable([{ ...DAY_SHIFT, startsAt }]))).toEqual([
        'fieldsInvalid',
        'shifts[0].startsAt',
      ]);
    expect(await readRefusal(saveClassTable([DAY_SHIFT, { ...NIGHT_SHIFT, name: 'Day' }]))).toEqual([
      'fieldsInvalid',
      'shifts[1].name',
    ]);
    expect(await readRefusal(saveClassTable([{ ...DAY_SHIFT, ...makeWeekdayFlags() }]))).toEqual([
      'fieldsInvalid',
      'shifts[0].monday',
    ]);
    expect(await readRefusal(saveClassTable([]))).toEqual(['fieldsInvalid', 'shifts']);
  });

  it('takes breaks within a shift, but none outside of it or over another break', async () => {
    const makeBreak = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });
    expect(
      await readRefusal(
        saveClassTable([NIGHT_SHIFT], [makeBreak('23:45', '00:15'), makeBreak('04:00', '04:20')]),
      ),
    ).toEqual(['accepted']);
    expect(await readRefusal(saveClassTable([NIGHT_SHIFT], [makeBreak('12:00', '13:00')]))).toEqual([
      'breakOutsideShift',
      'breaks[0].startsAt',
    ]);
    expect(await readRefusal(saveClassTable([DAY_SHIFT], [makeBreak('19:30', '20:30')]))).toEqual([
      'breakOutsideShift',
      'breaks[0].startsAt',
    ]);
    expect(
      await readRefusal(
        saveClassTable([DAY_SHIFT], [makeBreak('12:00', '13:00'), makeBreak('12:30', '12:40')]),
      ),
    ).toEqual(['shiftsOverlap', 'breaks[1].startsAt']);
  });

  it('takes rosters with one target, one table per day, and a shift that the table has', async () => {
    const { id: classTableId } = await saveClassTable([DAY_SHIFT, NIGHT_SHIFT]);
    const workerId = (await factory.createPerson('Worker', [])).employeeId;
    const groupId = (
      await factory.call<{ id: number }>('/mes/system/basic/group/save', { code: 'G', name: 'G' })
    ).id;
    const readRosterRefusal = (fields: Record<string, unknown>) =>
      readRefusal(saveRecord('roster', { classTableId, validFrom: '2026-03-01', ...fields }));
    expect(await readRosterRefusal({ employeeId: workerId, workGroupId: groupId })).toEqual([
      'rosterTargets',
      'workGroupId',
    ]);
    expect(await readRosterRefusal({ shiftName: 'Late' })).toEqual(['fieldsInvalid', 'shiftName']);
    expect(await readRosterRefusal({ validUntil: '2026-02-28' })).toEqual(['startAfterEnd', 'validUntil']);
    expect(await readRosterRefusal({ shiftName: 'Night', validUntil: '2026-03-31' })).toEqual(['accepted']);
    // The factory already has a roster in March. A roster of a person or group may cover the same days.
    expect(await readRosterRefusal({ validFrom: '2026-03-31' })).toEqual(['rosterOverlaps', 'validFrom']);
    expect(await readRosterRefusal({ validFrom: '2026-02-01', validUntil: '2026-03-01' })).toEqual([
      'rosterOverlaps',
      'validFrom',
    ]);
    expect(await readRosterRefusal({ validFrom: '2026-04-01' })).toEqual(['accepted']);
    expect(await readRosterRefusal({ employeeId: workerId })).toEqual(['accepted']);
    expect(await readRosterRefusal({ workGroupId: groupId })).toEqual(['accepted']);
    expect(await readRosterRefusal({ employeeId: workerId, validFrom: '2030-01-01' })).toEqual([
      'rosterOverlaps',
      'validFrom',
    ]);
  });

  it('takes only one of several rosters for the same days that are saved at once', async () => {
    const { id: classTableId } = await saveClassTable([DAY_SHIFT]);
    const { employeeId } = await factory.createPerson('Both', []);
    const saveRoster = () =>
      readRefusal(saveRecord('roster', { classTableId, employeeId, validFrom: '2026-03-01' }));
    const refusals = await Promise.all([saveRoster(), saveRoster(), saveRoster()]);
    expect(refusals.map(([code]) => code).sort()).toEqual(['accepted', 'rosterOverlaps', 'rosterOverlaps']);
  });

  it('keeps the shifts and tables that somebody is rostered for', async () => {
    const { id, version } = await saveClassTable([DAY_SHIFT, NIGHT_SHIFT]);
    const { employeeId } = await factory.createPerson('Night worker', []);
    await saveRecord('roster', { classTableId: id, employeeId, shiftName: 'Night', validFrom: '2026-03-01' });
    expect(await readRefusal(saveRecord('classTable', { id, version, shifts: [DAY_SHIFT] }))).toEqual([
      'inUse',
    ]);
    expect(await readRefusal(saveRecord('classTable', { id, version, shifts: [NIGHT_SHIFT] }))).toEqual([
      'accepted',
    ]);
    expect(await readRefusal(factory.call('/mes/system/classTable/delete', { ids: [id] }))).toEqual([
      'inUse',
    ]);
  });

  it('has one entry per day: a weekly rest day by its weekday, another day by its date', async () => {
    const readDayRefusal = (fields: Record<string, unknown>) =>
      readRefusal(saveRecord('holiday', { name: 'Day', ...fields }));
    expect(await readDayRefusal({ kind: 'weeklyRest', weekday: 'sunday', date: '2026-03-02' })).toEqual([
      'accepted',
    ]);
    expect(await readDayRefusal({ kind: 'weeklyRest', weekday: 'sunday' })).toEqual([
      'holidayTaken',
      'weekday',
    ]);
    expect(await readDayRefusal({ kind: 'weeklyRest' })).toEqual(['fieldsInvalid', 'weekday']);
    expect(await readDayRefusal({ kind: 'statutory', weekday: 'monday' })).toEqual(['fieldsInvalid', 'date']);
    expect(await readDayRefusal({ kind: 'statutory', date: '2026-10-01' })).toEqual(['accepted']);
    expect(await readDayRefusal({ kind: 'makeUpWorkday', date: '2026-10-01' })).toEqual([
      'holidayTaken',
      'date',
    ]);
    const { rows } = await factory.call<{
      rows: { kind: string; date: string | null; weekday: string | null }[];
    }>('/mes/system/holiday/page', { sort: 'id' });
    expect(rows.map(({ kind, date, weekday }) => [kind, date, weekday])).toEqual([
      ['weeklyRest', null, 'sunday'],
      ['statutory', '2026-10-01', null],
    ]);
  });
});
