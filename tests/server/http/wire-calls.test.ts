import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { formCallRoutes } from '#server/mes/routes.ts';
import { hasPermission, PUBLIC_PERMISSION } from '#shared/kernel/permissions.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getErrorCode } from '#tests/support/wire-people.ts';
import { startSuiteServer } from '#tests/support/suite-server.ts';

const DEPARTMENT_PATH = '/mes/system/basic/department';

describeForEachDatabase('a call over the wire', (database) => {
  const suite = startSuiteServer(database);

  const countLogRows = async () => {
    const { rows } = await suite.server.connection.pool.query<{ rows: string }>(
      'select count(*) as rows from log',
    );
    return Number(rows[0]!.rows);
  };

  it('says who is signed in', async () => {
    expect(decodeUser(await suite.admin.call<AnyUserAnswer>('/mes/login/current'))).toMatchObject({
      code: 'admin',
      factoryCode: 'TEST',
      zone: 'Asia/Shanghai',
      mustChangePassword: false,
    });
  });

  it('answers permissions and factoryPermissions as strings, as the specification says', async () => {
    const loginReply = await suite.server.caller().tryLogIn();
    const { user, permissions } = (
      loginReply.body as unknown as { data: { user: AnyUserAnswer; permissions: string } }
    ).data;
    expect([permissions, user.permissions]).toEqual([
      expect.stringMatching(/^[A-Z_]+(,[A-Z_]+)+$/),
      permissions,
    ]);
    const current = await suite.admin.call<AnyUserAnswer>('/mes/login/current');
    expect([typeof current.permissions, typeof current.factoryPermissions]).toEqual(['string', 'string']);
    expect(decodeUser(current).factoryPermissions).toEqual([
      expect.objectContaining({ factoryCode: 'TEST', isHere: true, permissions: expect.any(Array) }),
    ]);
  });

  it('refuses every endpoint that is not public without a session, and writes nothing', async () => {
    const signedOutCaller = suite.server.caller();
    const before = await countLogRows();
    let count = 0;
    for (const route of formCallRoutes) {
      if (hasPermission(null, route.permission)) continue;
      const { status, body } = await signedOutCaller.ask(route.path, {});
      expect([route.path, status, getErrorCode(body)]).toEqual([route.path, 401, 'notSignedIn']);
      count += 1;
    }
    signedOutCaller.token = 'x'.repeat(43);
    expect(getErrorCode((await signedOutCaller.ask(`${DEPARTMENT_PATH}/page`)).body)).toBe('notSignedIn');
    expect(await countLogRows()).toBe(before);
    expectItemsChecked('endpoints that need a session', count);
  });

  it('has no public endpoints except those for logging in, pairing a screen and opening a link', () => {
    const publicPaths = formCallRoutes
      .filter((route) => route.permission === PUBLIC_PERMISSION)
      .map((route) => route.path);
    expect(publicPaths).toEqual([
      '/mes/login/code',
      '/mes/login/login',
      '/mes/wall/pairing',
      '/mes/kanban/open',
    ]);
  });

  it('answers an unknown path in the language of the call', async () => {
    for (const [lang, words] of [
      ['en_US', 'There is nothing'],
      ['ja_JP', '存在しません'],
      ['zh_TW', '該位址'],
      ['zh_CN', '该地址'],
    ] as const) {
      const caller = suite.server.caller();
      caller.lang = lang;
      const { status, body } = await caller.ask('/mes/no/such/thing');
      expect([status, getErrorCode(body)]).toEqual([404, 'notFound']);
      expect(!body.success && body.message).toContain(words);
    }
    const response = await fetch(`${suite.server.url}/mes/system/basic/department/page`);
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'notFound' }]);
  });

  it('refuses an unknown language, and answers in Chinese if none is given', async () => {
    const wrongLangReply = await suite.admin.ask(`${DEPARTMENT_PATH}/page`, {}, undefined, {
      form: (form) => form.set('lang', 'xx_YY'),
      params: (copy) => ({ ...copy, lang: 'xx_YY' }),
    });
    expect([wrongLangReply.status, wrongLangReply.body]).toMatchObject([
      422,
      { code: 'fieldsInvalid', flag: 'PARAM_VALIDATE', fields: { lang: '不在可选项中' } },
    ]);
    const noLangReply = await suite.admin.ask('/mes/no', {}, undefined, {
      form: (form) => form.delete('lang'),
      params: ({ lang: _lang, ...copy }) => copy,
    });
    expect(noLangReply.body).toMatchObject({ message: '该地址不存在' });
  });

  it('names every field that is wrong, missing or unknown, and writes nothing', async () => {
    const before = await countLogRows();
    const { status, body } = await suite.admin.ask(
      `${DEPARTMENT_PATH}/save`,
      { code: 'x'.repeat(41), workingStatus: 'closed', parentId: '1 or 1=1', colour: 'red' },
      randomUUID(),
    );
    expect([status, body]).toMatchObject([
      422,
      {
        flag: 'PARAM_VALIDATE',
        code: 'fieldsInvalid',
        fields: {
          code: 'At most 40 characters',
          workingStatus: 'Not one of the choices',
          parentId: 'Choose one from the list',
          colour: 'There is no such field',
        },
      },
    ]);
    const missingNameReply = await suite.admin.ask(`${DEPARTMENT_PATH}/save`, { code: 'D-1' });
    expect(missingNameReply.body).toMatchObject({
      code: 'fieldsInvalid',
      fields: { name: 'This is required' },
    });
    expect(await countLogRows()).toBe(before);
  });

  it('says which code is used twice, in words of the caller', async () => {
    await suite.admin.send(`${DEPARTMENT_PATH}/save`, { code: 'TWICE', name: 'First' });
    const { status, body } = await suite.admin.ask(`${DEPARTMENT_PATH}/save`, {
      code: 'TWICE',
      name: 'Second',
    });
    expect([status, body]).toMatchObject([
      409,
      {
        flag: null,
        code: 'codeDuplicated',
        message: 'Code “TWICE” is already used',
        params: { field: 'code', value: 'TWICE' },
      },
    ]);
    expect(!body.success && Object.keys(body.fields ?? {})).toEqual(['code']);
  });

  it('refuses a body over the limit, and takes one just below it', async () => {
    const tooLargeReply = await suite.admin.ask(`${DEPARTMENT_PATH}/save`, {
      code: 'BIG',
      name: 'x'.repeat(1_100_000),
    });
    expect([tooLargeReply.status, tooLargeReply.body]).toMatchObject([
      413,
      { flag: 'PARAM_VALIDATE', code: 'tooLarge', params: { max: '1 MB' } },
    ]);
    const belowLimitReply = await suite.admin.ask(`${DEPARTMENT_PATH}/save`, {
      code: 'BIG',
      name: 'x'.repeat(500_000),
    });
    expect(belowLimitReply.body).toMatchObject({
      code: 'fieldsInvalid',
      fields: { name: 'At most 100 characters' },
    });
    const rows = JSON.stringify([{ line: 1, remark: 'x'.repeat(2_000_000) }]);
    const importReply = await suite.admin.ask('/mes/report/import', { rows });
    expect(getErrorCode(importReply.body)).not.toBe('tooLarge');
    const tooLargeImportReply = await suite.admin.ask('/mes/report/import', { rows: 'x'.repeat(4_500_000) });
    expect([tooLargeImportReply.status, tooLargeImportReply.body]).toMatchObject([
      413,
      { params: { max: '8 MB' } },
    ]);
  });

  it.each([
    ['JSON', 'application/json', '{}'],
    ['a compressed form', 'application/x-www-form-urlencoded', 'code=1'],
    ['nothing', 'text/plain', ''],
  ])('takes no body that is %s', async (_name, type, body) => {
    const headers = {
      'content-type': type,
      ...(type.includes('form') ? { 'content-encoding': 'gzip' } : {}),
    };
    const reply = await suite.admin.post(`${DEPARTMENT_PATH}/page`, body, headers);
    expect([reply.status, getErrorCode(reply.body)]).toEqual([400, 'paramCheckFailed']);
  });

  it('shows one factory nothing of another', async () => {
    const { pool } = suite.server.connection;
    await pool.query("insert into factory (code, name) values ('OTHER', 'Other')");
    const { rows } = await pool.query<{ id: string }>(
      "insert into department (factory_id, code, name) select id, 'SECRET', 'Secret' from factory where code = 'OTHER' returning id",
    );
    const id = Number(rows[0]!.id);
    for (const [verb, fields] of [
      ['get', { id }],
      ['save', { id, version: 1, name: 'Mine' }],
      ['delete', { ids: JSON.stringify([id]) }],
    ] as const) {
      const { status, body } = await suite.admin.ask(`${DEPARTMENT_PATH}/${verb}`, fields);
      expect([verb, status, getErrorCode(body)]).toEqual([verb, 404, 'rowNotFound']);
    }
    const saveReply = await suite.admin.ask(`${DEPARTMENT_PATH}/save`, {
      code: 'CHILD',
      name: 'Child',
      parentId: id,
    });
    expect(getErrorCode(saveReply.body)).toBe('referenceMissing');
  });

  it('answers an unexpected error with a number and no details', async () => {
    await suite.server.connection.pool.query('alter table device rename to device_gone');
    try {
      const { status, body } = await suite.admin.ask('/mes/system/basic/device/page');
      expect([status, getErrorCode(body)]).toEqual([500, 'internal']);
      expect(body).toMatchObject({
        requestLogId: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
        flag: null,
      });
      expect(JSON.stringify(body)).not.toMatch(/relation|device|select/i);
    } finally {
      await suite.server.connection.pool.query('alter table device_gone rename to device');
    }
  });

  it('reports its health to anybody, without secrets', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(suite.server.url + path);
      expect([response.status, await response.json()]).toMatchObject([
        200,
        {
          build: expect.any(String) as string,
          database: { kind: database.kind, ok: true },
          feedHead: expect.any(Number) as number,
        },
      ]);
    }
  });

  it('hides its framework and sends the security headers', async () => {
    const { headers } = await fetch(`${suite.server.url}/healthz`);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
  });
});
