import { file, number, ref, password } from '#shared/kernel/fields.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { setOfflinePassword } from './offline-password.ts';
import { testConnection } from './test-connection.ts';
import { uploadOfflineFile } from './upload-offline.ts';

export const offlineRoutes: Route[] = [
  defineCommand({
    path: '/mes/system/offlineFile/password',
    permission: 'SYSTEM_OFFLINE_FILE_MODIFY',
    input: {
      id: ref('offlineFileSetting', { required: true, label: 'offlineFileSetting' }),
      version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
      password: password({ max: 200, label: 'password' }),
    },
    run: ({ tx, installation, input }) => setOfflinePassword(tx, installation, input),
  }),
  defineCommand({
    path: '/mes/system/offlineFile/upload',
    permission: 'SYSTEM_OFFLINE_FILE_MODIFY',
    input: {
      id: ref('offlineFileSetting', { required: true, label: 'offlineFileSetting' }),
      file: file({ required: true, label: 'documentFile' }),
    },
    run: ({ tx, installation, input }) => uploadOfflineFile(tx, installation, input),
  }),
  defineQuery({
    path: '/mes/system/offlineFile/try',
    permission: 'SYSTEM_OFFLINE_FILE_MODIFY',
    input: { id: ref('offlineFileSetting', { required: true, label: 'offlineFileSetting' }) },
    run: ({ db, installation, user, input }) =>
      testConnection(db, installation.allowedOfflineLocations, user.factoryId, input.id),
  }),
];
