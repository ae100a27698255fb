import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { findAllowedAddress } from '#server/features/offline/allowed-address.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

const OFFLINE_FILE_PATH = '/mes/system/offlineFile';
const listenOnFreePort = (host: string) =>
  new Promise<{ server: Server; port: number }>((resolve) => {
    const server = createServer((socket) => socket.end()).listen(0, host, () =>
      resolve({ server, port: (server.address() as { port: number }).port }),
    );
  });

describeForEachDatabase('Offline file settings reach only configured roots and hosts', (database) => {
  const root = mkdtempSync(join(tmpdir(), 'mes-offline-'));
  const outsideFolder = mkdtempSync(join(tmpdir(), 'mes-other-'));
  let openListener: { server: Server; port: number };
  let closedPort: number;
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    mkdirSync(join(root, 'drawings'));
    mkdirSync(join(outsideFolder, 'secret'));
    writeFileSync(join(root, 'file'), 'x');
    symlinkSync(join(outsideFolder, 'secret'), join(root, 'link'));
    symlinkSync(join(outsideFolder, 'none'), join(root, 'broken'));
    openListener = await listenOnFreePort('127.0.0.1');
    const closedListener = await listenOnFreePort('127.0.0.1');
    closedPort = closedListener.port;
    await new Promise((resolve) => closedListener.server.close(resolve));
  });
  afterAll(async () => {
    await server.close();
    openListener.server.close();
    for (const folder of [root, outsideFolder]) rmSync(folder, { recursive: true });
  });
  const startServer = async (settings: Record<string, string>) => {
    await server?.close();
    server = await startTestServer(database, { MES_CAPTCHA: 'off', ...settings });
    admin = await server.caller().logIn();
  };
  const testPlace = async (fields: Record<string, unknown>) => {
    const { id } = await admin.send<{ id: number }>(`${OFFLINE_FILE_PATH}/save`, {
      name: makeUniqueText(),
      ...fields,
    });
    return admin.call<Record<string, unknown>>(`${OFFLINE_FILE_PATH}/try`, { id });
  };
  const tryFtp = (host: string, port?: number) =>
    testPlace({ path: '/x', storageType: 'ftp', host, ...(port ? { port } : {}) });
  const notAllowedFinding = { finding: 'placeNotAllowed' };
  const notReachedFinding = { finding: 'placeNotReached' };

  it('none without configuration: neither a folder nor this machine, by name or address', async () => {
    await startServer({});
    for (const path of [root, outsideFolder, '/', '/etc', join(root, 'none')])
      expect([path, await testPlace({ path })]).toEqual([path, notAllowedFinding]);
    for (const host of ['127.0.0.1', 'localhost', '127.1', '2130706433', '::1', '169.254.169.254'])
      for (const port of [openListener.port, closedPort])
        expect([host, await tryFtp(host, port)]).toEqual([host, notAllowedFinding]);
  });

  it('folders of MES_OFFLINE_ROOTS, but nothing that a link or “..” leads to, and without telling what exists', async () => {
    await startServer({ MES_OFFLINE_ROOTS: `/srv/none, ${root}` });
    for (const path of [root, join(root, 'drawings'), `${root}/drawings/../drawings`])
      expect([path, await testPlace({ path })]).toEqual([path, { finding: 'folderReady' }]);
    // The answer is the same for a missing folder, a file, and a link to a place outside.
    for (const name of ['none', 'file', 'link', 'broken', 'link/deeper', 'file/deeper'])
      expect([name, await testPlace({ path: join(root, name) })]).toEqual([name, notReachedFinding]);
    for (const path of [
      outsideFolder,
      `${outsideFolder}/none`,
      `${root}/../`,
      `${root}-other`,
      '/etc/passwd',
      '/none',
    ])
      expect([path, await testPlace({ path })]).toEqual([path, notAllowedFinding]);
  });

  it('hosts of MES_OFFLINE_HOSTS at their port, and loopback addresses only if they are listed', async () => {
    const entries = [
      `localhost:${openListener.port}`,
      `localhost:${closedPort}`,
      '0.0.0.0/0',
      'no-such-host.invalid',
    ];
    await startServer({ MES_OFFLINE_HOSTS: entries.join(',') });
    // The name `localhost` is listed, but its address is not.
    for (const port of [openListener.port, closedPort])
      expect(await tryFtp('localhost', port)).toEqual(notReachedFinding);
    expect(await tryFtp('127.0.0.1')).toEqual(notReachedFinding);
    expect(await tryFtp('169.254.169.254')).toEqual(notReachedFinding);
    expect(await tryFtp('no-such-host.invalid')).toEqual(notReachedFinding);
    expect(await tryFtp('127.0.0.1', openListener.port)).toEqual(notAllowedFinding);
    await startServer({
      MES_OFFLINE_HOSTS: [...entries, `127.0.0.0/8:${openListener.port}`, `127.0.0.1:${closedPort}`].join(
        ',',
      ),
    });
    for (const host of ['localhost', '127.0.0.1']) {
      expect([host, await tryFtp(host, openListener.port)]).toEqual([host, { finding: 'serverAnswers' }]);
      expect([host, await tryFtp(host, closedPort)]).toEqual([host, notReachedFinding]);
    }
    expect(await tryFtp('other-host.invalid')).toEqual(notAllowedFinding);
  });
});

