import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { address, codeOf, DEFAULT_PASSWORD, hire } from '../support/wire-people.ts';
import { startTestServer, type Caller, type TestServer } from '../support/wire-server.ts';

eachDatabase('ten times with a wrong password', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD });
    admin = await server.caller(address()).logIn();
  });
  afterAll(() => server.close());

  const sql = (text: string, values: unknown[] = []) =>
    server.connection.pool.query<Record<string, unknown>>(text, values);

  const tryWrong = async (who: Record<string, string>, ip = address()) =>
    codeOf((await server.caller(ip).tryLogIn({ password: 'Wrong1234', ...who })).body);

  it('is slower each time, and then locks the account for a while from everywhere, whether it exists or not', async () => {
    const person = await hire(admin);
    await Promise.all(
      [person.code, 'never-hired'].map(async (employeeCode) => {
        let took = 0;
        for (let attempt = 0; attempt < 10; attempt++) {
          const began = performance.now();
          expect(await tryWrong({ employeeCode })).toBe('loginFailed');
          took = performance.now() - began;
        }
        expect(took).toBeGreaterThan(1000);
        const { status, body } = await server
          .caller(address())
          .tryLogIn({ employeeCode, password: DEFAULT_PASSWORD });
        expect([status, body]).toMatchObject([
          429,
          { flag: null, code: 'loginLocked', params: { seconds: expect.any(Number) as number } },
        ]);
      }),
    );
    // Nobody else is locked out.
    await server.caller(address()).logIn();
    await sql(
      "update login_attempt set locked_until = now() - interval '1 second' where locked_until is not null",
    );
    await server.caller(address()).logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
  });

  it('locks the address, whoever it tried to be', async () => {
    const ip = address();
    const tries = Array.from({ length: 10 }, (_, index) => tryWrong({ employeeCode: `guess-${index}` }, ip));
    expect(await Promise.all(tries)).toEqual(Array(10).fill('loginFailed'));
    expect(codeOf((await server.caller(ip).tryLogIn()).body)).toBe('loginLocked');
    await server.caller(address()).logIn();
  });

  it('lets no burst try more than ten', async () => {
    const person = await hire(admin);
    const tries = await Promise.all(
      Array.from({ length: 25 }, () =>
        server.caller(address()).tryLogIn({ employeeCode: person.code, password: 'Wrong1234' }),
      ),
    );
    const codes = tries.map(({ body }) => codeOf(body));
    expect(codes.filter((code) => code === 'loginFailed').length).toBeLessThanOrEqual(10);
    expect(codes.filter((code) => code === 'loginLocked').length).toBeGreaterThanOrEqual(15);
  });

  it('forgives who gets it right before', async () => {
    const person = await hire(admin);
    for (let round = 0; round < 3; round++) {
      expect(await Promise.all([1, 2, 3, 4].map(() => tryWrong({ employeeCode: person.code })))).toEqual(
        Array(4).fill('loginFailed'),
      );
      await server.caller(address()).logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
    }
  });
});
