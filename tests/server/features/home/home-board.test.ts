import { beforeAll, expect, test } from 'vitest';
import type { HomeBoardAnswer, HomeBoardSaveAnswer } from '#shared/answers/boards/home-board.ts';
import { HOME_PRESETS, type HomePreset } from '#shared/boards/home-presets.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { addTerminal } from '#tests/support/wire-floor.ts';
import type { Caller } from '#tests/support/wire-server.ts';

describeForEachDatabase('The home page', (database) => {
  const fixture = createAccessFixture(database);
  type Person = Awaited<ReturnType<typeof fixture.createPerson>>;
  let worker: Person;
  let planner: Person;
  beforeAll(async () => {
    worker = await fixture.createPerson('TASK_REPORT');
    planner = await fixture.createPerson('WORK_ORDER', 'WORK_ORDER_ADD');
  });
  const readHome = (caller: Caller) => caller.call<HomeBoardAnswer>('/mes/home/board');
  const makeContent = (type: string) => JSON.stringify(makeBoard([makeTile({ type })]));
  const saveHome = (caller: Caller, version: number, type: string) =>
    caller.send<HomeBoardSaveAnswer>('/mes/home/board/save', { version, content: makeContent(type) });
  const setHomePreset = ({ id, version }: SavedRow, homePreset: HomePreset | null) =>
    fixture.admin.send<SavedRow>('/mes/system/basic/role/save', { id, version, homePreset });

  test('is saved and reset only by its owner, who needs no permission', async () => {
    expect(await readHome(worker.caller)).toEqual({ rolePreset: null, version: 0, content: null });
    expect(await saveHome(worker.caller, 0, 'openCalls')).toEqual({ version: 1 });
    expect(await readHome(worker.caller)).toMatchObject({ version: 1, content: makeContent('openCalls') });
    // The planner has a separate home page, and a call that names an account is refused.
    expect(await readHome(planner.caller)).toMatchObject({ version: 0, content: null });
    const { accountId } = await fixture.readCurrentUser(worker.caller);
    for (const name of ['accountId', 'id'])
      expect(
        await fixture.refusalOf(planner.caller, '/mes/home/board/save', {
          version: 0,
          content: makeContent('clock'),
          [name]: accountId,
        }),
      ).toBe('fieldsInvalid');
    await saveHome(planner.caller, 0, 'clock');
    expect((await readHome(worker.caller)).content).toBe(makeContent('openCalls'));
    expect((await readHome(planner.caller)).content).toBe(makeContent('clock'));

    expect(await fixture.refusalOf(worker.caller, '/mes/home/board/reset', { version: 0 })).toBe('stale');
    await worker.caller.send('/mes/home/board/reset', { version: 1 });
    expect(await readHome(worker.caller)).toMatchObject({ version: 2, content: null });
    // Version numbers are never reused, so that an old window cannot overwrite the board.
    expect(
      await fixture.refusalOf(worker.caller, '/mes/home/board/save', {
        version: 1,
        content: makeContent('clock'),
      }),
    ).toBe('stale');
    expect(await saveHome(worker.caller, 2, 'orderProgress')).toEqual({ version: 3 });
  });

  test('is in the history with each change, as other boards are', async () => {
    const { accountId } = await fixture.readCurrentUser(planner.caller);
    const { version } = await readHome(planner.caller);
    await saveHome(planner.caller, version, 'clock');
    await planner.caller.send('/mes/home/board/reset', { version: version + 1 });
    const { rows } = await fixture.admin.call<{ rows: { id: number; action: string; byName: string }[] }>(
      '/mes/log/page',
      { entity: 'homeBoard', rowId: accountId },
    );
    expect(rows.slice(0, 2).map(({ action }) => action)).toEqual(['resetHome', 'modify']);
    expect(await fixture.admin.call('/mes/log/get', { id: rows[0]!.id })).toMatchObject({
      before: { tileCount: 1 },
      after: { tileCount: null },
    });
    // A refused change is not logged.
    await fixture.refusalOf(planner.caller, '/mes/home/board/reset', { version });
    const logAfterRefusal = await fixture.admin.call<{ rows: unknown[] }>('/mes/log/page', {
      entity: 'homeBoard',
      rowId: accountId,
    });
    expect(logAfterRefusal.rows.length).toBe(rows.length);
  });

  test('is not in the list of boards, not even for those who see all boards', async () => {
    const { rows } = await fixture.admin.call<{ rows: unknown[] }>('/mes/board/page', { limit: 500 });
    expect(rows).toEqual([]);
  });

  test('refuses a text that is no board', async () => {
    const readSaveRefusal = (content: string) =>
      fixture.refusalOf(planner.caller, '/mes/home/board/save', { version: 1, content });
    expect(await readSaveRefusal('{')).toBe('boardTextInvalid');
    expect(await readSaveRefusal(JSON.stringify({ ...makeBoard(), tiles: [{ type: 'clock' }] }))).toBe(
      'boardInvalid',
    );
  });

  test('begins with the preset of the role; of several, with the first one in HOME_PRESETS', async () => {
    const person = await fixture.createPerson('TASK_REPORT');
    const role = await setHomePreset(person.role, 'workerHome');
    expect((await readHome(person.caller)).rolePreset).toBe('workerHome');
    const secondRole = await fixture.makeRole(['TASK_REPORT']);
    await setHomePreset(secondRole, 'groupHeadHome');
    const { version } = await fixture.admin.call<SavedRow>('/mes/system/basic/employee/get', {
      id: person.id,
    });
    await fixture.admin.send('/mes/system/basic/employee/save', {
      id: person.id,
      version,
      roleIds: [person.role.id, secondRole.id],
    });
    expect((await readHome(person.caller)).rolePreset).toBe('groupHeadHome');
    expect(HOME_PRESETS.indexOf('groupHeadHome')).toBeLessThan(HOME_PRESETS.indexOf('workerHome'));
    // A role for customers has no home page.
    const customerRole = await fixture.makeRole(['WORK_ORDER'], 'customer');
    const savedRole = await setHomePreset(customerRole, 'managerHome');
    expect(savedRole).toMatchObject({ homePreset: null });
    expect(role).toMatchObject({ homePreset: 'workerHome' });
  });

  test('cannot be changed by customers, and not at a terminal', async () => {
    const { terminal } = await addTerminal(fixture.server, fixture.admin);
    expect(
      await fixture.refusalOf(terminal, '/mes/home/board/save', {
        version: 0,
        content: makeContent('clock'),
      }),
    ).toBe('noPermission');
    const code = makeUniqueText('C');
    const { id: customerId } = await fixture.admin.send<{ id: number }>('/mes/system/basic/customer/save', {
      code,
      shortName: code,
    });
    const role = await fixture.makeRole(['WORK_ORDER'], 'customer');
    await fixture.admin.send('/mes/system/basic/customerUser/save', {
      customerId,
      code: 'buyer',
      name: 'Buyer',
      roleIds: [role.id],
    });
    const customer = await fixture.logInFirstTime({ customerCode: code, employeeCode: 'buyer' });
    for (const [path, fields] of [
      ['/mes/home/board', {}],
      ['/mes/home/board/save', { version: 0, content: makeContent('clock') }],
      ['/mes/home/board/reset', { version: 0 }],
    ] as const)
      expect(await fixture.refusalOf(customer, path, fields)).toBe('noPermission');
  });
});
