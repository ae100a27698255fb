import { number, ref, text } from '#shared/kernel/fields.ts';
import { command, query, type Route } from '../../call/route.ts';
import { setOfflinePassword } from './offline-password.ts';
import { tryConnection } from './try-connection.ts';

/** Routes that set the password of an offline file storage and test its connection. */
export const offlineRoutes: Route[] = [
  command({
    path: '/mes/system/offlineFile/password',
    permission: 'SYSTEM_OFFLINE_FILE_MODIFY',
    input: {
      id: ref('offlineFileSetting', { required: true, label: 'offlineFileSetting' }),
      version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
      password: text({ max: 200, label: 'password' }),
    },
    run: ({ work, installation, input }) => setOfflinePassword(work, installation, input),
  }),
  query({
    path: '/mes/system/offlineFile/try',
    permission: 'SYSTEM_OFFLINE_FILE_MODIFY',
    input: { id: ref('offlineFileSetting', { required: true, label: 'offlineFileSetting' }) },
    run: ({ db, user, input }) => tryConnection(db, user.factoryId, input.id),
  }),
];
