import type { Login, WireClient } from '../wire-client.ts';
import { fileReports, type Filed, type Pace } from './file-reports.ts';
import { makeMasters } from './make-masters.ts';
import { makeOrders } from './make-orders.ts';
import { patientCaller } from './patient-caller.ts';
import type { ProductionLog } from './production-log.ts';
import type { ProgressBar } from './progress-bar.ts';

/** How a log is replayed. */
interface ReplayOptions extends Pace {
  /** A client that is logged in. */
  client: WireClient;
  /** What it logs in with again, should its session end; null where that takes a person. */
  login: Login | null;
  bar: ProgressBar;
}

/**
 * Makes a factory do again what a shop wrote down: masters, orders with their routings, then every report in the order
 * of time, through the public API. It keeps nothing of its own: what is done is asked of the server, so it can be
 * interrupted anywhere and started again.
 * @throws WireRefusal for what will not pass by itself, AbortError where it was stopped
 */
export async function replay(
  log: ProductionLog,
  { client, login, bar, ...pace }: ReplayOptions,
): Promise<Filed> {
  const caller = patientCaller(
    client,
    login,
    (why) => bar.say(why === null ? 'The server answers again.' : `Waiting: ${why}`),
    pace.stopped,
  );
  const masters = await makeMasters(caller, log, bar);
  const processes = await makeOrders(caller, log, masters, bar);
  const filed = await fileReports(caller, log, masters, processes, pace, bar);
  bar.end();
  return filed;
}
