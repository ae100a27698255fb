import { expect, it } from 'vitest';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeUnusedIpAddress } from '#tests/support/wire-people.ts';
import { TEST_ADMIN, type Caller } from '#tests/support/wire-server.ts';

const GUEST_PATH = '/mes/system/basic/guest';
const EMPLOYEE_PATH = '/mes/system/basic/employee';
const FACTORY_PATH = '/mes/system/basic/factory';

describeForEachDatabase('an invitation', (database) => {
  const fixture = createAccessFixture(database);

  /** Adds a factory, and enters it as its administrator. */
  async function openFactory(): Promise<{ id: number; code: string; host: Caller }> {
    const { caller } = await fixture.createPerson('SYSTEM_BASIC_FACTORY', 'SYSTEM_BASIC_FACTORY_ADD');
    const code = makeUniqueText('F');
    const { id } = await caller.send<{ id: number }>(`${FACTORY_PATH}/add`, { code, name: code });
    const host = fixture.server.caller(makeUnusedIpAddress());
    host.token = (await enterFactory(caller, id)).validateKey;
    return { id, code, host };
  }
  const enterFactory = (caller: Caller, factoryId: number) =>
    caller.call<{ validateKey: string }>('/mes/login/enter', { factoryId });
  const inviteGuest = (host: Caller, homeFactoryCode: string, code: string) =>
    host.send<SavedRow>(`${GUEST_PATH}/save`, { homeFactoryCode, code, name: 'Visitor' });
  const changeEmployeeCode = async (id: number, code: string) => {
    const { version } = await fixture.admin.call<SavedRow>(`${EMPLOYEE_PATH}/get`, { id });
    await fixture.admin.send(`${EMPLOYEE_PATH}/save`, { id, version, code });
  };

  it('is bound to the id of a person, and follows them when their code changes', async () => {
    const { id, host } = await openFactory();
    const invitedPerson = await fixture.createPerson('TASK_REPORT');
    await inviteGuest(host, TEST_ADMIN.factoryCode, invitedPerson.code);
    await changeEmployeeCode(invitedPerson.id, makeUniqueText('RENAMED'));
    expect((await enterFactory(invitedPerson.caller, id)).validateKey).toEqual(expect.any(String));
  });

  it('is not opened by somebody who takes the invited employee code', async () => {
    const { id, host } = await openFactory();
    const invitedCode = makeUniqueText('LATER');
    const guest = await inviteGuest(host, TEST_ADMIN.factoryCode, invitedCode);
    const thief = await fixture.createPerson('SYSTEM_BASIC_EMPLOYEE', 'SYSTEM_BASIC_EMPLOYEE_MODIFY');
    const { version } = await thief.caller.call<SavedRow>(`${EMPLOYEE_PATH}/get`, { id: thief.id });
    await thief.caller.send(`${EMPLOYEE_PATH}/save`, { id: thief.id, version, code: invitedCode });
    expect(await fixture.refusalOf(thief.caller, '/mes/login/enter', { factoryId: id })).toBe(
      'factoryNotOpen',
    );
    // A later change of the invitation does not bind it to the thief either.
    const changeFields = { id: guest.id, version: guest.version, remark: 'Still welcome' };
    await host.send(`${GUEST_PATH}/save`, changeFields);
    expect(await fixture.refusalOf(thief.caller, '/mes/login/enter', { factoryId: id })).toBe(
      'factoryNotOpen',
    );
  });

  it('is not opened by somebody whose factory takes the invited factory code', async () => {
    const { id, host } = await openFactory();
    const invitedFactoryCode = makeUniqueText('PARTNER');
    const invitedPerson = await fixture.createPerson('TASK_REPORT');
    await inviteGuest(host, invitedFactoryCode, invitedPerson.code);
    const ownFactory = await readOwnFactory();
    await fixture.admin.send(`${FACTORY_PATH}/save`, { ...ownFactory, code: invitedFactoryCode });
    try {
      expect(await fixture.refusalOf(invitedPerson.caller, '/mes/login/enter', { factoryId: id })).toBe(
        'factoryNotOpen',
      );
    } finally {
      await fixture.admin.send(`${FACTORY_PATH}/save`, {
        ...(await readOwnFactory()),
        code: TEST_ADMIN.factoryCode,
      });
    }
  });

  it('is bound to another person when the host changes its code', async () => {
    const { id, host } = await openFactory();
    const [firstPerson, secondPerson] = [
      await fixture.createPerson('TASK_REPORT'),
      await fixture.createPerson('TASK_REPORT'),
    ];
    const guest = await inviteGuest(host, TEST_ADMIN.factoryCode, firstPerson.code);
    await host.send(`${GUEST_PATH}/save`, { id: guest.id, version: guest.version, code: secondPerson.code });
    expect(await fixture.refusalOf(firstPerson.caller, '/mes/login/enter', { factoryId: id })).toBe(
      'factoryNotOpen',
    );
    expect((await enterFactory(secondPerson.caller, id)).validateKey).toEqual(expect.any(String));
  });

  async function readOwnFactory(): Promise<SavedRow> {
    const { rows } = await fixture.admin.call<{ rows: SavedRow[] }>(`${FACTORY_PATH}/page`);
    const { id, version } = rows[0]!;
    return { id, version };
  }
});
