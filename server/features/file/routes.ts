import { fail } from '#shared/kernel/errors.ts';
import { SIGNED_IN } from '#shared/kernel/permissions.ts';
import type { RawCall, RawRoute } from '../../call/raw-route.ts';
import { readFile } from './read-file.ts';
import { MAX_DOWNLOAD, MAX_FILE, storeFile } from './store-file.ts';

/** What a multipart body has around its file. */
const AROUND_BYTES = 64 * 1024;

/** Files belong to the factory's own people: what customers and suppliers may see is shown to them by what it hangs on. */
function refuseOutsiders({ user }: RawCall): void {
  if (user.kind !== 'employee') throw fail('noPermission');
}

/** Attachments: drawings, pictures, lists. */
export const fileRoutes: RawRoute[] = [
  {
    path: '/mes/file/upload',
    permission: SIGNED_IN,
    limit: { bytes: MAX_FILE.bytes + AROUND_BYTES, words: MAX_FILE.words },
    run: async (call) => {
      refuseOutsiders(call);
      return { data: await storeFile(call) };
    },
  },
  {
    path: '/mes/download/upload',
    permission: 'SYSTEM_DOWNLOAD',
    limit: { bytes: MAX_DOWNLOAD.bytes + AROUND_BYTES, words: MAX_DOWNLOAD.words },
    run: async (call) => ({ data: await storeFile(call, MAX_DOWNLOAD, true) }),
  },
  {
    path: '/mes/file/get',
    permission: SIGNED_IN,
    limit: { bytes: 10_000, words: '10 KB' },
    run: async (call) => {
      refuseOutsiders(call);
      return readFile(call);
    },
  },
];
