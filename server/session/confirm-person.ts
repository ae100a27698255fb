import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { InstallationSettings } from '../call/route.ts';
import type { Db } from '../db/database.ts';
import { verifyPassword } from './hash-password.ts';
import { beginAttempt, makeAttemptPlaceOfAddress } from './login-attempts.ts';

/**
 * Whether a password is the current password of the account. An account without a password hash has the default
 * password.
 */
export const isCurrentPassword = async (
  password: string,
  hash: string | null,
  installation: InstallationSettings,
): Promise<boolean> =>
  hash === null ? password === installation.defaultPassword : verifyPassword(password, hash);

/**
 * Whether the caller knows the password of the account. Failed attempts count like failed log-ins, so that nobody can
 * guess the password in an open session.
 * @throws loginLocked
 */
export async function confirmPassword(
  db: Db,
  installation: InstallationSettings,
  { factoryId, accountId }: CurrentUser,
  ip: string,
  password: string,
): Promise<boolean> {
  const attempt = await beginAttempt(db, {
    account: `password\n${factoryId}\n${accountId}`,
    place: makeAttemptPlaceOfAddress(ip),
  });
  const account = await db
    .selectFrom('account')
    .select('passwordHash')
    .where('factoryId', '=', factoryId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const isCorrect = await isCurrentPassword(password, account.passwordHash, installation);
  await (isCorrect ? attempt.recordSuccess() : attempt.recordFailure());
  return isCorrect;
}

/** Makes the text that identifies the user's terminal as the place of wrong badges and PINs. */
export const makeTerminalAttemptPlace = (user: CurrentUser): string =>
  `terminal\n${user.factoryId}\n${user.terminal?.id}`;

/**
 * Whether a PIN belongs to a person at the terminal of the user. Wrong PINs are counted by person and by terminal.
 * @throws pinMissing if the person has no PIN; loginLocked
 */
export async function confirmPin(
  db: Db,
  user: CurrentUser,
  person: { employeeId: number; name: string; pinHash: string | null },
  pin: string,
): Promise<boolean> {
  if (person.pinHash === null) throw makeError('pinMissing', { name: person.name });
  const attempt = await beginAttempt(db, {
    account: `pin\n${user.factoryId}\n${person.employeeId}`,
    place: makeTerminalAttemptPlace(user),
  });
  const isCorrect = await verifyPassword(pin, person.pinHash);
  await (isCorrect ? attempt.recordSuccess() : attempt.recordFailure());
  return isCorrect;
}
