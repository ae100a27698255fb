import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { relative, resolve, sep } from 'node:path';
import { makeError } from '#shared/kernel/errors.ts';
import type { ConnectionFinding } from '#shared/answers/connection-findings.ts';
import type { AllowedOfflineLocations } from '../../call/route.ts';
import type { Db } from '../../db/database.ts';
import { log } from '../../log.ts';
import { findAllowedAddress } from './allowed-address.ts';

const CONNECTION_TIMEOUT_MS = 5000;
const DEFAULT_PORTS_BY_STORAGE_TYPE = { ftp: 21, sftp: 22, smb: 445 } as const;

function isInFolder(root: string, path: string): boolean {
  const relativePath = relative(root, path);
  return (
    relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && resolve(root, relativePath) === path
  );
}

/**
 * Resolves the symbolic links of a path, and returns the real folder.
 * @throws Error if the real folder is not in an allowed folder
 */
async function findAllowedRealFolder(path: string, roots: readonly string[]): Promise<string> {
  const realFolder = await realpath(path);
  for (const root of roots) if (isInFolder(await realpath(root), realFolder)) return realFolder;
  throw new Error('The path leads out of the folders of MES_OFFLINE_ROOTS');
}

/**
 * Finds the real folder of a path, if the settings of the server allow it.
 * @returns null if the settings do not allow the path
 * @throws Error if the path is no folder, or cannot be read and written
 */
export async function findWritableFolder(
  requestedPath: string,
  { roots }: AllowedOfflineLocations,
): Promise<string | null> {
  const path = resolve(requestedPath);
  const allowedRoots = roots.filter((root) => isInFolder(root, path));
  if (allowedRoots.length === 0) return null;
  const folder = await findAllowedRealFolder(path, allowedRoots);
  if (!(await stat(folder)).isDirectory()) throw new Error('The path is no folder');
  await access(folder, constants.R_OK | constants.W_OK);
  return folder;
}

const connectTo = (address: string, port: number): Promise<void> =>
  new Promise((resolveConnection, reject) => {
    const socket = connect({ host: address, port });
    socket.setTimeout(CONNECTION_TIMEOUT_MS, () => socket.destroy(new Error('No answer in time')));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolveConnection();
    });
  });

async function testHost(
  host: string,
  port: number,
  usualPort: number,
  { hosts }: AllowedOfflineLocations,
): Promise<ConnectionFinding> {
  const foundAddress = await findAllowedAddress({ host, port, usualPort }, hosts);
  if (foundAddress === 'notAllowed') return 'placeNotAllowed';
  if (foundAddress === null) throw new Error('The host has an address that MES_OFFLINE_HOSTS does not list');
  await connectTo(foundAddress.address, port);
  return 'serverAnswers';
}

/**
 * Tests whether an offline file storage can be used, if the settings of the server allow its folder or host.
 * A folder must exist, and be readable and writable. A server must accept a connection; the test does not log
 * in. The reason for a failure is only written to the log of this server.
 * @throws rowNotFound
 */
export async function testConnection(
  db: Db,
  places: AllowedOfflineLocations,
  factoryId: number,
  id: number,
): Promise<{ finding: ConnectionFinding }> {
  const setting = await db
    .selectFrom('offlineFileSetting')
    .select(['storageType', 'path', 'host', 'port'])
    .where('factoryId', '=', factoryId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!setting) throw makeError('rowNotFound');
  const { storageType, path, host, port } = setting;
  try {
    if (storageType === 'localFolder')
      return { finding: (await findWritableFolder(path, places)) ? 'folderReady' : 'placeNotAllowed' };
    const usualPort = DEFAULT_PORTS_BY_STORAGE_TYPE[storageType];
    return { finding: await testHost(host ?? '', port ?? usualPort, usualPort, places) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : typeof error;
    log.warn({ factoryId, id, reason }, 'An offline file storage cannot be reached');
    return { finding: 'placeNotReached' };
  }
}
