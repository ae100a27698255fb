import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readProductionLog, type ProductionLog } from '#server/demo/replay/production-log.ts';
import { projectFolder } from '#server/root.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { makeProductionLog, writeProductionLog } from '#tests/support/made-log.ts';
import { replayLog } from '#server/demo/replay/replay.ts';
import { findFreePort, type ServerProcess } from '#tests/support/server-process.ts';
import { startAdminServer } from '#tests/support/server.ts';
import { createSilentProgressBar } from '#tests/support/silent-bar.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const logFolder = mkdtempSync(join(tmpdir(), 'mes-log-'));
const productionLog = makeProductionLog(8, 40);
beforeAll(() => writeProductionLog(productionLog, logFolder));
afterAll(() => rmSync(logFolder, { recursive: true, force: true }));

/** The replay command, run in its own process as on a command line. */
interface RunningCommand {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
}

const runningCommands: RunningCommand[] = [];
afterEach(async () => {
  for (const { child, ended } of runningCommands.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

function startReplayCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv = { MES_ADMIN_PASSWORD: TEST_ADMIN.password },
): RunningCommand {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(projectFolder, 'server/commands/replay.ts'), ...args],
    {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const command = { child, said: () => text, ended };
  runningCommands.push(command);
  return command;
}

describe('the command', () => {
  test.each([
    ['no folder', [], /Name one folder/],
    ['two speeds', [logFolder, '--fast', '--speed', '5'], /not both/],
    ['a speed that is none', [logFolder, '--speed', 'quick'], /above 0/],
    ['a batch that is too large', [logFolder, '--batch', '501'], /from 1 to 500/],
    ['an option that there is not', [logFolder, '--quick'], /--quick/],
    ['a folder without a log', [tmpdir()], /no production log/],
    ['a server that is not there', [logFolder, '--url', 'http://127.0.0.1:9'], /does not answer/],
  ])('says in a line what is wrong with %s', async (_, args, says) => {
    const command = startReplayCommand(args);
    expect(await command.ended).toBe(1);
    expect(command.said()).toMatch(says);
    expect(command.said()).not.toMatch(/\n\s+at /);
  });

  test('takes the password from the environment alone', async () => {
    const command = startReplayCommand([logFolder], {});
    expect(await command.ended).toBe(1);
    expect(command.said()).toContain('MES_ADMIN_PASSWORD');
  });

  test('reads back the log that was written', async () => {
    const storedLog: ProductionLog = await readProductionLog(logFolder);
    expect(storedLog.reports).toEqual(productionLog.reports);
    expect(storedLog.orders).toEqual(productionLog.orders);
    expect(new Set(storedLog.crafts).size).toBe(4);
  });
});

describeForEachDatabase('a replay from the command line', (database) => {
  test('goes on where it was after Ctrl-C, after kill -9 and after the server died: every report once', async () => {
    const port = await findFreePort();
    let server: ServerProcess = await startChildServer(database, port);
    const args = [logFolder, '--url', server.url, '--factory', TEST_ADMIN.factoryCode, '--batch', '3'];
    try {
      const first = startReplayCommand(args);
      await waitUntil(() => first.said().includes('Orders'));
      first.child.kill('SIGINT');
      expect(await first.ended).toBe(130);
      expect(first.said()).toContain('goes on where it was');

      const second = startReplayCommand(args);
      await waitUntil(() => second.said().includes('Reports'));
      second.child.kill('SIGKILL');
      await second.ended;

      const third = startReplayCommand(args);
      await waitUntil(() => third.said().includes('Reports'));
      await server.end('SIGKILL');
      await waitUntil(() => third.said().includes('Waiting'));
      server = await startChildServer(database, port);
      expect(await third.ended).toBe(0);
      const [, filed, before] = /(\d+) reports filed(?:, (\d+) had been filed before)?, 0 refused/.exec(
        third.said(),
      )!;
      expect(Number(filed) + Number(before ?? 0)).toBe(productionLog.reports.length);
      expect(third.said()).toMatch(/kept with a warning/);

      const again = startReplayCommand(args);
      expect(await again.ended).toBe(0);
      expect(again.said()).toContain(
        `0 reports filed, ${productionLog.reports.length} had been filed before, 0 refused`,
      );
    } finally {
      await server.end();
    }
    const connection = await database.open();
    const { db } = connection;
    const counts = async (
      table: 'importedLine' | 'workReport' | 'workOrder' | 'process' | 'craft' | 'device',
    ) =>
      Number(
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    expect([await counts('importedLine'), await counts('workReport')]).toEqual([
      productionLog.reports.length,
      productionLog.reports.length,
    ]);
    expect([
      await counts('workOrder'),
      await counts('process'),
      await counts('craft'),
      await counts('device'),
    ]).toEqual([8, 32, 4, 3]);
    // Every report that the log marks as rework has the remark "Rework".
    const marked = await db.selectFrom('workReport').select('id').where('remark', '=', 'Rework').execute();
    expect(marked.length).toBeGreaterThan(0);
    expect(marked).toHaveLength(productionLog.reports.filter((report) => report.isRework).length);
    const factory = await db.selectFrom('factory').select('id').executeTakeFirstOrThrow();
    expect((await checkLedgers(connection, factory.id)).wrong).toEqual([]);
    await database.close();
  }, 240_000);
});

describeForEachDatabase('a replay by the log’s own clock', (database) => {
  test('files every report in the order of time, as much faster as is asked, and skips the waiting for what was filed', async () => {
    const short = makeProductionLog(2, 20);
    const server = await startAdminServer(database);
    const clock = (report: { endedAt: string }) => Date.parse(`${report.endedAt}Z`);
    const speed = (clock(short.reports.at(-1)!) - clock(short.reports[0]!)) / 3000;
    const run = async (stopAt: number) => {
      const stop = new AbortController();
      const bar = createSilentProgressBar((title, done) => {
        if (title === 'Reports' && done >= stopAt) stop.abort();
      });
      const began = performance.now();
      const result = await replayLog(short, {
        client: server.admin,
        login: TEST_ADMIN,
        speed,
        batch: 500,
        bar,
        stopped: stop.signal,
      }).catch(() => null);
      return { result, ms: performance.now() - began };
    };
    try {
      expect((await run(20)).result).toBeNull();
      const second = await run(Infinity);
      expect(second.result).toMatchObject({ refused: [] });
      expect(second.result!.filed + second.result!.before).toBe(40);
      expect(second.result!.before).toBeGreaterThanOrEqual(20);
      // The second run waits only for the part of the log that the first run did not file.
      const remainingReports = short.reports.slice(second.result!.before);
      const share = (clock(remainingReports.at(-1)!) - clock(remainingReports[0]!)) / speed;
      expect(second.ms).toBeGreaterThanOrEqual(share - 50);
      const rows = await server.connection.db
        .selectFrom('importedLine')
        .select(['line', 'reportId'])
        .orderBy('reportId')
        .execute();
      expect(rows.map((row) => row.line)).toEqual(short.reports.map((report) => report.line));
    } finally {
      await server.close();
    }
  }, 120_000);
});

async function waitUntil(holds: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('Not within a minute');
    await new Promise((done) => setTimeout(done, 10));
  }
}
