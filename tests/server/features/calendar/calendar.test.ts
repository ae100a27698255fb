import { beforeAll, expect, it } from 'vitest';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory, type RefusedCallError } from '#tests/support/floor.ts';

const DAY_SHIFT = { name: 'Day', startsAt: '08:00', endsAt: '20:00' };
const NIGHT_SHIFT = { name: 'Night', startsAt: '20:00', endsAt: '08:00' };
const makeWeekdayFlags = (...days: string[]) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, days.includes(day)]));

describeForEachDatabase('The calendar', (database) => {
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });

  let nextNumber = 0;
  const save = (entityPath: string, fields: Record<string, unknown>) =>
    floor.call<{ id: number; version: number }>(`/mes/system/${entityPath}/save`, fields);
  const table = (shifts: unknown[], breaks: unknown[] = []) =>
    save('classTable', { code: `T${nextNumber++}`, name: 'Two shifts', shifts, breaks });
  const refused = async (saving: Promise<unknown>) => {
    const error = await saving.then(
      () => null,
      (reason: unknown) => reason as RefusedCallError,
    );
    return error ? [error.code, ...Object.keys(error.fields)] : ['accepted'];
  };

  it('takes shifts that follow each other, also over midnight, and none that overlap', async () => {
    expect(await refused(table([DAY_SHIFT, NIGHT_SHIFT]))).toEqual(['accepted']);
    expect(await refused(table([DAY_SHIFT, { ...NIGHT_SHIFT, endsAt: '08:01' }]))).toEqual([
      'shiftsOverlap',
      'shifts[1].startsAt',
    ]);
    // Sunday's night shift overlaps Monday's day shift; the two do not overlap on other days.
    expect(
      await refused(
        table([
          { ...NIGHT_SHIFT, endsAt: '09:00', ...makeWeekdayFlags('sunday') },
          { ...DAY_SHIFT, ...makeWeekdayFlags('monday', 'tuesday') },
        ]),
      ),
    ).toEqual(['shiftsOverlap', 'shifts[1].startsAt']);
    expect(
      await refused(
        table([
          { ...NIGHT_SHIFT, endsAt: '09:00', ...makeWeekdayFlags('sunday') },
          { ...DAY_SHIFT, ...makeWeekdayFlags('tuesday') },
        ]),
      ),
    ).toEqual(['accepted']);
    expect(await refused(table([{ ...DAY_SHIFT, endsAt: '08:00' }]))).toEqual(['accepted']);
  });

  it('names what is no time, a name twice, and a shift on no day', async () => {
    const wrong = ['24:00', '8:00', '08:60', 'noon'];
    for (const startsAt of wrong)
      expect(await refused(table([{ ...DAY_SHIFT, startsAt }]))).toEqual([
        'fieldsInvalid',
        'shifts[0].startsAt',
      ]);
    expect(await refused(table([DAY_SHIFT, { ...NIGHT_SHIFT, name: 'Day' }]))).toEqual([
      'fieldsInvalid',
      'shifts[1].name',
    ]);
    expect(await refused(table([{ ...DAY_SHIFT, ...makeWeekdayFlags() }]))).toEqual([
      'fieldsInvalid',
      'shifts[0].monday',
    ]);
    expect(await refused(table([]))).toEqual(['fieldsInvalid', 'shifts']);
  });

  it('takes breaks within a shift, and none beside it or over another', async () => {
    const rest = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });
    expect(await refused(table([NIGHT_SHIFT], [rest('23:45', '00:15'), rest('04:00', '04:20')]))).toEqual([
      'accepted',
    ]);
    expect(await refused(table([NIGHT_SHIFT], [rest('12:00', '13:00')]))).toEqual([
      'breakOutsideShift',
      'breaks[0].startsAt',
    ]);
    expect(await refused(table([DAY_SHIFT], [rest('19:30', '20:30')]))).toEqual([
      'breakOutsideShift',
      'breaks[0].startsAt',
    ]);
    expect(await refused(table([DAY_SHIFT], [rest('12:00', '13:00'), rest('12:30', '12:40')]))).toEqual([
      'shiftsOverlap',
      'breaks[1].startsAt',
    ]);
  });

  it('rosters one target at a time, on any day by one table, for shifts that the table has', async () => {
    const { id: classTableId } = await table([DAY_SHIFT, NIGHT_SHIFT]);
    const worker = (await floor.person('Worker', [])).employeeId;
    const group = (await floor.call<{ id: number }>('/mes/system/basic/group/save', { code: 'G', name: 'G' }))
      .id;
    const roster = (fields: Record<string, unknown>) =>
      refused(save('roster', { classTableId, validFrom: '2026-03-01', ...fields }));
    expect(await roster({ employeeId: worker, workGroupId: group })).toEqual([
      'rosterTargets',
      'workGroupId',
    ]);
    expect(await roster({ shiftName: 'Late' })).toEqual(['fieldsInvalid', 'shiftName']);
    expect(await roster({ validUntil: '2026-02-28' })).toEqual(['startAfterEnd', 'validUntil']);
    expect(await roster({ shiftName: 'Night', validUntil: '2026-03-31' })).toEqual(['accepted']);
    // The factory already has a roster in March. The roster of a person or group does not conflict with the factory's.
    expect(await roster({ validFrom: '2026-03-31' })).toEqual(['rosterOverlaps', 'validFrom']);
    expect(await roster({ validFrom: '2026-02-01', validUntil: '2026-03-01' })).toEqual([
      'rosterOverlaps',
      'validFrom',
    ]);
    expect(await roster({ validFrom: '2026-04-01' })).toEqual(['accepted']);
    expect(await roster({ employeeId: worker })).toEqual(['accepted']);
    expect(await roster({ workGroupId: group })).toEqual(['accepted']);
    expect(await roster({ employeeId: worker, validFrom: '2030-01-01' })).toEqual([
      'rosterOverlaps',
      'validFrom',
    ]);
  });

  it('of two rosters for the same days that are saved at once takes one', async () => {
    const { id: classTableId } = await table([DAY_SHIFT]);
    const { employeeId } = await floor.person('Both', []);
    const saving = () => refused(save('roster', { classTableId, employeeId, validFrom: '2026-03-01' }));
    const both = await Promise.all([saving(), saving(), saving()]);
    expect(both.map(([code]) => code).sort()).toEqual(['accepted', 'rosterOverlaps', 'rosterOverlaps']);
  });

  it('keeps the shifts and tables that somebody is rostered for', async () => {
    const { id, version } = await table([DAY_SHIFT, NIGHT_SHIFT]);
    const { employeeId } = await floor.person('Night worker', []);
    await save('roster', { classTableId: id, employeeId, shiftName: 'Night', validFrom: '2026-03-01' });
    expect(await refused(save('classTable', { id, version, shifts: [DAY_SHIFT] }))).toEqual(['inUse']);
    expect(await refused(save('classTable', { id, version, shifts: [NIGHT_SHIFT] }))).toEqual(['accepted']);
    expect(await refused(floor.call('/mes/system/classTable/delete', { ids: [id] }))).toEqual(['inUse']);
  });

  it('speaks of a day once: each week by its weekday, otherwise by its date', async () => {
    const day = (fields: Record<string, unknown>) => refused(save('holiday', { name: 'Day', ...fields }));
    expect(await day({ kind: 'weeklyRest', weekday: 'sunday', date: '2026-03-02' })).toEqual(['accepted']);
    expect(await day({ kind: 'weeklyRest', weekday: 'sunday' })).toEqual(['holidayTaken', 'weekday']);
    expect(await day({ kind: 'weeklyRest' })).toEqual(['fieldsInvalid', 'weekday']);
    expect(await day({ kind: 'statutory', weekday: 'monday' })).toEqual(['fieldsInvalid', 'date']);
    expect(await day({ kind: 'statutory', date: '2026-10-01' })).toEqual(['accepted']);
    expect(await day({ kind: 'makeUpWorkday', date: '2026-10-01' })).toEqual(['holidayTaken', 'date']);
    const { rows } = await floor.call<{
      rows: { kind: string; date: string | null; weekday: string | null }[];
    }>('/mes/system/holiday/page', { sort: 'id' });
    expect(rows.map(({ kind, date, weekday }) => [kind, date, weekday])).toEqual([
      ['weeklyRest', null, 'sunday'],
      ['statutory', '2026-10-01', null],
    ]);
  });
});
