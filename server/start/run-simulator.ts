import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Connection } from '../db/connect.ts';
import { Simulator } from '../demo/simulator/simulator.ts';
import { log } from '../log.ts';
import { releaseAndPruneLeases, takeLeases } from '../db/leases/take-leases.ts';
import { SIMULATOR_AGENT, signInDemoEmployee, type DemoFactory } from './sign-in-demo.ts';

/** The key of the lease. The node that holds the lease runs the simulator. */
const LEASE_KEY = 'demo simulator';
const LEASE_MS = 15_000;
/** The interval between two checks of the on/off switch, in milliseconds. */
const CHECK_INTERVAL_MS = 3000;
/**
 * The pause before the simulator starts again after its first failure. Each further failure doubles it, up to
 * `MAX_RESTART_PAUSE_MS`.
 */
const FIRST_RESTART_PAUSE_MS = 10_000;
const MAX_RESTART_PAUSE_MS = 3_600_000;

async function endSimulatorSessions({ db }: Connection, { factoryId }: DemoFactory): Promise<void> {
  await sql`update session set revoked_at = now()
    where factory_id = ${factoryId} and agent = ${SIMULATOR_AGENT} and revoked_at is null`.execute(db);
}

/**
 * Runs the simulator of the demonstration factory while the simulator is switched on. Only one node runs it at a
 * time. If the configuration has no demonstration or a simulator speed of 0, or if there is no demonstration
 * factory, this function does nothing.
 * @returns a function that stops the simulator
 */
export async function keepSimulatorRunning(
  connection: Connection,
  url: string,
  config: Config,
  onError: (error: unknown, message: string) => void,
): Promise<() => Promise<void>> {
  const doNothing = async (): Promise<void> => {};
  if (!config.demo || config.demoSpeed === 0) return doNothing;
  const { db } = connection;
  const demoFactories =
    await sql<DemoFactory>`select id as factory_id, zone from factory where is_demo order by id limit 1`.execute(
      db,
    );
  const demo = demoFactories.rows[0];
  if (!demo) return doNothing;

  const nodeId = randomUUID();
  let simulator: Simulator | null = null;
  let failures = 0;
  let nextStartAtMs = 0;
  const stopSimulator = async (): Promise<void> => {
    const runningSimulator = simulator;
    simulator = null;
    if (!runningSimulator) return;
    await runningSimulator.close();
    await endSimulatorSessions(connection, demo);
    await releaseAndPruneLeases(db, nodeId);
  };
  const checkSimulator = async (): Promise<void> => {
    const result = await sql<{ isRunning: boolean }>`select is_running from demo_simulator
      where factory_id = ${demo.factoryId}`.execute(db);
    if (result.rows[0]?.isRunning === false) return stopSimulator();
    const request = { key: LEASE_KEY, answerAgeMs: null, digest: null };
    const [lease] = await takeLeases(db, nodeId, [request], LEASE_MS);
    if (lease?.node !== nodeId) return stopSimulator();
    if (simulator?.hasFailed) {
      await stopSimulator();
      failures += 1;
      nextStartAtMs =
        Date.now() + Math.min(MAX_RESTART_PAUSE_MS, FIRST_RESTART_PAUSE_MS * 2 ** (failures - 1));
    }
    if (simulator || Date.now() < nextStartAtMs) return;
    simulator = new Simulator({
      url,
      zone: demo.zone,
      speed: config.demoSpeed,
      signIn: (code, place) => signInDemoEmployee(connection, demo, code, place),
      onRefusal: (refusal) => log.info(refusal, 'Somebody of the demonstration factory was refused'),
      onError,
    });
    simulator.start();
  };

  let hasEnded = false;
  let timer: NodeJS.Timeout | null = null;
  let runningCheck: Promise<void> = Promise.resolve();
  const runChecks = (): void => {
    runningCheck = checkSimulator()
      .catch((error: unknown) =>
        onError(error, 'The simulator of the demonstration factory cannot be looked after'),
      )
      .then(() => {
        if (!hasEnded) timer = setTimeout(runChecks, CHECK_INTERVAL_MS);
      });
  };
  runChecks();
  return async () => {
    hasEnded = true;
    if (timer) clearTimeout(timer);
    await runningCheck;
    await stopSimulator();
  };
}
