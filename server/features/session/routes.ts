import { flag, password, ref, text } from '#shared/kernel/fields.ts';
import {
  ANY_ACCOUNT_PERMISSION,
  PUBLIC_PERMISSION,
  SIGNED_IN_PERMISSION,
} from '#shared/kernel/permissions.ts';
import { encodeUser } from '#shared/kernel/user-answer.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { changePassword, checkOldPassword } from './change-password.ts';
import { endSessions } from '../../session/end-sessions.ts';
import { enterFactory, loadFactoryPermissions } from '../../session/enter-factory.ts';
import { isKnownDeviceKey } from '../../session/known-device.ts';
import { isAttemptPlaceSlow, makeAttemptPlaceOfAddress } from '../../session/login-attempts.ts';
import { logIn } from './log-in.ts';
import { storeVerificationCode } from './verification-code.ts';
import { renderCodePicture } from './verification-picture.ts';
import { renderCodeSound } from './verification-sound.ts';

/** The key that an earlier log-in gave to the device. */
const deviceKeyField = text({ max: 64, label: 'device' });
const passwordFieldOptions = { required: true, max: 200 } as const;

/**
 * Routes that make a verification code, log in, log out, return the current user, switch to another factory and
 * change one's own password.
 */
export const sessionRoutes: Route[] = [
  defineQuery({
    path: '/mes/login/code',
    permission: PUBLIC_PERMISSION,
    input: { spoken: flag({ label: 'listenToCode' }), deviceKey: deviceKeyField },
    run: async ({ db, installation, input, lang, sender }) => {
      const isSlow = await isAttemptPlaceSlow(db, makeAttemptPlaceOfAddress(sender.ip));
      // The user is still unknown. The log-in checks whether the user has used this device.
      if (!installation.captcha && (!isSlow || (await isKnownDeviceKey(db, input.deviceKey))))
        return { required: false, id: null, picture: null, sound: null };
      const code = installation.makeCode(input.spoken);
      return {
        required: true,
        id: await storeVerificationCode(db, code),
        picture: input.spoken ? null : renderCodePicture(code),
        sound: input.spoken ? renderCodeSound(code, lang) : null,
      };
    },
  }),
  // This is a query, because a failed command would roll back the count of failed log-ins.
  defineQuery({
    path: '/mes/login/login',
    permission: PUBLIC_PERMISSION,
    input: {
      factoryCode: text({ required: true, max: 40 }),
      employeeCode: text({ required: true, max: 40 }),
      customerCode: text({ max: 40 }),
      supplierCode: text({ max: 40 }),
      deviceCode: text({ max: 40 }),
      password: password(passwordFieldOptions),
      codeId: text({ max: 64, label: 'verificationCode' }),
      code: text({ max: 16, label: 'verificationCode' }),
      remember: flag({ label: 'rememberMe' }),
      deviceKey: deviceKeyField,
    },
    run: ({ db, installation, sender, input }) => logIn(db, installation, sender, input),
  }),
  defineCommand({
    path: '/mes/login/logout',
    permission: ANY_ACCOUNT_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: ({ tx, user, sender }) => endSessions(tx, user.accountId, 'this', sender.token!),
  }),
  defineQuery({
    path: '/mes/login/current',
    permission: ANY_ACCOUNT_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: async ({ db, user }) =>
      encodeUser({ ...user, factoryPermissions: await loadFactoryPermissions(db, user) }),
  }),
  // This opens a session, but it is a query. A command would store its answer with the token. A
  // command with `secret` would store no answer, but a repeated call would get no token.
  defineQuery({
    path: '/mes/login/enter',
    permission: SIGNED_IN_PERMISSION,
    input: { factoryId: ref('factory', { required: true }) },
    run: ({ db, user, sender, input }) => enterFactory(db, user, sender, input.factoryId),
  }),
  defineCommand({
    path: '/mes/user/password/modify',
    permission: ANY_ACCOUNT_PERMISSION,
    input: {
      oldPassword: password(passwordFieldOptions),
      newPassword: password(passwordFieldOptions),
      newPasswordAgain: password(passwordFieldOptions),
    },
    before: ({ db, installation, user, sender, input }) =>
      checkOldPassword(db, installation, user, sender.ip, input.oldPassword),
    run: ({ tx, installation, user, sender, input }) =>
      changePassword(tx, installation, user.accountId, sender.token!, input),
  }),
];
