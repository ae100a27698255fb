import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { projectFolder } from '#server/root.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { findFreePort } from '#tests/support/server-process.ts';

/** How long a start may take, including the build of the client if there is none yet, in milliseconds. */
const START_TIMEOUT_MS = 150_000;

describeForEachDatabase(
  'npm start',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('passes the stop signal on to the server', async () => {
      const port = await findFreePort();
      const npm = spawn('npm', ['start'], {
        cwd: projectFolder,
        env: { ...process.env, PORT: String(port), MES_DATA_DIR: database.dataDir, MES_DEMO: 'off' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      // The process group contains npm and all processes that it started.
      closeCallbacks.push(async () => {
        try {
          process.kill(-npm.pid!, 'SIGKILL');
        } catch {
          // All processes of the group have already ended.
        }
      });
      let output = '';
      for (const stream of [npm.stdout, npm.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          (response) => response.ok,
          () => false,
        );
      await waitUntil('the server is ready', isReady, START_TIMEOUT_MS);
      const outputEnd = once(npm.stdout, 'close');
      npm.kill('SIGTERM');
      // The output closes when the last process that writes to it has ended.
      await outputEnd;
      expect(output).toContain('SIGTERM: stopping');
      expect(await isReady()).toBe(false);
    });
  },
  'embedded',
);
