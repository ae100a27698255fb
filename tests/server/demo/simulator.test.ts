import { describe, expect, test } from 'vitest';
import { keepSimulatorRunning } from '#server/start/run-simulator.ts';
import { SIMULATOR_AGENT, signInDemoEmployee } from '#server/start/sign-in-demo.ts';
import { readConfig } from '#server/config.ts';
import type { RefusedCall } from '#server/demo/simulator/crew.ts';
import { Simulator } from '#server/demo/simulator/simulator.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeForEachDatabase, findQuickestDatabaseKind } from '#tests/support/databases.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { startTestServer, type TestServer } from '#tests/support/wire-server.ts';

/** How long the simulator runs at least, in milliseconds. Reports last at least a minute. */
const MIN_SIMULATION_MS = 62_000;
/** How long the simulator may run until everything has happened, in milliseconds. */
const MAX_SIMULATION_MS = 230_000;
const MIN_ENDED_REPORTS = 26;
const MIN_NEW_ORDERS = 11;
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
  'penaltyAboveCap',
  'scheduleOutdated',
];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitUntil(description: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not come to it that ${description}`);
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
      test('report, make mistakes, call for help, plan, release days, and are refused only as people are', async () => {
        await replaceDatabaseWithDemo(database);
        const server = await startTestServer(database, { MES_DEMO: 'on', MES_RATE_LIMIT: '0' });
        try {
          const { demo, admin } = await logInToDemo(server);
          const countRows = async (path: string, filter: object = {}) =>
            (
              await admin.call<PageAnswer<object>>(`${path}/page`, {
                filter: JSON.stringify(filter),
                limit: 1,
              })
            ).total;
          const countDoneMeasures = () =>
            countRows('/mes/quality/correctiveMeasure', { state: ['measureDone'] });
          const [reportCountBefore, orderCountBefore, measureCountBefore, doneMeasureCountBefore] = [
            await countRows('/mes/report'),
            await countRows('/mes/order'),
            await countRows('/mes/quality/correctiveMeasure'),
            await countDoneMeasures(),
          ];
          const refusals: RefusedCall[] = [];
          const errors: unknown[] = [];
          const simulator = new Simulator({
            url: server.url,
            zone: demo.zone,
            speed: SIMULATION_SPEED_FACTOR,
            signIn: (code, place) => signInDemoEmployee(server.connection, demo, code, place),
            onRefusal: (refusal) => refusals.push(refusal),
            onError: (error) => errors.push(error),
          });
          const countEndedReports = () =>
            countRows('/mes/report', { source: ['kiosk'], kind: ['finish', 'unfinished'] });
          const countPlans = async () =>
            (
              await server.connection.pool.query(
                `select from schedule_run r join daily_plan d on d.factory_id = r.factory_id and d.released_at > r.applied_at
                 where r.state = 'applied' and r.applied_by = '马晓东' and d.replaced_at is null`,
              )
            ).rows.length;
          // People do these things at random times, so the simulator runs until each was done. The rarest thing is
          // checked first.
          const hasEverythingHappened = async () =>
            (await countPlans()) > 0 &&
            (await countDoneMeasures()) > doneMeasureCountBefore &&
            (await countRows('/mes/quality/exception', { state: ['finished'] })) > 0 &&
            (await countRows('/mes/andon/call')) > 0 &&
            (await countEndedReports()) >= MIN_ENDED_REPORTS &&
            (await countRows('/mes/order')) >= orderCountBefore + MIN_NEW_ORDERS;
          simulator.start();
          const deadline = Date.now() + MAX_SIMULATION_MS;
          await wait(MIN_SIMULATION_MS);
          while (!(await hasEverythingHappened()) && Date.now() < deadline) await wait(1000);
          await simulator.close();

          expect(errors).toEqual([]);
          expect(refusals.filter(({ code }) => !ALLOWED_REFUSAL_CODES.includes(code))).toEqual([]);
          const endedReportCount = await countEndedReports();
          console.log(
            `${endedReportCount} reports ended, ${refusals.length} refused: ${[...new Set(refusals.map((refusal) => refusal.code))].join(', ')}`,
          );
          expect(endedReportCount).toBeGreaterThanOrEqual(MIN_ENDED_REPORTS);
          expect(await countRows('/mes/report')).toBeGreaterThan(reportCountBefore + endedReportCount);
          expect(await countRows('/mes/andon/call')).toBeGreaterThan(0);
          expect(await countPlans()).toBeGreaterThan(0);
          expect(await countRows('/mes/order')).toBeGreaterThanOrEqual(orderCountBefore + MIN_NEW_ORDERS);
          expect(await countRows('/mes/quality/exception', { state: ['finished'] })).toBeGreaterThan(0);
          expect(await countRows('/mes/quality/punish')).toBeGreaterThan(0);
          expect(await countRows('/mes/quality/correctiveMeasure')).toBeGreaterThan(measureCountBefore);
          expect(await countDoneMeasures()).toBeGreaterThan(doneMeasureCountBefore);
          expect(refusals.length).toBeLessThan(endedReportCount / 5);
          const { checkedCount: checked, mismatches: ledgerMismatches } = await checkLedgers(
            server.connection,
            demo.factoryId,
          );
          expect(checked).toBeGreaterThan(100);
          expect(ledgerMismatches).toEqual([]);
        } finally {
          await server.close();
        }
      });
    },
    // A minute of many calls takes more than twice the processor time on the embedded database.
    findQuickestDatabaseKind(),
  );

  describeForEachDatabase(
    'sent home',
    (database) => {
      test('can be sent home while they look for open calls', async () => {
        await replaceDatabaseWithDemo(database);
        const server = await startTestServer(database, { MES_DEMO: 'on', MES_RATE_LIMIT: '0' });
        try {
          const { demo } = await logInToDemo(server);
          const deskEmployeeCodes = new Set<string>();
          const closings: Promise<void>[] = [];
          const simulator = new Simulator({
            url: server.url,
            zone: demo.zone,
            speed: SIMULATION_SPEED_FACTOR,
            signIn: (code, place) => {
              if (place === 'desk') deskEmployeeCodes.add(code);
              // The first person at the desk is the planner, who reads the factory. The second person looks for open
              // calls.
              if (deskEmployeeCodes.size === 2) closings.push(simulator.close());
              return signInDemoEmployee(server.connection, demo, code, place);
            },
            onRefusal: () => undefined,
            onError: (error) => expect.fail(String(error)),
          });
          simulator.start();
          // An error that nothing handles would end the server. Here it fails the run.
          await waitUntil('the simulator is stopped', async () => closings.length > 0);
          await Promise.all(closings);
          expect(deskEmployeeCodes.size).toBe(2);
        } finally {
          await server.close();
        }
      });

      test('are sent home and called back by the switch, which a real factory cannot use', async () => {
        const server = await startTestServer(database, { MES_DEMO: 'on', MES_RATE_LIMIT: '0' });
        const errors: unknown[] = [];
        const { demo, admin } = await logInToDemo(server);
        const config = { ...readConfig({}), demoSpeed: SIMULATION_SPEED_FACTOR };
        const stopSimulator = await keepSimulatorRunning(server.connection, server.url, config, (error) =>
          errors.push(error),
        );
        try {
          const countPeopleAtWork = async () =>
            Number(
              (
                await server.connection.pool.query<{ n: string }>(
                  'select count(*) as n from session where agent = $1 and revoked_at is null',
                  [SIMULATOR_AGENT],
                )
              ).rows[0]!.n,
            );
          await waitUntil('people are at work', async () => (await countPeopleAtWork()) > 3);
          await admin.call('/mes/demo/simulator/switch', { running: false });
          expect(await admin.call('/mes/demo/simulator')).toEqual({ isDemo: true, running: false });
          await waitUntil('everybody is at home', async () => (await countPeopleAtWork()) === 0);
          const readFeedPosition = async () =>
            (await server.connection.pool.query('select max(pos) as pos from feed')).rows as unknown;
          const before = await readFeedPosition();
          await wait(5000);
          expect(await readFeedPosition()).toEqual(before);
          await admin.call('/mes/demo/simulator/switch', { running: true });
          await waitUntil('people are back at work', async () => (await countPeopleAtWork()) > 3);
          // A second simulator stays idle because the first one holds the lease.
          const stopSecondSimulator = await keepSimulatorRunning(
            server.connection,
            server.url,
            config,
            (error) => errors.push(error),
          );
          await wait(1000);
          await stopSecondSimulator();
          expect(await countPeopleAtWork()).toBeGreaterThan(3);
          // Once the factory is not marked as a demonstration any more, its simulator cannot be switched.
          await server.connection.pool.query('update factory set is_demo = false where id = $1', [
            demo.factoryId,
          ]);
          await expect(admin.call('/mes/demo/simulator/switch', { running: false })).rejects.toThrow(
            'noDemonstration',
          );
          expect(await admin.call('/mes/demo/simulator')).toEqual({ isDemo: false, running: false });
        } finally {
          await stopSimulator();
          await server.close();
        }
        expect(errors).toEqual([]);
      });
    },
    // The demonstration of a new installation runs on the embedded database, so the tests run only on this kind.
    'embedded',
  );
});
