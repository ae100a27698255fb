import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { fail } from '#shared/kernel/errors.ts';
import type { ConnectionFinding } from '#shared/answers/connection-findings.ts';
import type { Db } from '../../db/database.ts';

/** The timeout of a connection test, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 5000;
const DEFAULT_PORTS = { ftp: 21, sftp: 22, smb: 445 } as const;

const FINDINGS_BY_ERROR_CODE: Readonly<Record<string, ConnectionFinding>> = {
  ECONNREFUSED: 'connectionRefused',
  ENOTFOUND: 'hostUnknown',
  EAI_AGAIN: 'hostUnknown',
  EHOSTUNREACH: 'hostUnreachable',
  ENETUNREACH: 'hostUnreachable',
  ENOENT: 'folderMissing',
  ENOTDIR: 'folderMissing',
  EACCES: 'folderClosed',
  EPERM: 'folderClosed',
  EROFS: 'folderClosed',
};
const getFindingOfError = (error: unknown, otherwise: ConnectionFinding): ConnectionFinding =>
  FINDINGS_BY_ERROR_CODE[(error as NodeJS.ErrnoException).code ?? ''] ?? otherwise;

async function testFolder(path: string): Promise<ConnectionFinding> {
  try {
    if (!(await stat(path)).isDirectory()) return 'folderMissing';
    await access(path, constants.R_OK | constants.W_OK);
    return 'folderReady';
  } catch (error) {
    return getFindingOfError(error, 'folderClosed');
  }
}

const testHost = (host: string, port: number): Promise<ConnectionFinding> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (finding: ConnectionFinding) => {
      socket.destroy();
      resolve(finding);
    };
    socket.setTimeout(CONNECTION_TIMEOUT_MS, () => finish('connectionTimedOut'));
    socket.once('connect', () => finish('serverAnswers'));
    socket.once('error', (error) => finish(getFindingOfError(error, 'hostUnreachable')));
    // The socket's timeout does not cover the name lookup.
    setTimeout(() => finish('connectionTimedOut'), CONNECTION_TIMEOUT_MS + 500).unref();
  });

/**
 * Tests an offline file storage. A folder must exist and be writable; a server must accept a
 * connection. The test does not log in to the server.
 * @throws rowNotFound
 */
export async function testConnection(
  db: Db,
  factoryId: number,
  id: number,
): Promise<{ finding: ConnectionFinding; milliseconds: number }> {
  const setting = await db
    .selectFrom('offlineFileSetting')
    .select(['storageType', 'path', 'host', 'port'])
    .where('factoryId', '=', factoryId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!setting) throw fail('rowNotFound');
  const { storageType, path, host, port } = setting;
  const startedAt = Date.now();
  const finding =
    storageType === 'localFolder'
      ? await testFolder(path)
      : await testHost(host ?? '', port ?? DEFAULT_PORTS[storageType]);
  return { finding, milliseconds: Date.now() - startedAt };
}
