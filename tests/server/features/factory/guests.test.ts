import { beforeAll, expect, it } from 'vitest';
import type { FactoryPermissions } from '#shared/kernel/wire.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { createAccessFixture, OWN_PASSWORD, type SavedRow } from '#tests/support/access-fixture.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { countRowsAndVersions } from '#tests/support/count-rows.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeUnusedIpAddress, getErrorCode } from '#tests/support/wire-people.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { createSampleRows, type SampleRowIds } from '#tests/support/sample-rows.ts';

/** The prefix of every text of the home factory. */
const HOME_FACTORY_TEXT_PREFIX = 'ZZOURS';

describeForEachDatabase('two factories', (database) => {
  const fixture = createAccessFixture(database);
  let sampleRowIds: SampleRowIds;
  beforeAll(async () => {
    sampleRowIds = await createSampleRows(
      (path, fields) => fixture.admin.call(path, fields),
      HOME_FACTORY_TEXT_PREFIX,
    );
  });

  it('a guest has the permissions of the other factory, and finds no row of the home factory', async () => {
    const { caller: creator } = await fixture.createPerson(
      'SYSTEM_BASIC_FACTORY',
      'SYSTEM_BASIC_FACTORY_ADD',
    );
    const code = makeUniqueText('F');
    const { id } = await creator.send<{ id: number }>('/mes/system/basic/factory/add', {
      code,
      name: 'Second',
    });
    expect(await fixture.refusalOf(creator, '/mes/system/basic/factory/add', { code, name: 'Again' })).toBe(
      'codeDuplicated',
    );
    const homeToken = creator.token!;
    const factoryPermissions = (await fixture.readCurrentUser(creator)).factoryPermissions!;
    expect(
      factoryPermissions.map((entry: FactoryPermissions) => [entry.factoryCode, entry.isHome, entry.isHere]),
    ).toEqual([
      [TEST_ADMIN.factoryCode, true, true],
      [code, false, false],
    ]);
    const stranger = (await fixture.createPerson('SYSTEM_BASIC_FACTORY')).caller;
    expect(await fixture.refusalOf(stranger, '/mes/login/enter', { factoryId: id })).toBe('factoryNotOpen');

    creator.token = (
      await creator.call<{ validateKey: string }>('/mes/login/enter', { factoryId: id })
    ).validateKey;
    expect(await fixture.readCurrentUser(creator)).toMatchObject({
      factoryId: id,
      employeeId: null,
      homeFactoryId: expect.any(Number) as number,
    });
    const otherRowIds = await createSampleRows((path, fields) => creator.call(path, fields), 'ZZTHEIRS');
    // In the other factory, no call may find a row of the home factory.
    let checkedCallCount = 0;
    const before = await countRowsAndVersions(fixture.server.connection);
    for (const name of entityNames) {
      const entity: EntityDeclaration = entities[name];
      const verbs = entity.verbs ?? ENTITY_VERBS;
      const foreignId = sampleRowIds[name];
      if (foreignId === undefined || name === 'factory') continue;
      const calls: [string, Record<string, unknown>][] = [
        ['get', { id: foreignId }],
        ['save', { id: foreignId, version: 1 }],
        ['delete', { ids: [foreignId] }],
        ['list', { ids: [foreignId] }],
        ['page', { filter: { id: [foreignId] } }],
      ];
      for (const [verb, fields] of calls) {
        if (!verbs.includes(verb as never)) continue;
        const { body } = await creator.ask(`${entity.path}/${verb}`, fields);
        expect([name, verb, JSON.stringify(body).includes(HOME_FACTORY_TEXT_PREFIX)]).toEqual([
          name,
          verb,
          false,
        ]);
        if (verb !== 'list' && verb !== 'page')
          expect([name, verb, getErrorCode(body)]).toEqual([name, verb, 'rowNotFound']);
        checkedCallCount += 1;
      }
    }
    expect(await countRowsAndVersions(fixture.server.connection)).toEqual(before);
    expectItemsChecked('calls of a guest for rows of home', checkedCallCount);
    expect(otherRowIds.device).not.toBe(sampleRowIds.device);
    expect(
      await fixture.refusalOf(creator, '/mes/user/password/modify', {
        oldPassword: OWN_PASSWORD,
        newPassword: 'Other1234',
        newPasswordAgain: 'Other1234',
      }),
    ).toBe('notAtHome');

    // The server accepts an invitation even if the invited person does not exist. Otherwise a host
    // could find out who works in another factory.
    const invitedPerson = await fixture.createPerson('TASK_REPORT');
    const GUEST_PATH = '/mes/system/basic/guest';
    const role = await creator.send<SavedRow>('/mes/system/basic/role/save', {
      name: 'Viewer',
      permissions: [{ permission: 'WORK_ORDER' }],
    });
    const guest = await creator.send<SavedRow>(`${GUEST_PATH}/save`, {
      homeFactoryCode: TEST_ADMIN.factoryCode,
      code: invitedPerson.code,
      name: 'Visitor',
      roleIds: [role.id],
    });
    await creator.send(`${GUEST_PATH}/save`, { homeFactoryCode: 'NOWHERE', code: 'nobody', name: 'Nobody' });
    const guestCaller = fixture.server.caller(makeUnusedIpAddress());
    guestCaller.token = (
      await invitedPerson.caller.call<{ validateKey: string }>('/mes/login/enter', { factoryId: id })
    ).validateKey;
    expect(await fixture.readCurrentUser(guestCaller)).toMatchObject({
      name: 'Visitor',
      permissions: ['WORK_ORDER'],
    });
    expect(await fixture.refusalOf(guestCaller, '/mes/system/basic/device/page')).toBe('noPermission');
    const screen = await fixture.openScreen(guestCaller);
    const storedGuest = await creator.call<SavedRow>(`${GUEST_PATH}/get`, { id: guest.id });
    await creator.send(`${GUEST_PATH}/save`, { id: guest.id, version: storedGuest.version, enabled: false });
    await waitUntil('the guest is gone', () => screen.revocationCodes.length > 0);
    expect(await fixture.refusalOf(invitedPerson.caller, '/mes/login/enter', { factoryId: id })).toBe(
      'factoryNotOpen',
    );

    // A log-out from the home factory also ends the session in the other factory.
    const homeCaller = fixture.server.caller(makeUnusedIpAddress());
    homeCaller.token = homeToken;
    await homeCaller.send('/mes/login/logout');
    expect(await fixture.refusalOf(creator, '/mes/login/current')).toBe('notSignedIn');
  });

  it('a guest who has returned home stays logged in after a change of the password', async () => {
    const { caller } = await fixture.createPerson('SYSTEM_BASIC_FACTORY', 'SYSTEM_BASIC_FACTORY_ADD');
    const { factoryId: homeFactoryId } = await fixture.readCurrentUser(caller);
    const code = makeUniqueText('F');
    const secondFactory = await caller.send<{ id: number }>('/mes/system/basic/factory/add', {
      code,
      name: code,
    });
    for (const factoryId of [secondFactory.id, homeFactoryId]) {
      const { validateKey } = await caller.call<{ validateKey: string }>('/mes/login/enter', { factoryId });
      caller.token = validateKey;
    }
    await caller.send('/mes/user/password/modify', {
      oldPassword: OWN_PASSWORD,
      newPassword: 'Better124',
      newPasswordAgain: 'Better124',
    });
    expect(await fixture.readCurrentUser(caller)).toMatchObject({ factoryId: homeFactoryId });
  });
});
