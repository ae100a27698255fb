import { once } from 'node:events';
import { expect, test } from 'vitest';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts';
import { Caller } from '#tests/support/wire-server.ts';

interface LogLine {
  msg: string;
  doing?: string;
  error?: { message?: string };
}

/** Parses the log lines in the output of a server. */
const parseServerLog = (text: string): LogLine[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);

describeForEachDatabase('Errors that nothing handles', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  const startServer = async (env: Record<string, string> = {}) => {
    const settings = { MES_DEMO: 'off', MES_LOG_LEVEL: 'warn', ...env };
    const server = await startServerProcess(
      database,
      await findFreePort(),
      settings,
      undefined,
      'tests/support/crashing-server.ts',
    );
    closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
    const findLogLine = (message: string) =>
      parseServerLog(server.getOutput()).find(({ error }) => error?.message === message);
    return { server, find: findLogLine };
  };

  test('are logged with the running call or job; an exception ends the process with code 1, a rejection does not', async () => {
    const { server, find: findLogLine } = await startServer();
    const caller = new Caller(server.url, '127.0.0.1');
    await waitUntil('the job is logged', () => findLogLine('rejected by a job') !== undefined, 30_000);
    expect(findLogLine('rejected by a job')).toMatchObject({ doing: 'job fails in the background' });
    await caller.call('/mes/login/code');
    await waitUntil('the call is logged', () => findLogLine('rejected by a code') !== undefined);
    expect(findLogLine('rejected by a code')).toMatchObject({ doing: 'call /mes/login/code' });

    const ended = once(server.child, 'exit');
    // The call that was running is still answered.
    await caller.call('/mes/login/code');
    expect(await ended).toEqual([1, null]);
    expect(findLogLine('thrown after a code')).toMatchObject({
      msg: 'An exception was not caught: the server ends',
      doing: 'call /mes/login/code',
    });
  });

  test('a stop that hangs is ended after 500 ms', async () => {
    const { server } = await startServer({ MES_TEST_STUCK: '1' });
    expect(await server.end('SIGTERM')).toBe(1);
    expect(server.getOutput()).toContain('did not stop within 500 ms');
  });
});
