import { expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startSuiteServer } from '#tests/support/suite-server.ts';
import {
  makeUnusedIpAddress,
  getErrorCode,
  DEFAULT_PASSWORD,
  hireEmployee,
} from '#tests/support/wire-people.ts';

describeForEachDatabase('wrong passwords', (database) => {
  const suite = startSuiteServer(database);
  const { sql } = suite;

  const tryWrongPassword = async (loginFields: Record<string, string>, ip = makeUnusedIpAddress()) =>
    getErrorCode((await suite.server.caller(ip).tryLogIn({ password: 'Wrong1234', ...loginFields })).body);

  it('are answered more slowly each time, and then lock the account for a while, whether it exists or not', async () => {
    const person = await hireEmployee(suite.admin);
    await Promise.all(
      [person.code, 'never-hired'].map(async (employeeCode) => {
        let tookMs = 0;
        for (let attempt = 0; attempt < 10; attempt++) {
          const began = performance.now();
          expect(await tryWrongPassword({ employeeCode })).toBe('loginFailed');
          tookMs = performance.now() - began;
        }
        expect(tookMs).toBeGreaterThan(1000);
        const { status, body } = await suite.server
          .caller(makeUnusedIpAddress())
          .tryLogIn({ employeeCode, password: DEFAULT_PASSWORD });
        expect([status, body]).toMatchObject([
          429,
          { flag: null, code: 'loginLocked', params: { seconds: expect.any(Number) as number } },
        ]);
      }),
    );
    // Other accounts are not locked.
    await suite.server.caller(makeUnusedIpAddress()).logIn();
    await sql(
      "update login_attempt set locked_until = now() - interval '1 second' where locked_until is not null",
    );
    await suite.server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
  });

  it('slow their address down, whichever accounts they were for; a right password is still accepted', async () => {
    const ip = makeUnusedIpAddress();
    const tries = Array.from({ length: 10 }, (_, index) =>
      tryWrongPassword({ employeeCode: `guess-${index}` }, ip),
    );
    expect(await Promise.all(tries)).toEqual(Array(10).fill('loginFailed'));
    const began = performance.now();
    await suite.server.caller(ip).logIn();
    expect(performance.now() - began).toBeGreaterThan(500);
    // Parallel attempts take turns, and those that would wait too long are refused.
    const codes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => tryWrongPassword({ employeeCode: `burst-${index}` }, ip)),
    );
    expect(codes.filter((code) => code === 'loginLocked').length).toBeGreaterThan(20);
    await suite.server.caller(makeUnusedIpAddress()).logIn();
  });

  it('are checked at most ten times in a burst', async () => {
    const person = await hireEmployee(suite.admin);
    const replies = await Promise.all(
      Array.from({ length: 25 }, () =>
        suite.server
          .caller(makeUnusedIpAddress())
          .tryLogIn({ employeeCode: person.code, password: 'Wrong1234' }),
      ),
    );
    const codes = replies.map(({ body }) => getErrorCode(body));
    expect(codes.filter((code) => code === 'loginFailed').length).toBeLessThanOrEqual(10);
    expect(codes.filter((code) => code === 'loginLocked').length).toBeGreaterThanOrEqual(15);
  });

  it('are forgotten after a right password', async () => {
    const person = await hireEmployee(suite.admin);
    for (let round = 0; round < 3; round++) {
      expect(
        await Promise.all([1, 2, 3, 4].map(() => tryWrongPassword({ employeeCode: person.code }))),
      ).toEqual(Array(4).fill('loginFailed'));
      await suite.server
        .caller(makeUnusedIpAddress())
        .logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
    }
  });

  it('also count in a password change of an open session, and lock only the password change', async () => {
    const person = await hireEmployee(suite.admin);
    const browser = await suite.server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
    const changePassword = async (oldPassword: string, newPassword = 'Quite.new.1') =>
      getErrorCode(
        (
          await browser.ask('/mes/user/password/modify', {
            oldPassword,
            newPassword,
            newPasswordAgain: newPassword,
          })
        ).body,
      );
    // A refused new password does not count as a wrong old password.
    for (let round = 0; round < 11; round++)
      expect(await changePassword(DEFAULT_PASSWORD, 'short')).toBe('passwordRule');
    for (let round = 0; round < 10; round++)
      expect(await changePassword('Wrong1234')).toBe('oldPasswordWrong');
    expect(await changePassword(DEFAULT_PASSWORD)).toBe('loginLocked');
    // The person can still log in; only the password change is locked.
    await suite.server
      .caller(makeUnusedIpAddress())
      .logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
    await sql(
      "update login_attempt set locked_until = now() - interval '1 second' where locked_until is not null",
    );
    expect(await changePassword(DEFAULT_PASSWORD)).toBeNull();
  });
});
