import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyPassword } from '#server/session/hash-password.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startTestServer, TEST_ADMIN, type TestServer } from '#tests/support/wire-server.ts';

describeForEachDatabase('A password', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server.close());

  /**
   * Changes the password from `oldPassword` to `newPassword`, and tries to log in with each of `typedPasswords`.
   * @returns the error code of each log-in, or 'let in'
   */
  const tryPasswords = async (
    oldPassword: string,
    newPassword: string,
    typedPasswords: string[],
  ): Promise<string[]> => {
    const admin = await server.caller().logIn({ password: oldPassword });
    const fields = { oldPassword: oldPassword, newPassword: newPassword, newPasswordAgain: newPassword };
    await admin.send('/mes/user/password/modify', fields);
    const answers: string[] = [];
    for (const password of typedPasswords) {
      const { body } = await server.caller().tryLogIn({ password });
      answers.push(body.success ? 'let in' : body.code);
    }
    return answers;
  };

  it('is taken as it was typed, with its spaces, in NFC and nothing more', async () => {
    const newPassword = '  Ä１Passwort1 ';
    expect(
      await tryPasswords(TEST_ADMIN.password, newPassword, [
        newPassword.trim(),
        newPassword.replace('１', '1'),
        newPassword.normalize('NFD'),
        newPassword,
      ]),
    ).toEqual(['loginFailed', 'loginFailed', 'let in', 'let in']);
  });

  it('that is stored in the older format is still accepted', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('Pa1', salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 28 });
    const storedHash = ['scrypt', 15, 8, 1, salt.toString('base64'), key.toString('base64')].join('$');
    expect(await verifyPassword('Ｐａ１', storedHash)).toBe(true);
    expect(await verifyPassword('Pa1', storedHash)).toBe(true);
    expect(await verifyPassword('Pa2', storedHash)).toBe(false);
  });
});
