import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { hashAsInProduction } from '#tests/support/quick-hash-cost.ts';
import { startSuiteServer } from '#tests/support/suite-server.ts';
import {
  makeUnusedIpAddress,
  getErrorCode,
  DEFAULT_PASSWORD,
  hireEmployee,
} from '#tests/support/wire-people.ts';
import { TEST_ADMIN, TEST_SPOKEN_CODE, TEST_VERIFICATION_CODE } from '#tests/support/wire-server.ts';

const EMPLOYEE_PATH = '/mes/system/basic/employee';

describeForEachDatabase('logging in', (database) => {
  hashAsInProduction();
  const suite = startSuiteServer(database);
  const { sql } = suite;

  describe('the verification code', () => {
    it('is drawn as pixels, never as letters or lines, and only its digest is stored', async () => {
      const { id, picture } = await suite.admin.call<{ id: string; picture: string }>('/mes/login/code');
      const png = Buffer.from(picture.replace(/^data:image\/png;base64,/, ''), 'base64');
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(png.includes(TEST_VERIFICATION_CODE)).toBe(false);
      const storedCodes = await sql('select * from login_code where id = $1', [id]);
      expect(JSON.stringify(storedCodes.rows)).not.toContain(TEST_VERIFICATION_CODE);
    });

    it('can be spoken; the spoken code differs from the drawn one and follows the same rules', async () => {
      const caller = suite.server.caller(makeUnusedIpAddress());
      const requestSpokenCode = () =>
        caller.call<{ id: string; picture: null; sound: string }>('/mes/login/code', { spoken: true });
      const tryCode = async (codeId: string, code: string) =>
        getErrorCode((await caller.ask('/mes/login/login', { ...TEST_ADMIN, codeId, code })).body);
      const { id, picture, sound } = await requestSpokenCode();
      expect(picture).toBeNull();
      const wav = Buffer.from(sound.replace(/^data:audio\/wav;base64,/, ''), 'base64');
      expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(4)]).toEqual(['RIFF', wav.length - 8]);
      expect(await tryCode(id, TEST_SPOKEN_CODE)).toBeNull();
      expect(await tryCode(id, TEST_SPOKEN_CODE)).toBe('verificationCodeWrong');
      expect(await tryCode((await requestSpokenCode()).id, TEST_VERIFICATION_CODE)).toBe(
        'verificationCodeWrong',
      );
      const expiredCode = await requestSpokenCode();
      await sql(
        "update login_code set expires_at = expires_at - interval '5 minutes 1 second' where id = $1",
        [expiredCode.id],
      );
      expect(await tryCode(expiredCode.id, TEST_SPOKEN_CODE)).toBe('verificationCodeWrong');
    });

    it('is refused if it is wrong; then the right one is refused too', async () => {
      const caller = suite.server.caller(makeUnusedIpAddress());
      const { id } = await caller.call<{ id: string }>('/mes/login/code');
      const tryCode = async (code: string) =>
        getErrorCode((await caller.ask('/mes/login/login', { ...TEST_ADMIN, codeId: id, code })).body);
      expect(await tryCode('XXXX')).toBe('verificationCodeWrong');
      expect(await tryCode(TEST_VERIFICATION_CODE)).toBe('verificationCodeWrong');
    });

    it('is accepted once, also in lower case', async () => {
      const caller = suite.server.caller(makeUnusedIpAddress());
      const { id } = await caller.call<{ id: string }>('/mes/login/code');
      const tryCode = async () =>
        getErrorCode(
          (
            await caller.ask('/mes/login/login', {
              ...TEST_ADMIN,
              codeId: id,
              code: TEST_VERIFICATION_CODE.toLowerCase(),
            })
          ).body,
        );
      expect(await tryCode()).toBeNull();
      expect(await tryCode()).toBe('verificationCodeWrong');
    });

    it('is accepted once if it comes twice at the same time', async () => {
      const caller = suite.server.caller(makeUnusedIpAddress());
      const { id } = await caller.call<{ id: string }>('/mes/login/code');
      const replies = await Promise.all(
        [1, 2].map(() =>
          caller.ask('/mes/login/login', { ...TEST_ADMIN, codeId: id, code: TEST_VERIFICATION_CODE }),
        ),
      );
      expect(new Set(replies.map(({ body }) => getErrorCode(body)))).toEqual(
        new Set([null, 'verificationCodeWrong']),
      );
    });

    it('is refused if it is five minutes old or missing', async () => {
      const caller = suite.server.caller(makeUnusedIpAddress());
      const { id } = await caller.call<{ id: string }>('/mes/login/code');
      await sql(
        "update login_code set expires_at = expires_at - interval '5 minutes 1 second' where id = $1",
        [id],
      );
      expect(
        getErrorCode(
          (await caller.ask('/mes/login/login', { ...TEST_ADMIN, codeId: id, code: TEST_VERIFICATION_CODE }))
            .body,
        ),
      ).toBe('verificationCodeWrong');
      expect(getErrorCode((await caller.ask('/mes/login/login', TEST_ADMIN)).body)).toBe(
        'verificationCodeWrong',
      );
    });
  });

  describe('with a password', () => {
    const wrongLogins: [string, Record<string, string>][] = [
      ['a wrong password', { password: 'Wrong1234' }],
      ['somebody who does not exist', { employeeCode: 'nobody' }],
      ['a factory that does not exist', { factoryCode: 'NOWHERE' }],
    ];
    it('gets the same answer, whatever was wrong', async () => {
      const answers = [];
      for (const [, wrongLogin] of wrongLogins) {
        const { status, body } = await suite.server.caller(makeUnusedIpAddress()).tryLogIn(wrongLogin);
        answers.push({ status, body });
      }
      expect(answers[0]).toMatchObject({ status: 422, body: { code: 'loginFailed', flag: null } });
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    });

    it('takes as long for a person who does not exist as for one who does', async () => {
      // The test measures CPU time because elapsed time depends on the load of the machine.
      const measureCpuMs = async (loginFields: Record<string, string>) => {
        const caller = suite.server.caller(makeUnusedIpAddress());
        await caller.getCipher();
        const { id } = await caller.call<{ id: string }>('/mes/login/code');
        const before = process.cpuUsage();
        await caller.ask('/mes/login/login', {
          ...TEST_ADMIN,
          password: 'Wrong1234',
          codeId: id,
          code: TEST_VERIFICATION_CODE,
          ...loginFields,
        });
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      const person = await hireEmployee(suite.admin);
      const [existingMs, missingMs]: [number[], number[]] = [[], []];
      for (let round = 0; round < 3; round++) {
        existingMs.push(
          await measureCpuMs({ employeeCode: person.code }),
          await measureCpuMs({ employeeCode: 'admin' }),
        );
        missingMs.push(
          await measureCpuMs({ employeeCode: `nobody${round}` }),
          await measureCpuMs({ factoryCode: `F${round}` }),
        );
      }
      expect(Math.min(...existingMs)).toBeGreaterThan(30);
      expect(Math.min(...missingMs)).toBeGreaterThan(Math.min(...existingMs) * 0.6);
      expect(Math.min(...existingMs)).toBeGreaterThan(Math.min(...missingMs) * 0.6);
      await sql('delete from login_attempt');
    });

    it('keeps neither password nor token in the database', async () => {
      const dump = JSON.stringify(
        (await sql('select a.*, s.* from account a left join session s on s.account_id = a.id')).rows,
      );
      expect(dump).toContain('scrypt-nfc$15$8$1$');
      expect(dump).not.toContain(TEST_ADMIN.password);
      expect(dump).not.toContain(suite.admin.token!);
    });

    it('lets a customer’s user in with the customer’s code, to see only that customer’s orders', async () => {
      const customer = await suite.admin.send<{ id: number }>('/mes/system/basic/customer/save', {
        code: 'C-1',
        shortName: 'Acme',
      });
      await suite.admin.send('/mes/system/basic/customerUser/save', {
        customerId: customer.id,
        code: 'buyer',
        name: 'Ann of Acme',
      });
      await sql(
        `update account set password_hash = (select password_hash from account where code = 'admin'), must_change = false
         where code = 'buyer'`,
      );
      const caller = suite.server.caller(makeUnusedIpAddress());
      expect(getErrorCode((await caller.tryLogIn({ employeeCode: 'buyer' })).body)).toBe('loginFailed');
      await caller.logIn({ employeeCode: 'buyer', customerCode: 'C-1' });
      expect(await caller.call<CurrentUser>('/mes/login/current')).toMatchObject({
        kind: 'customer',
        name: 'Ann of Acme',
        customerId: customer.id,
        employeeId: null,
        permissions: 'WORK_ORDER',
      });
      expect(getErrorCode((await caller.ask(`${EMPLOYEE_PATH}/page`)).body)).toBe('noPermission');
    });
  });

  describe('for the first time', () => {
    it('is possible with the default password, and allows nothing before the password is changed', async () => {
      const person = await hireEmployee(suite.admin);
      const caller = await suite.server
        .caller(makeUnusedIpAddress())
        .logIn({ employeeCode: person.code, password: DEFAULT_PASSWORD });
      expect(await caller.call<CurrentUser>('/mes/login/current')).toMatchObject({
        mustChangePassword: true,
      });
      const { status, body } = await caller.ask('/mes/process/progress', { orderId: 1 });
      expect([status, body]).toMatchObject([
        403,
        { flag: 'PERMISSION_VALIDATE', code: 'mustChangePassword' },
      ]);
      const changePassword = (passwordFields: Record<string, string>) =>
        caller.ask('/mes/user/password/modify', {
          oldPassword: DEFAULT_PASSWORD,
          newPassword: 'Better123',
          newPasswordAgain: 'Better123',
          ...passwordFields,
        });
      expect(getErrorCode((await changePassword({ oldPassword: 'Wrong1234' })).body)).toBe(
        'oldPasswordWrong',
      );
      expect(getErrorCode((await changePassword({ newPasswordAgain: 'Better124' })).body)).toBe(
        'passwordsDiffer',
      );
      for (const weakPassword of [
        'Short1a',
        'nouppercase1',
        'NOLOWERCASE1',
        'NoDigitAtAll',
        `Aa1${'x'.repeat(18)}`,
      ]) {
        expect([
          weakPassword,
          getErrorCode(
            (await changePassword({ newPassword: weakPassword, newPasswordAgain: weakPassword })).body,
          ),
        ]).toEqual([weakPassword, 'passwordRule']);
      }
      expect(
        getErrorCode(
          (await changePassword({ newPassword: DEFAULT_PASSWORD, newPasswordAgain: DEFAULT_PASSWORD })).body,
        ),
      ).toBe('passwordUnchanged');
      expect(getErrorCode((await changePassword({})).body)).toBeNull();
      expect(await caller.call<CurrentUser>('/mes/login/current')).toMatchObject({
        mustChangePassword: false,
      });
      expect(
        getErrorCode(
          (
            await suite.server
              .caller(makeUnusedIpAddress())
              .tryLogIn({ employeeCode: person.code, password: DEFAULT_PASSWORD })
          ).body,
        ),
      ).toBe('loginFailed');
      await suite.server
        .caller(makeUnusedIpAddress())
        .logIn({ employeeCode: person.code, password: 'Better123' });
    });
  });
});
