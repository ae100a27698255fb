import { expect, it } from 'vitest';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { pairNewScreen, readWallAnswer } from '#tests/support/screen-pairing.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS_AROUND_TODAY = [-2, -1, 0, 1, 2, 3].map((days) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
);

describeForEachDatabase('A screen that is dimmed outside shifts', (database) => {
  const fixture = createAccessFixture(database);

  it('stays bright without a roster, and then gets the shifts of the factory', async () => {
    const { row, wall } = await pairNewScreen(fixture.server, fixture.admin, { dimLevel: 60 });
    expect(await readWallAnswer(wall)).toMatchObject({ dimLevel: 60, shifts: null });

    const classTable = await fixture.admin.send<{ id: number }>('/mes/system/classTable/save', {
      code: makeUniqueText(),
      name: 'Day',
      shifts: [{ name: 'Day', startsAt: '08:00', endsAt: '16:00' }],
    });
    const roster = await fixture.admin.send<{ id: number; version: number }>('/mes/system/roster/save', {
      classTableId: classTable.id,
      validFrom: '2020-01-01',
    });
    const { shifts } = await readWallAnswer(wall);
    // The answer covers yesterday, today and the next two days, without days off.
    expect(shifts!.length).toBeGreaterThanOrEqual(2);
    expect(shifts!.length).toBeLessThanOrEqual(4);
    for (const { startsAt, endsAt } of shifts!) {
      expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(8 * 3_600_000);
      expect(new Date(startsAt).toISOString().slice(11, 16)).toBe('00:00');
      expect(Math.abs(Date.parse(startsAt) - Date.now())).toBeLessThan(4 * DAY_MS);
    }

    // A day off has no shift.
    for (const date of DAYS_AROUND_TODAY)
      await fixture.admin.send('/mes/system/holiday/save', { name: 'Off', kind: 'rest', date });
    expect((await readWallAnswer(wall)).shifts).toEqual([]);

    // A roster that is no longer valid does not dim the screen.
    await fixture.admin.send('/mes/system/roster/save', {
      id: roster.id,
      version: roster.version,
      validUntil: '2020-01-31',
    });
    expect((await readWallAnswer(wall)).shifts).toBeNull();
    await fixture.admin.send('/mes/screen/save', { id: row.id, version: row.version, dimLevel: 0 });
    expect(await readWallAnswer(wall)).toMatchObject({ dimLevel: 0, shifts: null });
  });
});
