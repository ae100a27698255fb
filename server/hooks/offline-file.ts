import { isAbsolute } from 'node:path';
import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/** A local folder needs an absolute path. Other types of storage need a host. */
export const offlineFileSettingHooks: HooksOf<'offlineFileSetting'> = {
  beforeSave: async (_tx, next) => {
    if (next.storageType === 'localFolder') {
      if (!isAbsolute(next.path))
        throw makeError('folderNotAbsolute', {}, { path: { reason: 'notAChoice' } });
    } else if (next.host === null) {
      throw makeError('fieldsInvalid', {}, { host: { reason: 'required' } });
    }
  },
};
