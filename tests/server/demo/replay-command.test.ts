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
  readOutput: () => string;
  exitCode: Promise<number | null>;
}

const runningCommands: RunningCommand[] = [];
afterEach(async () => {
  for (const { child, exitCode } of runningCommands.splice(0)) {
    child.kill('SIGKILL');
    await exitCode;
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
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exitCode = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const command = { child, readOutput: () => output, exitCode };
  runningCommands.push(command);
  return command;
}

describe('the command', () => {
  test.each([
    ['no folder', [], /Name one folder/],
    ['two speeds', [logFolder, '--fast', '--speed', '5'], /not both/],
    ['a speed that is not a number', [logFolder, '--speed', 'quick'], /above 0/],
    ['a batch that is too large', [logFolder, '--batch', '501'], /from 1 to 500/],
    ['an unknown option', [logFolder, '--quick'], /--quick/],
    ['a folder without a log', [tmpdir()], /no production log/],
    ['a server that is not there', [logFolder, '--url', 'http://127.0.0.1:9'], /does not answer/],
  ])('explains in one line what is wrong with %s', async (_, args, messagePattern) => {
    const command = startReplayCommand(args);
    expect(await command.exitCode).toBe(1);
    expect(command.readOutput()).toMatch(messagePattern);
    expect(command.readOutput()).not.toMatch(/\n\s+at /);
  });

  test('takes the password only from the environment', async () => {
    const command = startReplayCommand([logFolder], {});
    expect(await command.exitCode).toBe(1);
    expect(command.readOutput()).toContain('MES_ADMIN_PASSWORD');
  });

  test('reads back the log that was written', async () => {
    const storedLog: ProductionLog = await readProductionLog(logFolder);
    expect(storedLog.reports).toEqual(productionLog.reports);
    expect(storedLog.orders).toEqual(productionLog.orders);
    expect(new Set(storedLog.crafts).size).toBe(4);
  });
});

describeForEachDatabase('a replay from the command line', (database) => {
  test('continues after Ctrl-C, after kill -9 and after a crash of the server, and files each report once', async () => {
    const port = await findFreePort();
    let server: ServerProcess = await startChildServer(database, port);
    const args = [logFolder, '--url', server.url, '--factory', TEST_ADMIN.factoryCode, '--batch', '3'];
    try {
      const firstCommand = startReplayCommand(args);
      await waitUntil(() => firstCommand.readOutput().includes('Orders'));
      firstCommand.child.kill('SIGINT');
      expect(await firstCommand.exitCode).toBe(130);
      expect(firstCommand.readOutput()).toContain('goes on where it was');

      const secondCommand = startReplayCommand(args);
      await waitUntil(() => secondCommand.readOutput().includes('Reports'));
      secondCommand.child.kill('SIGKILL');
      await secondCommand.exitCode;

      const thirdCommand = startReplayCommand(args);
      await waitUntil(() => thirdCommand.readOutput().includes('Reports'));
      await server.end('SIGKILL');
      await waitUntil(() => thirdCommand.readOutput().includes('Waiting'));
      server = await startChildServer(database, port);
      expect(await thirdCommand.exitCode).toBe(0);
      const [, filedCount, earlierCount] =
        /(\d+) reports filed(?:, (\d+) had been filed before)?, 0 refused/.exec(thirdCommand.readOutput())!;
      expect(Number(filedCount) + Number(earlierCount ?? 0)).toBe(productionLog.reports.length);
      expect(thirdCommand.readOutput()).toMatch(/kept with a warning/);

      const fourthCommand = startReplayCommand(args);
      expect(await fourthCommand.exitCode).toBe(0);
      expect(fourthCommand.readOutput()).toContain(
        `0 reports filed, ${productionLog.reports.length} had been filed before, 0 refused`,
      );
    } finally {
      await server.end();
    }
    const connection = await database.open();
    const { db } = connection;
    const countRows = async (
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
    expect([await countRows('importedLine'), await countRows('workReport')]).toEqual([
      productionLog.reports.length,
      productionLog.reports.length,
    ]);
    expect([
      await countRows('workOrder'),
      await countRows('process'),
      await countRows('craft'),
      await countRows('device'),
    ]).toEqual([8, 32, 4, 3]);
    // Every report that the log marks as rework has the remark "Rework".
    const reworkReports = await db
      .selectFrom('workReport')
      .select('id')
      .where('remark', '=', 'Rework')
      .execute();
    expect(reworkReports.length).toBeGreaterThan(0);
    expect(reworkReports).toHaveLength(productionLog.reports.filter((report) => report.isRework).length);
    const factory = await db.selectFrom('factory').select('id').executeTakeFirstOrThrow();
    expect((await checkLedgers(connection, factory.id)).mismatches).toEqual([]);
    await database.close();
  });
});

describeForEachDatabase('a replay at a multiple of the real speed', (database) => {
  test('files reports in the order of time at the given speed, and does not wait for those that are already filed', async () => {
    const shortLog = makeProductionLog(2, 20);
    const server = await startAdminServer(database);
    const parseEndMs = (report: { endedAt: string }) => Date.parse(`${report.endedAt}Z`);
    const speed = (parseEndMs(shortLog.reports.at(-1)!) - parseEndMs(shortLog.reports[0]!)) / 3000;
    const runReplay = async (stopAtCount: number, options: { source?: string; speed?: null } = {}) => {
      const abortController = new AbortController();
      const bar = createSilentProgressBar((title, done) => {
        if (title === 'Reports' && done >= stopAtCount) abortController.abort();
      });
      const startedAt = performance.now();
      const { source = shortLog.source, speed: runSpeed = speed } = options;
      const result = await replayLog(
        { ...shortLog, source },
        {
          client: server.admin,
          login: TEST_ADMIN,
          speed: runSpeed,
          batchSize: 500,
          bar,
          stopSignal: abortController.signal,
        },
      ).catch(() => null);
      return { result, durationMs: performance.now() - startedAt };
    };
    try {
      // The reports of another log do not count as filed.
      expect((await runReplay(Infinity, { source: 'other', speed: null })).result).toMatchObject({
        importedCount: 40,
      });
      const firstRun = await runReplay(20);
      expect(firstRun.result).toBeNull();
      expect(firstRun.durationMs).toBeGreaterThanOrEqual(
        (parseEndMs(shortLog.reports[19]!) - parseEndMs(shortLog.reports[0]!)) / speed - 50,
      );
      const secondRun = await runReplay(Infinity);
      expect(secondRun.result).toMatchObject({ refused: [] });
      expect(secondRun.result!.importedCount + secondRun.result!.earlierCount).toBe(40);
      expect(secondRun.result!.earlierCount).toBeGreaterThanOrEqual(20);
      // The second run waits only for the part of the log that the first run did not file.
      const remainingReports = shortLog.reports.slice(secondRun.result!.earlierCount);
      const minDurationMs = (parseEndMs(remainingReports.at(-1)!) - parseEndMs(remainingReports[0]!)) / speed;
      expect(secondRun.durationMs).toBeGreaterThanOrEqual(minDurationMs - 50);
      const rows = await server.connection.db
        .selectFrom('importedLine')
        .select(['line', 'reportId'])
        .where('source', '=', shortLog.source)
        .orderBy('reportId')
        .execute();
      expect(rows.map((row) => row.line)).toEqual(shortLog.reports.map((report) => report.line));
    } finally {
      await server.close();
    }
  });
});

async function waitUntil(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('Not within a minute');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
