import { isAbsolute } from 'node:path';
import { fail } from '#shared/kernel/errors.ts';
import type { Work } from '../db/work.ts';
import type { HooksOf } from './hooks.ts';

/** Refuses a region that does not exist; 0 means all regions. */
async function refuseUnknownRegion(work: Work, region: number): Promise<void> {
  if (region === 0) return;
  const found = await work.db
    .selectFrom('classification')
    .select('id')
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', region)
    .where('classId', '=', 'region')
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!found) throw fail('fieldsInvalid', {}, { respectiveRegion: { reason: 'notAReference' } });
}

export const offlineFileClassificationHooks: HooksOf<'offlineFileClassification'> = {
  beforeSave: (work, next) => refuseUnknownRegion(work, next.respectiveRegion),
};

/** A local folder needs an absolute path. Other types of storage need a host. */
export const offlineFileSettingHooks: HooksOf<'offlineFileSetting'> = {
  beforeSave: async (work, next) => {
    await refuseUnknownRegion(work, next.respectiveRegion);
    if (next.storageType === 'localFolder') {
      if (!isAbsolute(next.path)) throw fail('folderNotAbsolute', {}, { path: { reason: 'notAChoice' } });
    } else if (next.host === null) {
      throw fail('fieldsInvalid', {}, { host: { reason: 'required' } });
    }
  },
};
