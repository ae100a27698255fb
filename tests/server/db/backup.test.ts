import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectFolder } from '#server/root.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import { openWatchingScreen } from '#tests/support/watching-screen.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';

const runFile = promisify(execFile);
const ORDER_PROGRESS_REQUEST = { path: '/mes/form/orderProgress', params: {} };

describeForEachDatabase(
  'A backup of the embedded database and its files',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    const runCommand = (action: string, folder: string) =>
      runFile(
        process.execPath,
        ['--import', 'tsx', join(projectFolder, 'server/commands/backup.ts'), action, folder],
        { cwd: projectFolder, env: { PATH: process.env.PATH, MES_DATA_DIR: database.dataDir } },
      ).then(
        ({ stdout }) => stdout,
        (error: { stderr: string }) => `refused: ${error.stderr}`,
      );

    test('is refused while the server runs; when it is restored, the feed has a new epoch, screens show the restored state, and no id is given twice', async () => {
      const port = await findFreePort();
      let server: AdminServer | null = await startAdminServer(database, { PORT: String(port) });
      closeCallbacks.push(() => server?.close());
      const { token } = server.admin;
      const readEpoch = async () =>
        (await server!.connection.db.selectFrom('feedMeta').select('epoch').executeTakeFirstOrThrow()).epoch;
      const screen = openWatchingScreen(server.url, token!, [ORDER_PROGRESS_REQUEST]);
      closeCallbacks.push(screen.close);
      const listShownCodes = () => screen.getView(ORDER_PROGRESS_REQUEST).rows.map((row) => row['code']);
      await createAndReleaseOrder(server.admin, 'KEPT', 5, ['Turning']);
      const epoch = await readEpoch();
      const backupFolder = join(database.dataDir, 'backup');
      expect(await runCommand('backup', backupFolder)).toContain('Another process already runs');
      await server.close();
      server = null;
      const filePath = join(database.dataDir, 'files', '1', '1');
      mkdirSync(join(filePath, '..'), { recursive: true });
      writeFileSync(filePath, 'drawing');
      expect(await runCommand('backup', backupFolder)).toContain('is backed up');

      server = await startAdminServer(database, { PORT: String(port) });
      const lostOrder = await createAndReleaseOrder(server.admin, 'LOST', 5, ['Milling']);
      await waitUntil(
        'the screen shows what was made after the backup',
        () => listShownCodes().includes('LOST'),
        30_000,
      );
      await server.close();
      server = null;
      writeFileSync(filePath, 'another drawing');
      const output = await runCommand('restore', backupFolder);
      expect(output).toContain('is restored');
      expect(existsSync(join(/the data from before is in (\S+)/.exec(output)![1]!, 'pg'))).toBe(true);
      expect(readFileSync(filePath, 'utf8')).toBe('drawing');

      server = await startAdminServer(database, { PORT: String(port) });
      expect(await readEpoch()).not.toBe(epoch);
      await waitUntil(
        'the screen shows the restored state',
        () => {
          const { isCatchingUp } = screen.getView(ORDER_PROGRESS_REQUEST);
          return !isCatchingUp && listShownCodes().includes('KEPT') && !listShownCodes().includes('LOST');
        },
        60_000,
      );
      const nextOrder = await createAndReleaseOrder(server.admin, 'NEXT', 5, ['Grinding']);
      expect(nextOrder.id).toBeGreaterThan(lostOrder.id);
      await waitUntil('the screen moves on', () => listShownCodes().includes('NEXT'), 30_000);
    });
  },
  'embedded',
);
