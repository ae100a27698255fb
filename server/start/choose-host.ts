import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

const EVERY_ADDRESS = '0.0.0.0';
const THIS_MACHINE = '127.0.0.1';

/** The address that a node listens on. */
export interface ListeningHost {
  host: string;
  /** Whether only this machine can connect, because the database holds only demonstrations. */
  isOnlyDemo: boolean;
}

/** Whether a host means every address of the machine, so that other machines can connect. */
export const isEveryAddress = (host: string): boolean => host === EVERY_ADDRESS || host === '::';

/**
 * Whether all factories are demonstrations, and an employee has a badge. Anybody could use such a badge, because the
 * documentation contains one.
 */
async function holdsOnlyDemosWithBadges(db: Db): Promise<boolean> {
  const result = await sql<{ isOnlyDemo: boolean | null }>`select bool_and(is_demo) and exists (
      select 1 from employee where badge_code is not null and deleted_at is null) as is_only_demo from factory`.execute(
    db,
  );
  return result.rows[0]?.isOnlyDemo === true;
}

/**
 * Chooses the address to listen on: the configured address if there is one. Without a configured address, a node whose
 * database holds only demonstrations with badges accepts connections only from this machine. Any other node listens on
 * every address.
 */
export async function chooseHost(db: Db, configuredHost: string | undefined): Promise<ListeningHost> {
  if (configuredHost !== undefined) return { host: configuredHost, isOnlyDemo: false };
  const isOnlyDemo = await holdsOnlyDemosWithBadges(db);
  return { host: isOnlyDemo ? THIS_MACHINE : EVERY_ADDRESS, isOnlyDemo };
}
