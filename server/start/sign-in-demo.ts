import { sql } from 'kysely';
import type { Connection } from '../db/connect.ts';
import type { SessionPlace } from '../demo/simulator/crew.ts';
import { openSession } from '../session/open-session.ts';

export interface DemoFactory {
  factoryId: number;
  zone: string;
}

/** The user agent of simulator sessions. */
export const SIMULATOR_AGENT = 'simulator';
/** The initial lifetime of a simulator session, in minutes. */
const SIMULATOR_SESSION_MINUTES = 12 * 60;

/**
 * Opens a session for an employee of the demonstration factory.
 * @param place whether the employee is at a terminal of the employee's work group, or at a desk
 * @returns the session token
 */
export async function signInDemoEmployee(
  { db }: Connection,
  { factoryId }: DemoFactory,
  employeeCode: string,
  place: SessionPlace,
): Promise<string> {
  const result = await sql<{ accountId: number; name: string; terminalId: number | null }>`
    select a.id as account_id, e.name,
      (select min(t.id) from terminal t where t.factory_id = e.factory_id and t.work_group_id = e.work_group_id
        and t.deleted_at is null) as terminal_id
    from employee e join account a on a.factory_id = e.factory_id and a.employee_id = e.id
    where e.factory_id = ${factoryId} and e.code = ${employeeCode} and e.deleted_at is null`.execute(db);
  const person = result.rows[0];
  if (!person) throw new Error(`Nobody in the demonstration factory is called ${employeeCode}`);
  const { accountId, name } = person;
  const terminalId = place === 'terminal' ? person.terminalId : null;
  // Without this update, the account could only change its initial password.
  await sql`update account set must_change = false where factory_id = ${factoryId} and id = ${accountId}
    and password_hash is null and must_change`.execute(db);
  const loginAnswer = await openSession(
    db,
    { factoryId, accountId, name, remembered: false, minutes: SIMULATOR_SESSION_MINUTES, terminalId },
    { ip: '', agent: SIMULATOR_AGENT, token: null },
  );
  return loginAnswer.validateKey;
}
