import type { LoginCredentials, WireClient } from '../wire-client.ts';
import { importReports, type ImportTotals, type ReplayPace } from './import-reports.ts';
import { createMissingMasterData } from './make-masters.ts';
import { createAndReleaseMissingOrders } from './make-orders.ts';
import { createRetryingCaller } from './retrying-caller.ts';
import type { ProductionLog } from './production-log.ts';
import type { ProgressBar } from './progress-bar.ts';

interface ReplayOptions extends ReplayPace {
  /** A client that is logged in. */
  client: WireClient;
  /** The credentials for another login after the session has ended; null if the replay must not log in. */
  login: LoginCredentials | null;
  bar: ProgressBar;
}

/**
 * Replays a production log through the public API. It creates master data first, then orders with routings,
 * then reports in chronological order. It creates only what the server does not have yet, so that it can be
 * interrupted and restarted.
 * @throws WireRefusal if the server refuses a call for good; Error if an order does not fit the log;
 * AbortError when stopped
 */
export async function replayLog(
  log: ProductionLog,
  { client, login, bar, ...pace }: ReplayOptions,
): Promise<ImportTotals> {
  const caller = createRetryingCaller(
    client,
    login,
    (reason) => bar.printMessage(reason === null ? 'The server answers again.' : `Waiting: ${reason}`),
    pace.stopSignal,
  );
  const masterDataIds = await createMissingMasterData(caller, log, bar);
  const processes = await createAndReleaseMissingOrders(caller, log, masterDataIds, bar);
  const totals = await importReports(caller, log, masterDataIds, processes, pace, bar);
  bar.end();
  return totals;
}
