import { makeError } from '#shared/kernel/errors.ts';
import type { InstallationSettings } from '../../call/route.ts';
import type { Work } from '../../db/work.ts';
import { encryptSecret } from './encrypt-secret.ts';

/** Builds the text that identifies the setting to which an encrypted password belongs. */
const buildEncryptionContext = (factoryId: number, settingId: number): string =>
  `offline ${factoryId} ${settingId}`;

/**
 * Stores the password of a file server in encrypted form; null deletes the password. No route
 * returns the password, and the history does not contain it.
 * @throws rowNotFound, stale
 */
export async function setOfflinePassword(
  work: Work,
  installation: InstallationSettings,
  input: { id: number; version: number; password: string | null },
): Promise<{ version: number }> {
  const row = await work.db
    .selectFrom('offlineFileSetting')
    .select(['version', 'updatedBy', 'updatedAt'])
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', input.id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw makeError('rowNotFound');
  if (row.version !== input.version)
    throw makeError('stale', { by: row.updatedBy, at: row.updatedAt, version: row.version });
  await work.db
    .deleteFrom('offlineFileSecret')
    .where('factoryId', '=', work.factoryId)
    .where('settingId', '=', input.id)
    .execute();
  if (input.password !== null) {
    const encryptedPassword = await encryptSecret(
      installation.filesDir,
      buildEncryptionContext(work.factoryId, input.id),
      input.password,
    );
    await work.db
      .insertInto('offlineFileSecret')
      .values({ factoryId: work.factoryId, settingId: input.id, sealed: encryptedPassword })
      .execute();
  }
  const version = row.version + 1;
  await work.db
    .updateTable('offlineFileSetting')
    .set({ hasPassword: input.password !== null, version, updatedAt: work.now, updatedBy: work.name })
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', input.id)
    .execute();
  work.log({ entity: 'offlineFileSetting', id: input.id, action: 'setPassword' });
  work.announce('setting', 'offlineFileSetting', [input.id]);
  return { version };
}
