import type { RequestHandler } from 'express';
import type { Backend } from '../call/backend.ts';
import { sql } from 'kysely';
import { getClockSkewMs } from '../db/clock.ts';
import type { Connection } from '../db/connect.ts';
import { getDiskSpace, type DiskSpace } from '../db/disk-space.ts';
import { runWithTimeLimit } from '../db/time-limit.ts';
import { log } from '../log.ts';

/** Timeout of the database check, in milliseconds. */
const DATABASE_TIMEOUT_MS = 2000;

/** The health status of a node, which anybody may read without a log-in. */
interface HealthStatus {
  build: string;
  database: { kind: Connection['kind']; ok: boolean };
  /**
   * The sum of the change feed positions of all factories; null if the database does not answer.
   */
  feedHead: number | null;
  /**
   * The time of this node minus the time of the database, in milliseconds; null until it was measured, or if
   * the database does not answer.
   */
  clockSkewMs: number | null;
  /** The space on the disk of the data folder; null until it was read. */
  disk: Pick<DiskSpace, 'state' | 'usedPercent'> | null;
  /** Whether the upstream MES answers; null without an upstream. */
  upstream: { ok: boolean } | null;
}

function getDiskStatus({ db }: Connection): HealthStatus['disk'] {
  const space = getDiskSpace(db);
  return space && { state: space.state, usedPercent: space.usedPercent };
}

/**
 * Makes the handler that answers the health status, without a log-in. `/healthz` checks that the process
 * runs, and `/readyz` that it can serve calls. An unreachable upstream MES does not make a node unready,
 * because boards still show their last data.
 * @param requiresDatabase whether the answer has status 503 if the database does not answer
 */
export function makeHealthHandler(
  connection: Connection,
  backend: Backend,
  buildId: string,
  requiresDatabase: boolean,
): RequestHandler {
  return async (_request, response) => {
    const status: HealthStatus = {
      build: buildId,
      database: { kind: connection.kind, ok: false },
      feedHead: null,
      clockSkewMs: null,
      disk: getDiskStatus(connection),
      upstream: backend.isReachable ? { ok: await backend.isReachable() } : null,
    };
    try {
      const result = await runWithTimeLimit(DATABASE_TIMEOUT_MS, () =>
        sql<{ pos: number }>`select coalesce(sum(pos), 0)::bigint as pos from feed_head`.execute(
          connection.db,
        ),
      );
      status.database.ok = true;
      status.clockSkewMs = getClockSkewMs(connection.db);
      status.feedHead = result.rows[0]?.pos ?? 0;
    } catch (error) {
      log.warn(
        { error: error instanceof Error ? error.message : typeof error },
        'The database does not answer',
      );
    }
    response
      .set('cache-control', 'no-store')
      .status(requiresDatabase && !status.database.ok ? 503 : 200)
      .json(status);
  };
}
