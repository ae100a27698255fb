import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDatabaseKinds, makeDatabase } from '#tests/support/databases.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { findProgramOnPath } from '#tests/support/programs.ts';
import { Caller, startTestServer, type TestServer } from '#tests/support/wire-server.ts';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
const nginxPath = findProgramOnPath('nginx') ?? findProgramOnPath('/usr/sbin/nginx');
const dockerComposePath = findProgramOnPath('docker-compose');
const hasPostgres = listDatabaseKinds().some(
  ({ kind, unavailableReason }) => kind === 'postgres' && unavailableReason === null,
);

describe.skipIf(!dockerComposePath)(
  `docker-compose.yml${dockerComposePath ? '' : ' (docker-compose is not installed)'}`,
  () => {
    const readComposeConfig = (env: Record<string, string>) =>
      execFileSync(dockerComposePath!, ['--env-file', 'server/deploy/example.env', 'config'], {
        cwd: projectRoot,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'], HOME: tmpdir(), ...env },
      });

    it('is valid, and passes the secrets to the services', () => {
      const settings = readComposeConfig({
        POSTGRES_PASSWORD: 'pgsecret',
        MES_ADMIN_PASSWORD: 'Admin1234',
        MES_DEFAULT_PASSWORD: 'Welcome2026',
      });
      expect(settings).toContain('postgres://mes:pgsecret@database:5432/mes');
      expect(settings).toMatch(/MES_ADMIN_PASSWORD: Admin1234/);
    });

    it('does not start while a password is not set', () => {
      expect(() => readComposeConfig({})).toThrow(/fill in \.env/);
      expect(() => readComposeConfig({ POSTGRES_PASSWORD: 'x', MES_ADMIN_PASSWORD: 'y' })).toThrow(
        /MES_DEFAULT_PASSWORD|fill in \.env/,
      );
    });
  },
);

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Starts a DNS server that always answers with these addresses, as Docker's DNS server does for a service. */
async function startNameServer(addresses: string[]): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (question, sender) => {
    const end = question.indexOf(0, 12) + 5;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    const answers = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, question.subarray(12, end), ...answers]), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
}

const skipReason = [
  nginxPath ? '' : 'nginx is not installed',
  hasPostgres ? '' : 'PostgreSQL is not installed',
]
  .filter(Boolean)
  .join(', ');

describe.skipIf(skipReason !== '')(
  `the proxy in front of two nodes${skipReason && ` (${skipReason})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'mes-proxy-'));
    const nodes: TestServer[] = [];
    let database: Awaited<ReturnType<typeof makeDatabase>>;
    let nameServer: Socket;
    let proxy: ChildProcess;
    let url: string;

    beforeAll(async () => {
      database = await makeDatabase('postgres');
      const [nodePort, proxyPort] = [await findFreePort(), await findFreePort()];
      for (const host of ['127.0.0.2', '127.0.0.3'])
        nodes.push(await startTestServer(database, { HOST: host, PORT: String(nodePort) }));
      nameServer = await startNameServer(['127.0.0.2', '127.0.0.3']);
      // Replace only the ports and the address of the DNS server.
      const conf = readFileSync(join(projectRoot, 'server/deploy/proxy.conf'), 'utf8')
        .replace('listen 80;', `listen 127.0.0.1:${proxyPort};`)
        .replace('resolver 127.0.0.11', `resolver 127.0.0.1:${nameServer.address().port}`)
        .replace('app:8080', `app:${nodePort}`);
      const mainLines = [
        'daemon off;',
        'worker_processes 1;',
        `pid ${folder}/pid;`,
        `error_log ${folder}/error.log;`,
        'events {}',
        'http {',
      ];
      const tempPathLines = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      writeFileSync(
        join(folder, 'nginx.conf'),
        [...mainLines, ...tempPathLines, 'access_log off;', conf, '}'].join('\n'),
      );
      execFileSync(
        nginxPath!,
        ['-t', '-q', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
        {
          stdio: 'pipe',
        },
      );
      proxy = spawn(nginxPath!, ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
        stdio: 'ignore',
      });
      url = `http://127.0.0.1:${proxyPort}`;
      await waitUntil(
        'the proxy answers',
        () =>
          fetch(`${url}/healthz`).then(
            (answer) => answer.ok,
            () => false,
          ),
        10_000,
      );
    });
    afterAll(async () => {
      if (proxy) {
        const exited = new Promise((resolve) => proxy.once('exit', resolve));
        proxy.kill('SIGQUIT');
        setTimeout(() => proxy.kill('SIGKILL'), 3000).unref();
        await exited;
      }
      nameServer?.close();
      for (const node of nodes) await node.close();
      await database?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    it('lets any node answer any call of one session', async () => {
      const caller = await new Caller(url, '10.9.9.9').logIn();
      for (let callIndex = 0; callIndex < 8; callIndex++)
        expect(await caller.call('/mes/login/current')).toMatchObject({ code: 'admin' });
      const { rows } = await nodes[0]!.connection.pool.query<{ ip: string }>(
        'select distinct ip from session',
      );
      // The stored address is the one that the proxy saw, not the one in the caller's header.
      expect(rows.map((row) => row.ip)).toEqual(['127.0.0.1']);
    });

    it('forwards websockets: a write on one node reaches the screens of both nodes', async () => {
      const caller = await new Caller(url, '10.9.9.9').logIn();
      const screens = await Promise.all([1, 2, 3, 4].map(() => openScreen(url, caller.token!)));
      try {
        await waitUntil(
          'every screen is greeted',
          () => screens.every((screen) => screen.beats.length > 0),
          8000,
        );
        await caller.send('/mes/system/basic/department/save', { code: 'P-1', name: 'Through the proxy' });
        await waitUntil(
          'every screen is told',
          () => screens.every((screen) => screen.changed.some((message) => message.entity === 'department')),
          8000,
        );
      } finally {
        for (const screen of screens) screen.close();
      }
    });

    it('uses the other node when one node has stopped', async () => {
      const caller = await new Caller(url, '10.9.9.9').logIn();
      await nodes.pop()!.close();
      for (let callIndex = 0; callIndex < 8; callIndex++)
        expect(await caller.call('/mes/login/current')).toMatchObject({ code: 'admin' });
    });
  },
);
