import { makeError } from '#shared/kernel/errors.ts';
import type { InstallationSettings } from '../../call/route.ts';
import type { Transaction } from '../../db/transaction.ts';
import { encryptSecret } from './encrypt-secret.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/** Builds the text that identifies the setting to which an encrypted password belongs. */
const buildEncryptionContext = (factoryId: number, settingId: number): string =>
  `offline ${factoryId} ${settingId}`;

/**
 * Stores the password of a file server in encrypted form; null deletes the password. No route
 * returns the password, and the history does not contain it.
 * @throws rowNotFound, stale
 */
export async function setOfflinePassword(
  tx: Transaction,
  installation: InstallationSettings,
  input: { id: number; version: number; password: string | null },
): Promise<{ version: number }> {
  const row = await tx.db
    .selectFrom('offlineFileSetting')
    .select(['version', 'updatedBy', 'updatedAt'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', input.id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw makeError('rowNotFound');
  refuseStale(row, input.version);
  await tx.db
    .deleteFrom('offlineFileSecret')
    .where('factoryId', '=', tx.factoryId)
    .where('settingId', '=', input.id)
    .execute();
  if (input.password !== null) {
    const encryptedPassword = await encryptSecret(
      installation.filesDir,
      buildEncryptionContext(tx.factoryId, input.id),
      input.password,
    );
    await tx.db
      .insertInto('offlineFileSecret')
      .values({ factoryId: tx.factoryId, settingId: input.id, sealed: encryptedPassword })
      .execute();
  }
  const version = row.version + 1;
  await tx.db
    .updateTable('offlineFileSetting')
    .set({ hasPassword: input.password !== null, version, updatedAt: tx.now, updatedBy: tx.name })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', input.id)
    .execute();
  tx.log({ entity: 'offlineFileSetting', id: input.id, action: 'setPassword' });
  tx.announce('setting', 'offlineFileSetting', [input.id]);
  return { version };
}
