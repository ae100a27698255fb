import { describe, expect, test } from 'vitest';
import { keepSimulatorRunning } from '#server/start/run-simulator.ts';
import { SIMULATOR_AGENT, signInDemoEmployee } from '#server/start/sign-in-demo.ts';
import { readConfig } from '#server/config.ts';
import type { RefusedCall } from '#server/demo/simulator/crew.ts';
import { Simulator } from '#server/demo/simulator/simulator.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { startTestServer, type TestServer } from '#tests/support/wire-server.ts';

/** How long the simulator runs, in milliseconds: long enough for reports to end, each of which lasts at least a minute. */
const SIMULATION_MS = 80_000;
/** How much longer the simulator may run until somebody calls for help, in milliseconds. */
const MAX_EXTRA_SIMULATION_MS = 150_000;
const SIMULATION_SPEED_FACTOR = 100;
/** Refusals that may happen, for example if another worker was faster, or the previous process is not done yet. */
const ALLOWED_REFUSAL_CODES = [
  'previousProcessOpen',
  'quantityExceedsMachinable',
  'processState',
  'orderState',
  'stale',
  'callAlreadyOpen',
  'callState',
];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitUntil(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It did not come to it that ${what}`);
    await wait(250);
  }
}

const logInToDemo = async (server: TestServer) => {
  const { rows } = await server.connection.pool.query<{ id: number; zone: string }>(
    'select id, zone from factory',
  );
  const admin = await server.caller().logIn({ factoryCode: 'DEMO' });
  return { demo: { factoryId: rows[0]!.id, zone: rows[0]!.zone }, admin };
};

describe('the people of the demonstration factory', () => {
  describeForEachDatabase(
    'at work',
    (database) => {
      test('report, make mistakes, call for help and plan, and nobody is refused what a person would not understand', async () => {
        await replaceDatabaseWithDemo(database);
        const server = await startTestServer(database, { MES_DEMO: 'on', MES_RATE_LIMIT: '0' });
        try {
          const { demo, admin } = await logInToDemo(server);
          const total = async (path: string, filter: object = {}) =>
            (
              await admin.call<PageAnswer<object>>(`${path}/page`, {
                filter: JSON.stringify(filter),
                limit: 1,
              })
            ).total;
          const [reports, orders] = [await total('/mes/report'), await total('/mes/order')];
          const refusals: RefusedCall[] = [];
          const errors: unknown[] = [];
          const simulator = new Simulator({
            url: server.url,
            zone: demo.zone,
            speed: SIMULATION_SPEED_FACTOR,
            signIn: (code, place) => signInDemoEmployee(server.connection, demo, code, place),
            refused: (refusal) => refusals.push(refusal),
            onError: (error) => errors.push(error),
          });
          simulator.start();
          await wait(SIMULATION_MS);
          // Workers call for help at random, so the simulator runs on until there is a call.
          const deadline = Date.now() + MAX_EXTRA_SIMULATION_MS;
          while ((await total('/mes/andon/call')) === 0 && Date.now() < deadline) await wait(1000);
          await simulator.close();

          expect(errors).toEqual([]);
          expect(refusals.filter(({ code }) => !ALLOWED_REFUSAL_CODES.includes(code))).toEqual([]);
          const kiosk = { source: ['kiosk'] };
          const endedReportCount = await total('/mes/report', { ...kiosk, kind: ['finish', 'unfinished'] });
          console.log(
            `${endedReportCount} reports ended, ${refusals.length} refused: ${[...new Set(refusals.map((one) => one.code))].join(', ')}`,
          );
          expect(endedReportCount).toBeGreaterThan(25);
          expect(await total('/mes/report')).toBeGreaterThan(reports + endedReportCount);
          expect(await total('/mes/andon/call')).toBeGreaterThan(0);
          expect(await total('/mes/order')).toBeGreaterThan(orders + 10);
          expect(refusals.length).toBeLessThan(endedReportCount / 5);
          const { checked, wrong } = await checkLedgers(server.connection, demo.factoryId);
          expect(checked).toBeGreaterThan(100);
          expect(wrong).toEqual([]);
        } finally {
          await server.close();
        }
      }, 300_000);

      test('are sent home and called back by the switch, which a factory of real people has not', async () => {
        const server = await startTestServer(database, { MES_DEMO: 'on', MES_RATE_LIMIT: '0' });
        const errors: unknown[] = [];
        const { demo, admin } = await logInToDemo(server);
        const config = { ...readConfig({}), demoSpeed: SIMULATION_SPEED_FACTOR };
        const end = await keepSimulatorRunning(server.connection, server.url, config, (error) =>
          errors.push(error),
        );
        try {
          const atWork = async () =>
            Number(
              (
                await server.connection.pool.query<{ n: string }>(
                  'select count(*) as n from session where agent = $1 and revoked_at is null',
                  [SIMULATOR_AGENT],
                )
              ).rows[0]!.n,
            );
          await waitUntil('people are at work', async () => (await atWork()) > 3);
          await admin.call('/mes/demo/simulator/switch', { running: false });
          expect(await admin.call('/mes/demo/simulator')).toEqual({ isDemo: true, running: false });
          await waitUntil('everybody is at home', async () => (await atWork()) === 0);
          const feed = async () =>
            (await server.connection.pool.query('select max(pos) as pos from feed')).rows as unknown;
          const before = await feed();
          await wait(5000);
          expect(await feed()).toEqual(before);
          await admin.call('/mes/demo/simulator/switch', { running: true });
          await waitUntil('people are back at work', async () => (await atWork()) > 3);
          // A second simulator stays idle because the first one holds the lease.
          const second = await keepSimulatorRunning(server.connection, server.url, config, (error) =>
            errors.push(error),
          );
          await wait(1000);
          await second();
          expect(await atWork()).toBeGreaterThan(3);
          // Once the factory is not marked as a demonstration any more, its simulator cannot be switched.
          await server.connection.pool.query('update factory set is_demo = false where id = $1', [
            demo.factoryId,
          ]);
          await expect(admin.call('/mes/demo/simulator/switch', { running: false })).rejects.toThrow(
            'noDemonstration',
          );
          expect(await admin.call('/mes/demo/simulator')).toEqual({ isDemo: false, running: false });
        } finally {
          await end();
          await server.close();
        }
        expect(errors).toEqual([]);
      }, 120_000);
    },
    // The demonstration of a new installation runs on the embedded database, so the tests run only on this kind.
    'embedded',
  );
});
