import { sql } from 'kysely';
import type { CurrentProcesses, OrderProgress } from '#shared/answers/order-progress.ts';
import { derivePartState, DONE_PROCESS_STATES } from '#shared/ledger/part-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { Db } from '../../db/database.ts';
import { buildAvailablePiecesCondition, buildProcessOpenCondition } from '../../ledger/process-conditions.ts';
import { loadProcessesWithWaits } from '../../ledger/process-waits.ts';
import { loadProcessProgress } from '../../ledger/progress.ts';
import { PROJECTED_END_SQL } from '../../planning/projected-end.ts';

/** The maximum number of current processes in an answer. Its field `total` counts all current processes. */
const MAX_CURRENT_PROCESSES = 6;

interface PartRow {
  partId: number;
  processCount: number;
  done: number;
  states: ProcessState[];
  scrap: number;
  reworkOpen: number;
  hold: number;
  /** The ids of processes, in the sequence of the routing. */
  runningIds: number[];
  waitingIds: number[];
  lossIds: number[];
}

/**
 * Reads the figures of the parts of an order in one pass over its processes, because an order can have
 * thousands.
 */
async function readParts(db: Db, factoryId: number, orderId: number): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select p.part_id, count(*) as process_count,
      count(*) filter (where p.state in (${sql.join([...DONE_PROCESS_STATES])})) as done,
      array_agg(distinct p.state) as states,
      sum(p.scrap) as scrap, sum(p.rework_open) as rework_open, sum(p.hold) as hold,
      coalesce(array_agg(p.id order by p.seq, p.id) filter (where p.open_reports > 0), '{}') as running_ids,
      coalesce(array_agg(p.id order by p.seq, p.id) filter (
        where ${buildProcessOpenCondition('p')} and ${buildAvailablePiecesCondition('p')}), '{}') as waiting_ids,
      coalesce(array_agg(p.id order by p.seq, p.id) filter (where p.scrap > p.accepted_loss), '{}') as loss_ids
    from part t
      join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
    where t.factory_id = ${factoryId} and t.order_id = ${orderId} and t.deleted_at is null
    group by p.part_id
    order by p.part_id`.execute(db);
  return rows;
}

async function readProjectedEnd(db: Db, factoryId: number, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ projectedEnd: string | null }>`
    select ${PROJECTED_END_SQL} as projected_end from work_order o
    where o.factory_id = ${factoryId} and o.id = ${orderId}`.execute(db);
  return rows[0]?.projectedEnd ?? null;
}

/**
 * Reads how far an order is: the progress of its parts, its current processes, the pieces that are stuck, and
 * the scrap that nobody has answered. The current processes are those with a running report. If no report is
 * running, they are the open processes that have pieces to receive or to work on.
 * @param withShownPart whether to read the processes of the part of the first current process, too
 */
export async function readOrderProgress(
  db: Db,
  factoryId: number,
  orderId: number,
  withShownPart: boolean | null,
): Promise<OrderProgress> {
  const rows = await readParts(db, factoryId, orderId);
  const runningIds = rows.flatMap((row) => row.runningIds);
  const kind = runningIds.length > 0 ? 'running' : 'waiting';
  const currentIds = kind === 'running' ? runningIds : rows.flatMap((row) => row.waitingIds);
  const shownIds = currentIds.slice(0, MAX_CURRENT_PROCESSES);
  const lossIds = rows.flatMap((row) => row.lossIds);
  const processIds = [...new Set([...shownIds, ...lossIds])];
  const shownPartId = withShownPart
    ? rows.find((row) => [...row.runningIds, ...row.waitingIds].includes(shownIds[0]!))?.partId
    : undefined;
  const [loadedProcesses, shownProcesses, projectedEnd] = await Promise.all([
    processIds.length > 0 ? loadProcessProgress(db, factoryId, { processIds }) : [],
    shownPartId === undefined ? [] : loadProcessesWithWaits(db, factoryId, { partId: shownPartId }),
    readProjectedEnd(db, factoryId, orderId),
  ]);
  const processesById = new Map(loadedProcesses.map((process) => [process.processId, process]));
  const getProcesses = (ids: readonly number[]): ProcessProgress[] =>
    ids.flatMap((id) => processesById.get(id) ?? []);
  const currentProcesses: CurrentProcesses = {
    kind,
    total: currentIds.length,
    processes: getProcesses(shownIds),
  };
  return {
    parts: rows.map(({ partId, processCount, done, states }) => ({
      partId,
      state: derivePartState(states),
      processCount,
      done,
    })),
    current: currentProcesses.processes.length > 0 ? currentProcesses : null,
    stuck: (['scrap', 'reworkOpen', 'hold'] as const)
      .map((name) => ({ name, quantity: addQuantities(...rows.map((row) => row[name])) }))
      .filter(({ quantity }) => quantity > 0),
    projectedEnd,
    openLosses: getProcesses(lossIds),
    shownPart: shownPartId === undefined ? null : { partId: shownPartId, processes: shownProcesses },
  };
}
