import { expect, it } from 'vitest';
import { createAccessFixture, OWN_PASSWORD, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeUnusedIpAddress, DEFAULT_PASSWORD, hireEmployee } from '#tests/support/wire-people.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const EMPLOYEE_PATH = '/mes/system/basic/employee';

describeForEachDatabase('an account', (database) => {
  const access = createAccessFixture(database);

  it('a reset needs the permissions of the other user, tells the new password once, and ends every session', async () => {
    const helper = await access.createPerson('SYSTEM_BASIC_EMPLOYEE', 'SYSTEM_BASIC_EMPLOYEE_MODIFY');
    const colleague = await access.createPerson('SYSTEM_BASIC_EMPLOYEE');
    const employeeManager = await access.createPerson('SYSTEM_BASIC_EMPLOYEE', 'WORK_ORDER_REOPEN');
    const RESET_PATH = `${EMPLOYEE_PATH}/resetPassword`;
    expect(await access.refusalOf(helper.caller, RESET_PATH, { id: employeeManager.id })).toBe(
      'noPermission',
    );
    expect(
      await access.refusalOf(helper.caller, `${EMPLOYEE_PATH}/pin`, {
        employeeId: employeeManager.id,
        pin: '471147',
      }),
    ).toBe('noPermission');
    expect(await access.refusalOf(employeeManager.caller, '/mes/login/current')).toBeNull();
    const screen = await access.openScreen(colleague.caller);
    const requestId = crypto.randomUUID();
    const { password } = await helper.caller.call<{ password: string }>(
      RESET_PATH,
      { id: colleague.id },
      requestId,
    );
    expect(await helper.caller.call(RESET_PATH, { id: colleague.id }, requestId)).toBeNull();
    await waitUntil('the socket is closed', () => screen.revocationCodes.length > 0);
    expect(await access.refusalOf(colleague.caller, '/mes/login/current')).toBe('notSignedIn');
    const newCaller = await access.server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: colleague.code, password });
    expect(await access.readCurrentUser(newCaller)).toMatchObject({ mustChangePassword: true });
    expect(await access.refusalOf(newCaller, `${EMPLOYEE_PATH}/page`)).toBe('mustChangePassword');
  });

  it('a user can list and end their own sessions', async () => {
    const { code, caller } = await access.createPerson('SYSTEM_BASIC_DEVICE');
    const credentials = { employeeCode: code, password: OWN_PASSWORD };
    const [secondCaller, thirdCaller] = [
      await access.server.caller(makeUnusedIpAddress()).logIn(credentials),
      await access.server.caller(makeUnusedIpAddress()).logIn(credentials),
    ];
    type Session = { id: number; isThis: boolean; ip: string };
    const readSessions = async () =>
      (await caller.call<{ rows: Session[] }>('/mes/center/session/page')).rows;
    const [ownSession, ...otherSessions] = await readSessions();
    expect([ownSession!.isThis, ownSession!.ip, otherSessions.length]).toEqual([true, caller.ip, 2]);
    expect(
      await access.refusalOf(access.admin, '/mes/center/session/end', { id: otherSessions[0]!.id }),
    ).toBe('rowNotFound');
    const endedSession = otherSessions.find((session) => session.ip === secondCaller.ip)!;
    await caller.send('/mes/center/session/end', { id: endedSession.id });
    expect([
      await access.refusalOf(secondCaller, '/mes/login/current'),
      await access.refusalOf(thirdCaller, '/mes/login/current'),
    ]).toEqual(['notSignedIn', null]);
    expect(await caller.send('/mes/center/session/endOthers')).toEqual({ ended: 1 });
    expect((await readSessions()).length).toBe(1);
    const ownDetails = await caller.call<{ version: number }>('/mes/center/own/get');
    const change = { version: ownDetails.version, phone: '139', mail: 'a@b.c', language: 'ja_JP' };
    expect(await caller.send('/mes/center/own/save', change)).toMatchObject({
      phone: '139',
      language: 'ja_JP',
    });
    expect(await access.refusalOf(caller, '/mes/center/own/save', { ...change, phone: '140' })).toBe('stale');
    expect((await access.readCurrentUser(caller)).language).toBe('ja_JP');
  });

  it('the log says who did what, can be searched, read page by page and exported, and contains no secret', async () => {
    type Page = {
      rows: { id: number; at: string; byName: string; entity: string; entityId: number; action: string }[];
      next: string | null;
    };
    const readLogPage = (fields: Record<string, unknown>) => access.admin.call<Page>('/mes/log/page', fields);
    const device = await access.admin.send<SavedRow>('/mes/system/basic/device/save', {
      code: makeUniqueText('LOG'),
      name: 'Before the change',
    });
    await access.admin.send('/mes/system/basic/device/save', {
      id: device.id,
      version: device.version,
      name: 'After the change',
    });
    const { rows } = await readLogPage({ entity: 'device', rowId: device.id });
    expect(rows.map((row) => row.action)).toEqual(['modify', 'add']);
    expect(await access.admin.call('/mes/log/get', { id: rows[0]!.id })).toMatchObject({
      before: { name: 'Before the change' },
      after: { name: 'After the change' },
      living: true,
    });
    expect((await readLogPage({ search: 'after the change' })).rows.map((row) => row.id)).toEqual([
      rows[0]!.id,
    ]);
    const allIds: number[] = [];
    for (let before: string | null = null, pageCount = 0; pageCount < 500; pageCount++) {
      const nextPage: Page = await readLogPage({ limit: 37, ...(before === null ? {} : { before }) });
      allIds.push(...nextPage.rows.map((row) => row.id));
      before = nextPage.next;
      if (before === null) break;
    }
    const { rows: logCounts } = await access.server.connection.pool.query<{ n: string }>(
      'select count(*) as n from log where factory_id = (select id from factory where code = $1)',
      [TEST_ADMIN.factoryCode],
    );
    // Nobody writes while the administrator reads, so each row appears exactly once.
    expect([allIds.length, new Set(allIds).size]).toEqual([Number(logCounts[0]!.n), allIds.length]);
    const exportReply = await access.postRaw(
      access.admin,
      '/mes/log/export',
      new URLSearchParams({
        entity: 'device',
        rowId: String(device.id),
      }),
    );
    expect(exportReply.text.split('\r\n').filter((line) => line.includes('the change'))).toHaveLength(2);

    const { id: employeeId } = await hireEmployee(access.admin);
    await access.admin.send(`${EMPLOYEE_PATH}/pin`, { employeeId, pin: '471193' });
    const dump = JSON.stringify((await access.server.connection.pool.query('select * from log')).rows);
    for (const secret of [
      'scrypt$',
      '471193',
      OWN_PASSWORD,
      DEFAULT_PASSWORD,
      TEST_ADMIN.password,
      access.admin.token!,
    ])
      expect([secret, dump.includes(secret)]).toEqual([secret, false]);
    const storedAnswers = JSON.stringify(
      (await access.server.connection.pool.query('select answer from request_once')).rows,
    );
    expect(storedAnswers.includes(DEFAULT_PASSWORD)).toBe(false);
  });

  it('a role that somebody has cannot be deleted or change its account kind, and counts its users', async () => {
    const { role } = await access.createPerson('SYSTEM_BASIC_DEVICE');
    const readRole = () =>
      access.admin.call<{ usageCount: number }>('/mes/system/basic/role/get', { id: role.id });
    expect((await readRole()).usageCount).toBe(1);
    const secondEmployee = await hireEmployee(access.admin);
    await access.admin.send(`${EMPLOYEE_PATH}/save`, {
      id: secondEmployee.id,
      version: secondEmployee.version,
      roleIds: [role.id],
    });
    expect((await readRole()).usageCount).toBe(2);
    await access.admin.send(`${EMPLOYEE_PATH}/delete`, { ids: [secondEmployee.id] });
    expect((await readRole()).usageCount).toBe(1);
    expect(await access.refusalOf(access.admin, '/mes/system/basic/role/delete', { ids: [role.id] })).toBe(
      'inUse',
    );
    expect(
      await access.refusalOf(access.admin, '/mes/system/basic/role/save', {
        id: role.id,
        version: role.version,
        forAccounts: 'customer',
        permissions: [],
      }),
    ).toBe('fieldsInvalid');
  });

  it('nobody can report for a person who has quit, but the earlier reports stay', async () => {
    const person = await hireEmployee(access.admin);
    const order = await access.admin.send<SavedRow>('/mes/order/save', {
      code: makeUniqueText('Q'),
      name: 'Q',
      quantity: 2,
    });
    const part = await access.admin.send<SavedRow>('/mes/order/part/save', {
      orderId: order.id,
      code: 'P',
      name: 'P',
      quantity: 2,
    });
    const craft = await access.admin.send<SavedRow>('/mes/system/basic/crafts/save', {
      code: makeUniqueText(),
      name: 'Turning',
    });
    const process = await access.admin.send<SavedRow>('/mes/process/save', {
      partId: part.id,
      seq: 10,
      craftId: craft.id,
    });
    await access.admin.send('/mes/order/release', { id: order.id, version: order.version });
    const start = { processId: process.id, quantity: 1, people: [{ employeeId: person.id, ratio: 100 }] };
    const at = new Date(Date.now() - 600_000).toISOString();
    const { reportId } = await access.admin.send<{ reportId: number }>('/mes/report/start', { ...start, at });
    await access.admin.send('/mes/report/finish', { reportId, good: 1 });
    const employee = await access.admin.call<SavedRow>(`${EMPLOYEE_PATH}/get`, { id: person.id });
    await access.admin.send(`${EMPLOYEE_PATH}/save`, {
      id: person.id,
      version: employee.version,
      workingStatus: 'quit',
    });
    expect(await access.refusalOf(access.admin, '/mes/report/start', start)).toBe('personNotOnJob');
    const report = await access.admin.call<{ people: { labels: { employeeId: string } }[]; good: number }>(
      '/mes/report/get',
      { id: reportId },
    );
    expect([report.good, report.people[0]!.labels.employeeId]).toEqual([1, `Person ${person.code}`]);
  });
});
