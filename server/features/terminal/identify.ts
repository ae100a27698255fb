import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { readBarcode } from '#shared/rules/barcode.ts';
import type { Db } from '../../db/database.ts';
import type { Origin } from '../../call/route.ts';
import { verifyPassword } from '../../session/hash-password.ts';
import { beginAttempt } from '../../session/login-attempts.ts';
import { openSession, type LoggedIn } from '../../session/open-session.ts';

/** How somebody says who they are: by badge, or by touching their name and typing their PIN. */
interface Identity {
  badge: string | null;
  employeeId: number | null;
  pin: string | null;
}

interface Person {
  accountId: number;
  employeeId: number;
  name: string;
  pinHash: string | null;
}

async function find(db: Db, factoryId: number, where: ReturnType<typeof sql>): Promise<Person | null> {
  const found = await sql<Person>`select a.id as account_id, e.id as employee_id, e.name, a.pin_hash
    from employee e join account a on a.factory_id = e.factory_id and a.employee_id = e.id and a.disabled_at is null
    where e.factory_id = ${factoryId} and e.deleted_at is null and e.working_status <> 'quit' and ${where}`.execute(
    db,
  );
  return found.rows[0] ?? null;
}

/** The code on a badge: a barcode of the house, or what a card reader types. */
function badgeCode(text: string, factoryCode: string): string {
  const read = readBarcode(text, factoryCode);
  if ('problem' in read || (read.type !== null && read.type !== 'PERSON')) throw fail('personNotRecognised');
  return read.code;
}

async function byPin(db: Db, user: CurrentUser, origin: Origin, identity: Identity): Promise<Person> {
  const person = await find(db, user.factoryId, sql`e.id = ${identity.employeeId}`);
  if (!person) throw fail('personNotRecognised');
  if (person.pinHash === null) throw fail('pinMissing', { name: person.name });
  const attempt = await beginAttempt(
    db,
    `pin\n${user.factoryId}\n${person.employeeId}`,
    `${origin.ip} ${user.terminal?.id}`,
  );
  if (!(await verifyPassword(identity.pin ?? '', person.pinHash))) {
    await attempt.failed();
    throw fail('personNotRecognised', {}, { pin: { reason: 'notAChoice' } });
  }
  await attempt.succeeded();
  return person;
}

/**
 * Recognises somebody at a terminal, for what is done on the floor and for as long as the terminal keeps people.
 * @throws notATerminal, personNotRecognised, pinMissing, loginLocked
 */
export async function identify(
  db: Db,
  user: CurrentUser,
  origin: Origin,
  identity: Identity,
): Promise<LoggedIn> {
  if (!user.terminal) throw fail('notATerminal');
  let person: Person | null;
  if (identity.badge !== null) {
    const code = badgeCode(identity.badge, user.factoryCode);
    person = await find(db, user.factoryId, sql`e.badge_code = ${code}`);
  } else person = await byPin(db, user, origin, identity);
  if (!person) throw fail('personNotRecognised');
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
    origin,
  );
}