describe('The hosts of offline file settings', () => {
  const findAddress = (setting: string, host: string, port = 22) =>
    findAllowedAddress(
      { host, port, usualPort: 22 },
      readConfig({ MES_OFFLINE_HOSTS: setting }).offlineHosts,
    );

  it.each([
    ['10.0.0.0/8', '10.20.3.4', 22, { address: '10.20.3.4' }],
    ['10.0.0.0/8', '11.0.0.1', 22, 'notAllowed'],
    ['10.0.0.0/8', '10.0.0.1', 23, 'notAllowed'],
    ['[fd00::1]:2222', 'fd00::1', 2222, { address: 'fd00::1' }],
    ['fd00::/8', 'fd12::1', 22, { address: 'fd12::1' }],
    ['::/0, 0.0.0.0/0', 'fe80::1', 22, null],
    ['::/0, 0.0.0.0/0', '::1', 22, null],
    ['::/0, 0.0.0.0/0', '::ffff:127.0.0.1', 22, null],
    ['::/0, 0.0.0.0/0', '::ffff:169.254.169.254', 22, null],
    ['::/0, 0.0.0.0/0', '64:ff9b::7f00:1', 22, null],
    ['::/0, 0.0.0.0/0', '0.0.0.0', 22, null],
    ['0.0.0.0/0', '8.8.8.8', 22, { address: '8.8.8.8' }],
    ['169.254.7.0/24', '169.254.7.9', 22, { address: '169.254.7.9' }],
    ['169.254.7.0/24', '169.254.169.254', 22, 'notAllowed'],
    ['localhost', 'LOCALHOST.', 22, null],
    ['*.lan', 'nas.other', 22, 'notAllowed'],
    ['*.lan', 'lan', 22, 'notAllowed'],
  ])('where %s is listed: %s port %d is %j', async (setting, host, port, expected) => {
    expect(await findAddress(setting, host, port)).toEqual(expected);
  });

  it('are reached only if a listed name has addresses, and all of them are allowed', async () => {
    const { offlineHosts } = readConfig({ MES_OFFLINE_HOSTS: 'nas.lan' });
    const findAmong = (...addresses: string[]) =>
      findAllowedAddress({ host: 'nas.lan', port: 22, usualPort: 22 }, offlineHosts, async () =>
        addresses.map((address) => ({ address })),
      );
    expect(await findAmong('10.0.0.5', '10.0.0.6')).toEqual({ address: '10.0.0.5' });
    expect(await findAmong('10.0.0.5', '127.0.0.1')).toBeNull();
    // The log then says that the name has no address, and does not blame the list of hosts.
    await expect(findAmong()).rejects.toThrow('The host has no address');
  });

  it.each([
    { MES_OFFLINE_HOSTS: 'http://nas' },
    { MES_OFFLINE_HOSTS: 'nas:0' },
    { MES_OFFLINE_HOSTS: '10.0.0.0/33' },
    { MES_OFFLINE_HOSTS: 'nas,,other' },
    { MES_OFFLINE_HOSTS: '*' },
    { MES_OFFLINE_ROOTS: 'drawings' },
    { MES_OFFLINE_ROOTS: '/srv,' },
  ])('and folders: %j stops the start with one line', (settings) => {
    expect(() => readConfig(settings)).toThrow(
      /^MES_OFFLINE_(HOSTS|ROOTS) must be [^\n]+, separated by commas$/,
    );
  });
});
