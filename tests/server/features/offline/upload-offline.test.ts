import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import { isFuzzyPath } from '#shared/entities/offline-file-setting.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

const PATH = '/mes/system/offlineFile';
const CONTENT = '%PDF-1.4 drawing';

describeForEachDatabase('an upload to an offline file location', (database) => {
  const root = mkdtempSync(join(tmpdir(), 'mes-upload-'));
  const folder = join(root, 'drawings');
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    mkdirSync(folder);
    server = await startTestServer(database, { MES_CAPTCHA: 'off', MES_OFFLINE_ROOTS: root });
    admin = await server.caller().logIn();
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true });
  });
  const storeFile = async (caller: Caller, name: string) => {
    const form = new FormData();
    form.append('file', new File([CONTENT], name));
    const headers = { [TIMESTAMP_HEADER]: String(Date.now()), [TOKEN_HEADER]: caller.token! };
    const response = await fetch(`${server.url}/mes/file/upload`, { method: 'POST', headers, body: form });
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  /** Uploads a stored file to a new location. @returns the name of the file, or the code of the refusal */
  const uploadToLocation = async (location: object, file: number): Promise<string> => {
    const { id } = await admin.send<{ id: number }>(`${PATH}/save`, { name: makeUniqueText(), ...location });
    const { body } = await admin.ask<{ name: string }>(`${PATH}/upload`, { id, file }, randomUUID());
    return body.success ? body.data.name : body.code;
  };

  test('copies the file to an exact path, and overwrites nothing', async () => {
    const file = await storeFile(admin, 'flange.pdf');
    expect(await uploadToLocation({ path: folder }, file)).toBe('flange.pdf');
    expect(readFileSync(join(folder, 'flange.pdf'), 'utf8')).toBe(CONTENT);
    expect(await uploadToLocation({ path: folder }, file)).toBe('offlineFileExists');
  });

  test('is disabled by a fuzzy path, whatever the storage', async () => {
    const file = await storeFile(admin, 'shaft.pdf');
    const before = readdirSync(folder);
    for (const path of [join(root, '*'), join(root, 'draw?ngs'), `${root}/{part}`, `${root}/%DAY%`]) {
      expect(isFuzzyPath(path)).toBe(true);
      expect(await uploadToLocation({ path }, file)).toBe('fuzzyPath');
    }
    const share = { storageType: 'smb', host: 'files', path: '/drawings/$ORDER' };
    expect(await uploadToLocation(share, file)).toBe('fuzzyPath');
    expect(isFuzzyPath(folder)).toBe(false);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('goes only to folders that the server may use', async () => {
    const file = await storeFile(admin, 'bush.pdf');
    expect(await uploadToLocation({ path: tmpdir() }, file)).toBe('offlinePlaceClosed');
    expect(await uploadToLocation({ path: join(root, 'none') }, file)).toBe('offlinePlaceClosed');
    const ftp = { storageType: 'ftp', host: 'files', path: '/drawings' };
    expect(await uploadToLocation(ftp, file)).toBe('offlineUploadToFolders');
    expect(await uploadToLocation({ path: folder }, 999_999_999)).toBe('rowNotFound');
  });
});
