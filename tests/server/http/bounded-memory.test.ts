import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { createWorkplaces } from '#tests/support/check-reports.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startIdleServer, watchHealth } from '#tests/support/health-watch.ts';
import { openScreen, waitUntil, type Screen } from '#tests/support/live-node.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { WorkbookClient } from '#tests/support/workbooks.ts';

const MIB = 1024 * 1024;
const HEAP_MIB = 512;
/** The maximum growth of the server's memory after an attack, in MiB. */
const MAX_GROWTH_MIB = 150;
const MAX_HEALTH_ANSWER_MS = 1000;
const MAX_REPORT_ANSWER_MS = 2000;
/**
 * On a busy machine, the maximum duration of `/healthz` and of a report, as a multiple of the slowest answer of an idle
 * process. A report needs more time, because it takes many round trips between the server and the database.
 */
const HEALTH_TIME_FACTOR = 4;
const REPORT_TIME_FACTOR = 12;
/** On a busy machine, the maximum duration of a report, as a multiple of the slowest report before the attacks. */
const EARLIER_REPORT_TIME_FACTOR = 5;
const START_PASSWORD = 'Start1234';
const ATTACKER_PASSWORD = 'Greedy1234';
const WORKBOOK_ROW_COUNT = 31_000;

/** Reads the memory of a process, in MiB. */
const readMemoryMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Runs a task `count` times, at most `concurrency` of them at the same time. */
async function runTaskRepeatedly(
  count: number,
  concurrency: number,
  task: (index: number) => Promise<unknown>,
) {
  let next = 0;
  const runTask = async () => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, runTask));
}

/**
 * Makes a workbook of about 5 MB. Its last row has an unknown unit, so that the server reads all rows but writes none.
 */
function makeWorkbook(): Buffer {
  const header = ['code', 'name', 'defaultSpec', 'unitId'];
  const rows = Array.from({ length: WORKBOOK_ROW_COUNT }, (_, index) => {
    const text = randomBytes(90).toString('base64');
    return [`M-${index}-${text.slice(0, 12)}`, text.slice(12, 60), text.slice(60, 120), null];
  });
  rows.at(-1)![3] = 'no such unit';
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([header, ...rows]), 'material');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

const keepAliveAgent = new Agent({ keepAlive: true });

/** Sends a body in parts. @returns the status of the answer; 0 if there is none */
const postBodyParts = (url: string, parts: readonly Buffer[]): Promise<number> =>
  new Promise((resolve) => {
    const clientRequest = request(url, {
      method: 'POST',
      agent: keepAliveAgent,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': parts.reduce((bytes, part) => bytes + part.length, 0),
      },
    });
    clientRequest.once('error', () => resolve(0));
    clientRequest.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode!));
    });
    for (const part of parts) clientRequest.write(part);
    clientRequest.end();
  });

