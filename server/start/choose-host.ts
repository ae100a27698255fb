import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

const EVERY_ADDRESS = '0.0.0.0';
const THIS_MACHINE = '127.0.0.1';

/** The address that a node listens on. */
export interface ListeningHost {
  host: string;
  /** Whether only this machine can connect, because the database is only a demonstration. */
  isOnlyDemo: boolean;
}

/** Whether a node that listens on this host is open to the network on every address of the machine. */
export const isEveryAddress = (host: string): boolean => host === EVERY_ADDRESS || host === '::';

/**
 * Whether all factories are demonstrations, and an employee has a badge. The badges of the demonstration are
 * no secret: the documentation contains one.
 */
async function holdsOnlyDemo(db: Db): Promise<boolean> {
  const found = await sql<{ onlyDemo: boolean | null }>`select bool_and(is_demo) and exists (
      select 1 from employee where badge_code is not null and deleted_at is null) as only_demo from factory`.execute(
    db,
  );
  return found.rows[0]?.onlyDemo === true;
}

/**
 * Chooses the address to listen on. It is the configured address if there is one. Otherwise only this machine
 * can connect while the database holds only demonstrations with known badges; else the node listens on every
 * address.
 */
export async function chooseHost(db: Db, configured: string | undefined): Promise<ListeningHost> {
  if (configured !== undefined) return { host: configured, isOnlyDemo: false };
  const isOnlyDemo = await holdsOnlyDemo(db);
  return { host: isOnlyDemo ? THIS_MACHINE : EVERY_ADDRESS, isOnlyDemo };
}
