import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  makeUnusedIpAddress,
  getErrorCode,
  DEFAULT_PASSWORD,
  hireEmployee,
} from '#tests/support/wire-people.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';

/**
 * The number of wrong passwords after which an address needs a verification code, and an account or a device is locked.
 */
const FAILURE_LIMIT = 10;

describeForEachDatabase('after ten wrong passwords from one address', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, {
      MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD,
      MES_CAPTCHA: 'off',
      MES_RATE_LIMIT: '0',
    });
    admin = await server.caller(makeUnusedIpAddress()).logIn();
  });
  afterAll(() => server.close());

  /** Tries to log in, without a verification code unless `loginFields` contains one. */
  const tryLogIn = async (ip: string, loginFields: Record<string, unknown>) => {
    const { body } = await server
      .caller(ip)
      .ask<{ validateKey: string; deviceKey?: string }>('/mes/login/login', {
        ...TEST_ADMIN,
        ...loginFields,
      });
    return { code: getErrorCode(body), data: body.success ? body.data : null };
  };
  const tryWrongPassword = (ip: string, employeeCode: string) =>
    tryLogIn(ip, { employeeCode, password: 'Wrong1234' });
  const failLoginsFrom = async (ip: string) => {
    const tries = Array.from({ length: FAILURE_LIMIT }, (_, index) => tryWrongPassword(ip, `guess-${index}`));
    expect((await Promise.all(tries)).map(({ code }) => code)).toEqual(
      Array(FAILURE_LIMIT).fill('loginFailed'),
    );
  };
  const askForCode = (ip: string) =>
    server.caller(ip).call<{ required: boolean; id: string | null }>('/mes/login/code');

  it('that address needs a verification code, and a right password is accepted with it', async () => {
    const [ip, otherIp] = [makeUnusedIpAddress(), makeUnusedIpAddress()];
    expect((await askForCode(ip)).required).toBe(false);
    await failLoginsFrom(ip);
    expect((await tryLogIn(ip, {})).code).toBe('verificationCodeNeeded');
    const { required, id } = await askForCode(ip);
    expect(required).toBe(true);
    expect((await tryLogIn(ip, { codeId: id, code: TEST_VERIFICATION_CODE })).code).toBeNull();
    // Each code is accepted only once.
    expect((await tryLogIn(ip, { codeId: id, code: TEST_VERIFICATION_CODE })).code).toBe(
      'verificationCodeWrong',
    );
    expect((await askForCode(otherIp)).required).toBe(false);
    expect((await tryLogIn(otherIp, {})).code).toBeNull();
  });

  it('a successful log-in does not reset the failures at other accounts', async () => {
    const ip = makeUnusedIpAddress();
    const employee = await hireEmployee(admin);
    const codes: (string | null)[] = [];
    for (let round = 0; round < FAILURE_LIMIT; round++) {
      codes.push((await tryWrongPassword(ip, `victim-${round}`)).code);
      codes.push((await tryLogIn(ip, { employeeCode: employee.code, password: DEFAULT_PASSWORD })).code);
    }
    expect(codes.at(-1)).toBe('verificationCodeNeeded');
    expect((await tryWrongPassword(ip, 'victim-next')).code).toBe('verificationCodeNeeded');
  });

  it('a device from which the person has logged in before is let in at once', async () => {
    const ip = makeUnusedIpAddress();
    const [person, otherPerson] = [await hireEmployee(admin), await hireEmployee(admin)];
    const rightLogin = { employeeCode: person.code, password: DEFAULT_PASSWORD };
    const { deviceKey } = (await tryLogIn(ip, rightLogin)).data!;
    expect(deviceKey).toMatch(/^[\w-]{43}$/);
    await failLoginsFrom(ip);
    expect((await tryLogIn(ip, rightLogin)).code).toBe('verificationCodeNeeded');
    expect((await tryLogIn(ip, { ...rightLogin, deviceKey })).code).toBeNull();
    // The device is known only for this person.
    const otherLogin = { employeeCode: otherPerson.code, password: DEFAULT_PASSWORD, deviceKey };
    expect((await tryLogIn(ip, otherLogin)).code).toBe('verificationCodeNeeded');
  });

  it('the person is let in from their own device even while strangers lock the account', async () => {
    const person = await hireEmployee(admin);
    const rightLogin = { employeeCode: person.code, password: DEFAULT_PASSWORD };
    const { deviceKey } = (await tryLogIn(makeUnusedIpAddress(), rightLogin)).data!;
    const tries = Array.from({ length: FAILURE_LIMIT }, () =>
      tryWrongPassword(makeUnusedIpAddress(), person.code),
    );
    await Promise.all(tries);
    expect((await tryLogIn(makeUnusedIpAddress(), rightLogin)).code).toBe('loginLocked');
    expect((await tryLogIn(makeUnusedIpAddress(), { ...rightLogin, deviceKey })).code).toBeNull();
    // The device itself is locked after ten wrong passwords.
    const wrongLogin = { ...rightLogin, password: 'Wrong1234', deviceKey };
    await Promise.all(
      Array.from({ length: FAILURE_LIMIT }, () => tryLogIn(makeUnusedIpAddress(), wrongLogin)),
    );
    expect((await tryLogIn(makeUnusedIpAddress(), { ...rightLogin, deviceKey })).code).toBe('loginLocked');
  });
});
