import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { parseBarcode } from '#shared/rules/barcode.ts';
import type { Db } from '../../db/database.ts';
import type { CallSender } from '../../call/route.ts';
import { confirmPin, makeTerminalAttemptPlace } from '../../session/confirm-person.ts';
import { beginAttempt } from '../../session/login-attempts.ts';
import { openSession, type LoginAnswer } from '../../session/open-session.ts';

/** The input of an identification at a terminal: the text of a badge, or an employee and a PIN. */
interface IdentificationInput {
  badge: string | null;
  employeeId: number | null;
  pin: string | null;
}

interface IdentifiedPerson {
  accountId: number;
  employeeId: number;
  name: string;
  pinHash: string | null;
}

async function findPerson(
  db: Db,
  factoryId: number,
  where: ReturnType<typeof sql>,
): Promise<IdentifiedPerson | null> {
  const result =
    await sql<IdentifiedPerson>`select a.id as account_id, e.id as employee_id, e.name, a.pin_hash
    from employee e join account a on a.factory_id = e.factory_id and a.employee_id = e.id and a.disabled_at is null
    where e.factory_id = ${factoryId} and e.deleted_at is null and e.working_status <> 'quit' and ${where}`.execute(
      db,
    );
  return result.rows[0] ?? null;
}

/** Parses the text of a badge, which comes from a barcode of this system or from a card reader. */
function parseBadge(text: string, factoryCode: string): string {
  const barcode = parseBarcode(text, factoryCode);
  if ('problem' in barcode || (barcode.type !== null && barcode.type !== 'PERSON'))
    throw makeError('personNotRecognised');
  return barcode.code;
}

/**
 * Finds a person by badge. Unknown badges are counted by terminal and slow the terminal down, so that nobody can
 * find a valid badge by trying.
 * @returns null if nobody has the badge
 * @throws loginLocked if too many badges are tried at the same time
 */
export async function identifyByBadge(
  db: Db,
  user: CurrentUser,
  badge: string,
): Promise<IdentifiedPerson | null> {
  const attempt = await beginAttempt(db, { account: null, place: makeTerminalAttemptPlace(user) });
  const person = await findPerson(db, user.factoryId, sql`e.badge_code = ${badge}`);
  await (person ? attempt.recordSuccess() : attempt.recordFailure());
  return person;
}

async function identifyByPin(
  db: Db,
  user: CurrentUser,
  identity: IdentificationInput,
): Promise<IdentifiedPerson> {
  const person = await findPerson(db, user.factoryId, sql`e.id = ${identity.employeeId}`);
  if (!person) throw makeError('personNotRecognised');
  if (!(await confirmPin(db, user, person, identity.pin ?? '')))
    throw makeError('personNotRecognised', {}, { pin: { reason: 'notAChoice' } });
  return person;
}

/**
 * Identifies a person at a terminal and opens a session. The settings of the terminal determine how
 * long the session lasts.
 * @throws notATerminal, personNotRecognised, pinMissing, loginLocked
 */
export async function identifyAndOpenSession(
  db: Db,
  user: CurrentUser,
  sender: CallSender,
  identity: IdentificationInput,
): Promise<LoginAnswer> {
  if (!user.terminal) throw makeError('notATerminal');
  let person: IdentifiedPerson | null;
  if (identity.badge !== null) {
    person = await identifyByBadge(db, user, parseBadge(identity.badge, user.factoryCode));
  } else person = await identifyByPin(db, user, identity);
  if (!person) throw makeError('personNotRecognised');
  const { accountId, name } = person;
  return openSession(
    db,
    {
      factoryId: user.factoryId,
      accountId,
      name,
      remembered: false,
      minutes: user.terminal.keepMinutes,
      terminalId: user.terminal.id,
    },
    sender,
  );
}
