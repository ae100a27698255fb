import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hashToken } from '../db/token-hash.ts';

/** The account that logged in from a device. Here a device is a browser, not a machine of the factory. */
interface DeviceAccount {
  factoryId: number;
  id: number;
}

/** Whether any account has logged in with a device key, and the device was not forgotten since. */
export const isKnownDeviceKey = async (db: Db, key: string | null): Promise<boolean> =>
  key !== null &&
  (await sql`select 1 from known_device where key_hash = ${hashToken(key)} limit 1`.execute(db)).rows.length >
    0;

/** Whether a certain account has logged in with a device key, and the device was not forgotten since. */
export async function isKnownDevice(
  db: Db,
  key: string | null,
  owner: DeviceAccount | null,
): Promise<boolean> {
  if (key === null) return false;
  const result = await sql`select 1 from known_device where key_hash = ${hashToken(key)}
    and factory_id = ${owner?.factoryId ?? 0} and account_id = ${owner?.id ?? 0}`.execute(db);
  return result.rows.length > 0;
}

/**
 * Remembers that an account logged in from a device. A key that the server knows is kept, because several accounts
 * can share a device.
 * @returns the key that the device sends from now on; only a hash of it is stored
 */
export async function rememberDevice(db: Db, key: string | null, owner: DeviceAccount): Promise<string> {
  const deviceKey =
    key !== null && (await isKnownDeviceKey(db, key)) ? key : randomBytes(32).toString('base64url');
  await sql`insert into known_device (key_hash, factory_id, account_id)
    values (${hashToken(deviceKey)}, ${owner.factoryId}, ${owner.id})
    on conflict (key_hash, factory_id, account_id) do update set seen_at = now()`.execute(db);
  return deviceKey;
}

export const forgetKnownDevices = (db: Db, owner: DeviceAccount) =>
  sql`delete from known_device where factory_id = ${owner.factoryId} and account_id = ${owner.id}`.execute(
    db,
  );
