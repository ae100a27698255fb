import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Db } from '../../db/database.ts';
import type { InstallationSettings, CallSender } from '../../call/route.ts';
import { verifyPassword } from '../../session/hash-password.ts';
import { isKnownDevice, rememberDevice } from '../../session/known-device.ts';
import { beginAttempt, isAttemptPlaceSlow, makeAttemptPlaceOfAddress } from '../../session/login-attempts.ts';
import { consumeVerificationCode } from './verification-code.ts';
import { openSession, type LoginAnswer } from '../../session/open-session.ts';
import { openTerminalSession } from '../../session/open-terminal.ts';
import { SESSION_IDLE_HOURS, MAX_SESSION_DAYS } from '../../session/authenticate.ts';

/**
 * The input of a log-in. A user of a customer or supplier also gives the code of the company. A user who opens a
 * terminal also gives the code of the terminal, in `deviceCode`.
 */
interface Credentials {
  factoryCode: string;
  employeeCode: string;
  customerCode: string | null;
  supplierCode: string | null;
  deviceCode: string | null;
  password: string;
  codeId: string | null;
  code: string | null;
  remember: boolean;
  /** The key that an earlier log-in gave to the device. */
  deviceKey: string | null;
}

interface LoginAccount {
  factoryId: number;
  id: number;
  name: string;
  passwordHash: string | null;
}

async function findAccount(
  db: Db,
  { factoryCode, employeeCode, customerCode, supplierCode }: Credentials,
): Promise<LoginAccount | null> {
  const result = await sql<LoginAccount>`
    select a.factory_id, a.id, a.password_hash, coalesce(e.name, u.name, v.name, a.code) as name
    from factory f
    join account a on a.factory_id = f.id and a.code = ${employeeCode} and a.disabled_at is null
    left join employee e on e.factory_id = a.factory_id and e.id = a.employee_id
    left join customer c on c.factory_id = a.factory_id and c.id = a.customer_id
    left join customer_user u on u.factory_id = a.factory_id and u.id = a.customer_user_id
    left join supplier p on p.factory_id = a.factory_id and p.id = a.supplier_id
    left join supplier_user v on v.factory_id = a.factory_id and v.id = a.supplier_user_id
    where f.code = ${factoryCode} and case
      when ${customerCode}::text is not null and ${supplierCode}::text is not null then false
      when ${customerCode}::text is not null then a.kind = 'customer' and c.code = ${customerCode} and c.deleted_at is null
        and u.deleted_at is null and u.enabled
      when ${supplierCode}::text is not null then a.kind = 'supplier' and p.code = ${supplierCode} and p.deleted_at is null
        and v.deleted_at is null and v.enabled
      else a.kind = 'employee' and e.deleted_at is null and e.working_status <> 'quit' end
    limit 1`.execute(db);
  return result.rows[0] ?? null;
}

const digestPassword = (text: string): Buffer => createHash('sha256').update(text.normalize('NFKC')).digest();

async function isCorrectPassword(
  password: string,
  account: LoginAccount | null,
  installation: InstallationSettings,
): Promise<boolean> {
  const isCorrect = await verifyPassword(password, account?.passwordHash ?? null);
  // An account without a password hash accepts the default password. The user must then change it.
  if (!account || account.passwordHash !== null || installation.defaultPassword === null) return isCorrect;
  return timingSafeEqual(digestPassword(password), digestPassword(installation.defaultPassword));
}

/** The answer to a log-in with a password, with the key that makes the device known. */
interface PasswordLoginAnswer extends LoginAnswer {
  deviceKey: string;
}

/**
 * Logs a user in. Neither the answer nor its timing reveals whether the account exists. If the credentials
 * contain the code of a terminal, the function opens this terminal instead, and creates no session for the
 * user. After too many failures from an address, log-ins from this address are slowed down, and need a
 * verification code even if the installation requires none. Devices from which the user has logged in before
 * are not affected.
 * @throws verificationCodeWrong, verificationCodeNeeded, loginLocked, loginFailed, terminalUnknown,
 * noPermission
 */
export async function logIn(
  db: Db,
  installation: InstallationSettings,
  sender: CallSender,
  credentials: Credentials,
): Promise<PasswordLoginAnswer> {
  if (installation.captcha) await consumeVerificationCode(db, credentials.codeId, credentials.code);
  const accountKey = [
    credentials.factoryCode,
    credentials.customerCode ?? '',
    credentials.employeeCode,
    ...(credentials.supplierCode ? [credentials.supplierCode] : []),
  ].join('\n');
  const { deviceKey } = credentials;
  const account = await findAccount(db, credentials);
  const isDeviceKnown = await isKnownDevice(db, deviceKey, account);
  const place = isDeviceKnown ? null : makeAttemptPlaceOfAddress(sender.ip);
  if (place !== null && !installation.captcha && (await isAttemptPlaceSlow(db, place))) {
    if (credentials.codeId === null) throw makeError('verificationCodeNeeded');
    await consumeVerificationCode(db, credentials.codeId, credentials.code);
  }
  const attempt = await beginAttempt(db, {
    account: isDeviceKnown ? `device\n${deviceKey}\n${accountKey}` : accountKey,
    place,
  });
  let isCorrect: boolean;
  try {
    isCorrect = await isCorrectPassword(credentials.password, account, installation);
  } catch (error) {
    await attempt.withdraw();
    throw error;
  }
  if (!account || !isCorrect) {
    await attempt.recordFailure();
    throw makeError('loginFailed');
  }
  await attempt.recordSuccess();
  if (credentials.deviceCode !== null)
    return {
      ...(await openTerminalSession(db, sender, { ...account, deviceCode: credentials.deviceCode })),
      deviceKey: await rememberDevice(db, deviceKey, account),
    };
  const loginAnswer = await openSession(
    db,
    {
      factoryId: account.factoryId,
      accountId: account.id,
      name: account.name,
      remembered: credentials.remember,
      minutes: (credentials.remember ? MAX_SESSION_DAYS * 24 : SESSION_IDLE_HOURS) * 60,
    },
    sender,
  );
  return { ...loginAnswer, deviceKey: await rememberDevice(db, deviceKey, account) };
}
