import { expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts';
import { startTestServer } from '#tests/support/wire-server.ts';

/** An address of this machine that a server on 127.0.0.1 does not answer. */
const SECOND_LOOPBACK_ADDRESS = '127.0.0.2';
const LISTENS_EVERYWHERE_PATTERN = /^ {2}Listens {4}on every address of this machine; .*HOST/gm;
const LISTENS_LOCALLY_PATTERN = /^ {2}Listens {4}on this machine only, .*; HOST=0\.0\.0\.0 opens it/gm;

describeForEachDatabase('The start says who can connect', (database) => {
  /**
   * Starts and ends a server. Returns whether the server answered at SECOND_LOOPBACK_ADDRESS, and
   * how often its output contains a match of each LISTENS pattern.
   */
  async function startAndEndServer(settings: Record<string, string>) {
    const port = await findFreePort();
    const server = await startServerProcess(database, port, {
      // An empty value counts as not set.
      HOST: '',
      MES_DEMO_SPEED: '0',
      MES_LOG_LEVEL: 'error',
      ...settings,
    });
    const isOpen = await fetch(`http://${SECOND_LOOPBACK_ADDRESS}:${port}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    await waitUntil('the start is told', () => server.getOutput().includes('  Data '), 20_000);
    await server.end();
    const text = server.getOutput();
    return {
      isOpen,
      everywhereLineCount: text.match(LISTENS_EVERYWHERE_PATTERN)?.length ?? 0,
      localLineCount: text.match(LISTENS_LOCALLY_PATTERN)?.length ?? 0,
    };
  }

  it('in one line: only this machine with just the demo factory, any with HOST or a real factory', async () => {
    // On a busy machine, creating the demonstration factory takes longer than a start may take.
    await replaceDatabaseWithDemo(database);
    const demoServer = await startTestServer(database, { MES_DEMO: 'on', HOST: '' });
    const { listeningHost } = demoServer;
    await demoServer.close();
    expect(listeningHost).toEqual({ host: '127.0.0.1', isOnlyDemo: true });
    expect(await startAndEndServer({})).toEqual({ isOpen: false, everywhereLineCount: 0, localLineCount: 1 });
    expect(await startAndEndServer({ HOST: '0.0.0.0' })).toEqual({
      isOpen: true,
      everywhereLineCount: 1,
      localLineCount: 0,
    });
    const { pool } = await database.open();
    await pool.query("insert into factory (code, name) values ('REAL', 'A real factory')");
    await database.close();
    expect(await startAndEndServer({})).toEqual({ isOpen: true, everywhereLineCount: 1, localLineCount: 0 });
  });
});

describeForEachDatabase('A start without a demonstration', (database) => {
  it('says in one line that it listens on every address', async () => {
    const server = await startServerProcess(database, await findFreePort(), { HOST: '', MES_DEMO: 'off' });
    const { port } = new URL(server.url);
    expect((await fetch(`http://${SECOND_LOOPBACK_ADDRESS}:${port}/healthz`)).ok).toBe(true);
    await waitUntil('the start is told', () => server.getOutput().includes('  Data '), 20_000);
    await server.end();
    expect(server.getOutput().match(LISTENS_EVERYWHERE_PATTERN)).toHaveLength(1);
    expect(server.getOutput().match(LISTENS_LOCALLY_PATTERN)).toBeNull();
  });
});
