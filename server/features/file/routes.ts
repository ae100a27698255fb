import { makeError } from '#shared/kernel/errors.ts';
import { PAIRED_SCREEN_PERMISSION, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import type { RawCall, RawRoute } from '../../call/raw-route.ts';
import { readFile, readFileForScreen } from './read-file.ts';
import { MAX_DOWNLOAD_SIZE, MAX_ATTACHMENT_SIZE, storeUploadedFile } from './upload-file.ts';

/** The number of bytes that a multipart body may have in addition to its file. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

/**
 * Refuses users who are not employees. At a terminal, an employee must be identified.
 * @throws noPermission
 */
function refuseNonEmployees({ user }: RawCall): void {
  if (user.kind !== 'employee') throw makeError('noPermission');
}

/**
 * Routes that upload and read files: attachments such as drawings and pictures, and downloads such as
 * installers.
 */
export const fileRoutes: RawRoute[] = [
  {
    path: '/mes/file/upload',
    permission: SIGNED_IN_PERMISSION,
    allowsTerminals: true,
    limit: { bytes: MAX_ATTACHMENT_SIZE.bytes + MULTIPART_OVERHEAD_BYTES, label: MAX_ATTACHMENT_SIZE.label },
    run: async (call) => {
      refuseNonEmployees(call);
      return { data: await storeUploadedFile(call) };
    },
  },
  {
    path: '/mes/download/upload',
    permission: 'SYSTEM_DOWNLOAD',
    limit: { bytes: MAX_DOWNLOAD_SIZE.bytes + MULTIPART_OVERHEAD_BYTES, label: MAX_DOWNLOAD_SIZE.label },
    run: async (call) => ({ data: await storeUploadedFile(call, MAX_DOWNLOAD_SIZE, true) }),
  },
  {
    path: '/mes/file/get',
    permission: SIGNED_IN_PERMISSION,
    allowsTerminals: true,
    limit: { bytes: 10_000, label: '10 KB' },
    run: readFile,
  },
  // A paired screen may read the pictures of its own boards and no other file.
  {
    path: '/mes/wall/file',
    permission: PAIRED_SCREEN_PERMISSION,
    limit: { bytes: 10_000, label: '10 KB' },
    run: readFileForScreen,
  },
];
