import { afterAll, beforeAll, expect, it } from 'vitest';
import { PARAMS_HEADER, buildParamHeader } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUnusedIpAddress, getErrorCode } from '#tests/support/wire-people.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

/** Property names that every JavaScript object inherits. */
const INHERITED_PROPERTY_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

describeForEachDatabase('hostile list requests', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database);
    admin = await server.caller(makeUnusedIpAddress()).logIn();
  });
  afterAll(() => server.close());

  const readErrorCode = async (path: string, fields: Record<string, unknown>) =>
    getErrorCode((await admin.ask(path, fields)).body);

  it.each(INHERITED_PROPERTY_NAMES)('a filter and an order by %s', async (name) => {
    const path = '/mes/system/basic/employee/page';
    for (const value of ['1', '{"from":1}', '[1]', 'null'])
      expect(await readErrorCode(path, { filter: `{"${name}":${value}}` }), value).toBe('fieldsInvalid');
    for (const sort of [name, `-${name}`]) expect(await readErrorCode(path, { sort })).toBe('fieldsInvalid');
  });

  it.each(['2026-99-99', '2026-02-30', '0000-01-01'])('the day %s, which does not exist', async (day) => {
    for (const startedAt of [day, { from: day }, { to: day }])
      expect(await readErrorCode('/mes/report/page', { filter: { startedAt } })).toBe('fieldsInvalid');
  });

  it.each(['2026-02-31T00:00', '0000-01-01T00:00'])('an imported report of %s', async (startedAt) => {
    const row = { line: 1, processId: 1, people: [], phase: 'run', startedAt, endedAt: startedAt };
    const { verdicts } = await admin.send<{ verdicts: unknown[] }>('/mes/report/import', { rows: [row] });
    expect(verdicts).toMatchObject([{ ok: false, fields: { startedAt: { reason: 'notADate' } } }]);
  });

  it('a copy of the form that is nested too deeply to be written as JSON', async () => {
    const token = admin.token!;
    const requestParams = `{"token":"${token}","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    // The server reads a long form only if the form begins with the token of a person who may make the call.
    const form = new URLSearchParams({ token, a: 'x', requestParams });
    const header = { [PARAMS_HEADER]: buildParamHeader(requestParams, await admin.getCipher()) };
    const { body } = await admin.post('/mes/login/current', form.toString(), header);
    expect(getErrorCode(body)).toBe('paramCheckFailed');
  });
});
