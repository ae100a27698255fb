import { flag, password, ref, text } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT, PUBLIC, SIGNED_IN } from '#shared/kernel/permissions.ts';
import { writeUser } from '#shared/kernel/user-answer.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { changePassword, checkOldPassword } from './change-password.ts';
import { endSessions } from '../../session/end-sessions.ts';
import { enterFactory, loadFactoryPermissions } from '../../session/enter-factory.ts';
import { isSlowPlace, makeAddressPlace } from '../../session/login-attempts.ts';
import { logIn } from './log-in.ts';
import { createVerificationCode } from './verification-code.ts';

const passwordOptions = { required: true, max: 200 } as const;

/** Routes that log in, log out, switch to another factory and change one's own password. */
export const sessionRoutes: Route[] = [
  defineQuery({
    path: '/mes/login/code',
    permission: PUBLIC,
    input: {},
    run: async ({ db, installation, origin }) =>
      installation.captcha || (await isSlowPlace(db, makeAddressPlace(origin.ip)))
        ? { required: true, ...(await createVerificationCode(db, installation.makeCode())) }
        : { required: false, id: null, picture: null },
  }),
  // This is a query, because a failed command would roll back the count of failed log-ins.
  defineQuery({
    path: '/mes/login/login',
    permission: PUBLIC,
    input: {
      factoryCode: text({ required: true, max: 40 }),
      employeeCode: text({ required: true, max: 40 }),
      customerCode: text({ max: 40 }),
      supplierCode: text({ max: 40 }),
      deviceCode: text({ max: 40 }),
      password: password(passwordOptions),
      codeId: text({ max: 64, label: 'verificationCode' }),
      code: text({ max: 16, label: 'verificationCode' }),
      remember: flag({ label: 'rememberMe' }),
      deviceKey: text({ max: 64, label: 'device' }),
    },
    run: ({ db, installation, origin, input }) => logIn(db, installation, origin, input),
  }),
  defineCommand({
    path: '/mes/login/logout',
    permission: ANY_ACCOUNT,
    atTerminal: true,
    input: {},
    run: ({ work, user, origin }) => endSessions(work, user.accountId, 'this', origin.token!),
  }),
  defineQuery({
    path: '/mes/login/current',
    permission: ANY_ACCOUNT,
    atTerminal: true,
    input: {},
    run: async ({ db, user }) =>
      writeUser({ ...user, factoryPermissions: await loadFactoryPermissions(db, user) }),
  }),
  // This opens a session, but it is a query. A command stores its answer for repeated calls, and a token must not
  // be stored; with `secret`, a repeated call would get no token.
  defineQuery({
    path: '/mes/login/enter',
    permission: SIGNED_IN,
    input: { factoryId: ref('factory', { required: true }) },
    run: ({ db, user, origin, input }) => enterFactory(db, user, origin, input.factoryId),
  }),
  defineCommand({
    path: '/mes/user/password/modify',
    permission: ANY_ACCOUNT,
    input: {
      oldPassword: password(passwordOptions),
      newPassword: password(passwordOptions),
      newPasswordAgain: password(passwordOptions),
    },
    before: ({ db, installation, user, origin, input }) =>
      checkOldPassword(db, installation, user, origin.ip, input.oldPassword),
    run: ({ work, installation, user, origin, input }) =>
      changePassword(work, installation, user.accountId, origin.token!, input),
  }),
];