describeForEachDatabase(
  `A server with --max-old-space-size=${HEAP_MIB}`,
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    /** Adds a person with the administrator's roles. @returns a client that is logged in as this person */
    const hireAttacker = async (admin: WireClient): Promise<WireClient> => {
      const employeePath = entities.employee.path;
      const [adminRow] = (
        await admin.call<{ rows: { roleIds: number[] }[] }>(`${employeePath}/page`, { search: 'admin' })
      ).rows;
      const fields = { code: 'GREEDY', name: 'Greedy', roleIds: adminRow!.roleIds };
      await admin.call(`${employeePath}/save`, fields, randomUUID());
      const login = { ...TEST_ADMIN, employeeCode: 'GREEDY' };
      const newAttacker = await openClient(admin.url, { ...login, password: START_PASSWORD });
      await newAttacker.call('/mes/user/password/modify', {
        oldPassword: START_PASSWORD,
        newPassword: ATTACKER_PASSWORD,
        newPasswordAgain: ATTACKER_PASSWORD,
      });
      return openClient(admin.url, { ...login, password: ATTACKER_PASSWORD });
    };

    test('withstands long tokens, millions of pairs, large workbooks, watches and sockets of one person', async () => {
      const server = await startChildServer(database, await findFreePort(), {
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
        // The same value as in `npm start` and in the Dockerfile.
        MALLOC_ARENA_MAX: '2',
        MES_DEFAULT_PASSWORD: START_PASSWORD,
      });
      closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
      const admin = await openClient(server.url, TEST_ADMIN);
      const [workplace] = await createWorkplaces(admin, 1);
      const attacker = await hireAttacker(admin);
      const health = watchHealth(server.url);
      closeCallbacks.push(() => health.close().then(() => undefined));
      const idleServer = await startIdleServer();
      closeCallbacks.push(idleServer.close);
      const idleHealth = watchHealth(idleServer.url);
      closeCallbacks.push(() => idleHealth.close().then(() => undefined));

      let reportStartMs = Date.now() - 20 * 3_600_000;
      /** Reports one piece by two calls. @returns how long the slower call took, in milliseconds */
      const reportPiece = async (): Promise<number> => {
        const people = [{ employeeId: workplace!.employeeId, ratio: null }];
        const startFields = {
          processId: workplace!.processId,
          quantity: 1,
          people,
          at: new Date(reportStartMs).toISOString(),
        };
        const [startMs, endTime] = [performance.now(), new Date((reportStartMs += 61_000)).toISOString()];
        const { reportId } = await admin.call<{ reportId: number }>(
          '/mes/report/start',
          startFields,
          randomUUID(),
        );
        const middleMs = performance.now();
        await admin.call('/mes/report/finish', { reportId, good: 1, at: endTime }, randomUUID());
        return Math.max(middleMs - startMs, performance.now() - middleMs);
      };

      for (let index = 0; index < 5; index++) await reportPiece();
      await Promise.all([health.readAndResetFigures(), idleHealth.readAndResetFigures()]);
      let usualReportMs = 0;
      for (let index = 0; index < 10; index++) usualReportMs = Math.max(usualReportMs, await reportPiece());
      const usualHealth = await health.readAndResetFigures();
      const memoryBeforeMib = readMemoryMib(server.child.pid!);
      const figures = [
        `before: ${memoryBeforeMib.toFixed(0)} MiB, /healthz ${usualHealth.slowest.toFixed(0)} ms, report ${usualReportMs.toFixed(0)} ms`,
      ];

      // Other processes keep the machine busy in bursts, so the limits use the slowest answer of the idle process so
      // far.
      let slowestIdleMs = 0;
      /**
       * Runs an attack while somebody else reports. Checks how fast the server answered, and that its memory is freed
       * again.
       */
      const runAttack = async (name: string, attack: () => Promise<unknown>) => {
        const startedAt = performance.now();
        let [slowestReportMs, peakMib] = [0, 0];
        const endController = new AbortController();
        const reporting = (async () => {
          while (!endController.signal.aborted) {
            slowestReportMs = Math.max(slowestReportMs, await reportPiece());
            peakMib = Math.max(peakMib, readMemoryMib(server.child.pid!));
            await wait(50);
          }
        })();
        await attack().finally(() => endController.abort());
        await reporting;
        const [{ slowest: slowestHealthMs, failures }, { slowest }] = await Promise.all([
          health.readAndResetFigures(),
          idleHealth.readAndResetFigures(),
        ]);
        slowestIdleMs = Math.max(slowestIdleMs, slowest);
        const seconds = (performance.now() - startedAt) / 1000;
        const isMemoryFreed = () => readMemoryMib(server.child.pid!) <= memoryBeforeMib + MAX_GROWTH_MIB;
        await waitUntil(`the memory is back after ${name}`, isMemoryFreed, 30_000).catch((error: unknown) => {
          console.log(
            `${name}: peak ${peakMib.toFixed(0)} MiB, now ${readMemoryMib(server.child.pid!).toFixed(0)} MiB`,
          );
          throw error;
        });
        figures.push(
          `${name}: ${seconds.toFixed(1)} s, peak ${peakMib.toFixed(0)} MiB, then ${readMemoryMib(server.child.pid!).toFixed(0)} MiB, ` +
            `/healthz ≤ ${slowestHealthMs.toFixed(0)} ms, report ≤ ${slowestReportMs.toFixed(0)} ms, an idle process ≤ ${slowestIdleMs.toFixed(0)} ms`,
        );
        console.log(figures.at(-1));
        expect(failures, name).toBe(0);
        expect(slowestHealthMs, name).toBeLessThanOrEqual(
          Math.max(MAX_HEALTH_ANSWER_MS, HEALTH_TIME_FACTOR * slowestIdleMs),
        );
        expect(slowestReportMs, name).toBeLessThanOrEqual(
          Math.max(
            MAX_REPORT_ANSWER_MS,
            REPORT_TIME_FACTOR * slowestIdleMs,
            EARLIER_REPORT_TIME_FACTOR * usualReportMs,
          ),
        );
      };

      const longToken = Buffer.alloc(MIB - 100, 'f');
      await runAttack('3,000 calls with 1 MB tokens', () =>
        runTaskRepeatedly(3000, 8, async (index) => {
          const parts = [Buffer.from(`token=${index}`), longToken];
          expect(await postBodyParts(`${server.url}/mes/login/current`, parts)).toBe(401);
        }),
      );

      const pairs = Buffer.alloc(8_000_000 - 200, 'a&');
      await runAttack('60 bodies of 4 million pairs', () =>
        runTaskRepeatedly(60, 6, async (index) => {
          const bodyStart = index % 2 === 0 ? '' : `token=${attacker.token}&`;
          expect(
            await postBodyParts(`${server.url}/mes/report/import`, [Buffer.from(bodyStart), pairs]),
          ).toBe(400);
        }),
      );

      const content = makeWorkbook();
      console.log(`workbook: ${(content.length / MIB).toFixed(1)} MiB`);
      await runAttack('six 5 MB workbooks', () =>
        runTaskRepeatedly(6, 6, async () => {
          const workbookClient = new WorkbookClient(server.url, attacker.token!);
          const answer = await workbookClient.check(entities.material, content);
          expect(answer).toMatchObject({ success: true, data: { problemCount: 1, file: null } });
        }),
      );

      await runAttack('5,000 watch requests', async () => {
        const screens = await Promise.all(
          Array.from({ length: 20 }, () => openScreen(server.url, attacker.token!)),
        );
        const answers = await Promise.all(
          screens.flatMap((screen, screenIndex) =>
            Array.from({ length: 250 }, (_, index) =>
              screen.watch('/mes/form/latestReports', {
                limit: String(((screenIndex * 250 + index) % 200) + 1),
              }),
            ),
          ),
        );
        expect(answers).toHaveLength(5000);
        expect(answers.filter(({ ok }) => !ok).length).toBeGreaterThan(2000);
        for (const screen of screens) screen.close();
      });

      await runAttack('1,500 sockets', async () => {
        const screens: Screen[] = [];
        await runTaskRepeatedly(1500, 30, async () => {
          const screen = await openScreen(server.url, attacker.token!).catch(() => null);
          if (screen) screens.push(screen);
        });
        expect(screens.filter(({ socket }) => socket.connected).length).toBeLessThanOrEqual(120);
        for (const screen of screens) screen.close();
      });

      console.log(figures.join('\n'));
      expect(server.child.exitCode).toBeNull();
      expect(await server.end()).toBe(0);
    });
  },
  'postgres',
);
