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
  const access = createAccessFixture(database);

  /** Adds a factory, and enters it as its administrator. */
  async function openFactory(): Promise<{ id: number; code: string; host: Caller }> {
    const { caller } = await access.createPerson('SYSTEM_BASIC_FACTORY', 'SYSTEM_BASIC_FACTORY_ADD');
    const code = makeUniqueText('F');
    const { id } = await caller.send<{ id: number }>(`${FACTORY_PATH}/add`, { code, name: code });
    const host = access.server.caller(makeUnusedIpAddress());
    host.token = (await enter(caller, id)).validateKey;
    return { id, code, host };
  }
  const enter = (caller: Caller, factoryId: number) =>
    caller.call<{ validateKey: string }>('/mes/login/enter', { factoryId });
  const invite = (host: Caller, homeFactoryCode: string, code: string) =>
    host.send<SavedRow>(`${GUEST_PATH}/save`, { homeFactoryCode, code, name: 'Visitor' });
  const rename = async (id: number, code: string) => {
    const { version } = await access.admin.call<SavedRow>(`${EMPLOYEE_PATH}/get`, { id });
    await access.admin.send(`${EMPLOYEE_PATH}/save`, { id, version, code });
  };

  it('is bound to the id of a person, and follows them when their code changes', async () => {
    const { id, host } = await openFactory();
    const invited = await access.createPerson('TASK_REPORT');
    await invite(host, TEST_ADMIN.factoryCode, invited.code);
    await rename(invited.id, makeUniqueText('RENAMED'));
    expect((await enter(invited.caller, id)).validateKey).toEqual(expect.any(String));
  });

  it('is not opened by somebody who takes the invited employee code', async () => {
    const { id, host } = await openFactory();
    const wanted = makeUniqueText('LATER');
    const guest = await invite(host, TEST_ADMIN.factoryCode, wanted);
    const thief = await access.createPerson('SYSTEM_BASIC_EMPLOYEE', 'SYSTEM_BASIC_EMPLOYEE_MODIFY');
    const { version } = await thief.caller.call<SavedRow>(`${EMPLOYEE_PATH}/get`, { id: thief.id });
    await thief.caller.send(`${EMPLOYEE_PATH}/save`, { id: thief.id, version, code: wanted });
    expect(await access.refusalOf(thief.caller, '/mes/login/enter', { factoryId: id })).toBe(
      'factoryNotOpen',
    );
    // A later change of the invitation does not bind it to the thief either.
    const changed = { id: guest.id, version: guest.version, remark: 'Still welcome' };
    await host.send(`${GUEST_PATH}/save`, changed);
    expect(await access.refusalOf(thief.caller, '/mes/login/enter', { factoryId: id })).toBe(
      'factoryNotOpen',
    );
  });

  it('is not opened by somebody whose factory takes the invited factory code', async () => {
    const { id, host } = await openFactory();
    const invitedFactory = makeUniqueText('PARTNER');
    const invited = await access.createPerson('TASK_REPORT');
    await invite(host, invitedFactory, invited.code);
    const own = await readOwnFactory();
    await access.admin.send(`${FACTORY_PATH}/save`, { ...own, code: invitedFactory });
    try {
      expect(await access.refusalOf(invited.caller, '/mes/login/enter', { factoryId: id })).toBe(
        'factoryNotOpen',
      );
    } finally {
      await access.admin.send(`${FACTORY_PATH}/save`, {
        ...(await readOwnFactory()),
        code: TEST_ADMIN.factoryCode,
      });
    }
  });

  it('is bound anew when the host writes another code into it', async () => {
    const { id, host } = await openFactory();
    const [first, second] = [
      await access.createPerson('TASK_REPORT'),
      await access.createPerson('TASK_REPORT'),
    ];
    const guest = await invite(host, TEST_ADMIN.factoryCode, first.code);
    await host.send(`${GUEST_PATH}/save`, { id: guest.id, version: guest.version, code: second.code });
    expect(await access.refusalOf(first.caller, '/mes/login/enter', { factoryId: id })).toBe(
      'factoryNotOpen',
    );
    expect((await enter(second.caller, id)).validateKey).toEqual(expect.any(String));
  });

  async function readOwnFactory(): Promise<SavedRow> {
    const { rows } = await access.admin.call<{ rows: SavedRow[] }>(`${FACTORY_PATH}/page`);
    const { id, version } = rows[0]!;
    return { id, version };
  }
});
