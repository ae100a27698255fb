import { sql } from 'kysely';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { limitToCard, type CardHolding } from '#shared/ledger/cards.ts';
import { findNextStep, type NextStep } from '#shared/ledger/may-begin.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { findTurns, isLineIdle } from '#shared/planning/daily-plan/released-queue.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { makeContainsPattern } from '../db/like-pattern.ts';
import { buildActiveCardSql, buildShownCardSql, loadCardHoldings } from './cards/cards.ts';
import { buildAvailablePiecesCondition, buildProcessOpenCondition } from './process-conditions.ts';
import { loadQueuedShares } from './process-shares.ts';
import { loadProcessProgress } from './progress.ts';
import type { ReleasedLine } from './released/released-lines.ts';

/**
 * The due date of a process: its planned end, or else the due date of its part or its order. The query must use the
 * aliases `p`, `t` and `o`.
 */
export const PROCESS_DUE_DATE_SQL = sql<string | null>`coalesce(p.planned_end, t.due_date, o.due_date)`;

/** The sort order of a work queue: by due date, then by the priority of the work order. */
export const WORK_QUEUE_ORDER_SQL = sql`${PROCESS_DUE_DATE_SQL} nulls last, o.priority, p.id`;

/** A card of a part that can be used for a report at a process, and the next step with this card. */
interface CardStep {
  card: CardHolding;
  next: NextStep;
}

/**
 * Finds the first card that can be used for a report at a process; null if there is no such card, or if the part has
 * only one card.
 */
function findCardStep(
  process: ProcessProgress,
  routing: readonly ProcessProgress[],
  cards: readonly CardHolding[],
): CardStep | null {
  if (cards.length <= 1) return null;
  const processes = routing.map((candidate) => ({ ...candidate, id: candidate.processId }));
  for (const card of cards) {
    const limitedProcesses = limitToCard(card, cards, processes);
    const limitedProcess = limitedProcesses.find(({ id }) => id === process.processId)!;
    const next = findNextStep(limitedProcess, limitedProcesses, null);
    if (card.state === 'active' && next.step !== null) return { card, next };
  }
  return null;
}

type FoundProcess = Pick<QueuedProcess, 'processId' | 'partId' | 'dueDate' | 'cardCode'> & {
  cardId: number | null;
};

/**
 * Selects the processes of a work queue. If `workGroupIds` is null, all work groups are selected. If `search`
 * is null, all texts match. If there are `processIds`, only these are selected, in this order. `released` are
 * the lines of the released plan. Without `processIds`, their processes come first. They belong to the queue
 * even if only the device of the line is in a selected group.
 */
export interface WorkQueueFilter {
  workGroupIds: readonly number[] | null;
  search?: string | null;
  released?: readonly ReleasedLine[];
  processIds?: readonly number[] | null;
}

/** Lists the released lines of some groups. */
const listLinesOfGroups = ({ workGroupIds, released = [] }: WorkQueueFilter): readonly ReleasedLine[] =>
  workGroupIds === null
    ? released
    : released.filter(({ workGroupId }) => workGroupId !== null && workGroupIds.includes(workGroupId));

/** The FROM and WHERE clauses of the processes that have pieces to start, to receive or to rework. */
function buildQueueClauses(factoryId: number, filter: WorkQueueFilter) {
  const { workGroupIds, search = null, processIds = null } = filter;
  const releasedIds = listLinesOfGroups(filter).map(({ processId }) => processId);
  const pattern = search === null ? null : makeContainsPattern(search);
  return sql`from process p
    join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
    join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where p.factory_id = ${factoryId} and p.deleted_at is null
      and o.state in ('released', 'inProgress', 'completed') and o.deleted_at is null
      and p.state <> 'suspended'
      and ${workGroupIds === null ? sql`true` : sql`(p.work_group_id = any(${[...workGroupIds]}::bigint[]) or p.id = any(${releasedIds}::bigint[]))`}
      and (${buildProcessOpenCondition('p')} and ${buildAvailablePiecesCondition('p')} or p.rework_open > 0)
      ${processIds === null ? sql`` : sql`and p.id = any(${[...processIds]}::bigint[])`}
      ${pattern === null ? sql`` : sql`and (p.name ilike ${pattern} or t.code ilike ${pattern} or t.name ilike ${pattern} or o.code ilike ${pattern})`}`;
}

const isWaitingForStart = ({ processId, next, open }: QueuedProcess, line: ReleasedLine): boolean =>
  processId === line.processId && next.step === 'start' && isLineIdle(line, open);

/** Reads a page of the processes that have pieces to start, to receive or to rework, in the order of a work queue. */
async function readQueue(
  db: Db,
  factoryId: number,
  filter: WorkQueueFilter,
  limit: number,
  offset = 0,
): Promise<QueuedProcess[]> {
  const lines = listLinesOfGroups(filter);
  const lineIds = [...(filter.processIds ?? lines.map(({ processId }) => processId))];
  const { rows } = await sql<FoundProcess>`
    select p.id as process_id, p.part_id, ${PROCESS_DUE_DATE_SQL} as due_date,
      ${buildActiveCardSql('p.part_id')} as card_id, ${buildShownCardSql('p.part_id')} as card_code
    ${buildQueueClauses(factoryId, filter)}
    order by array_position(${lineIds}::bigint[], p.id) nulls last, ${WORK_QUEUE_ORDER_SQL}
    limit ${limit} offset ${offset}`.execute(db);
  if (rows.length === 0) return [];
  const partIds = [...new Set(rows.map((row) => row.partId))];
  const processes = await loadProcessProgress(db, factoryId, { partIds });
  const cards = await loadCardHoldings(db, factoryId, partIds);
  const queue = rows.flatMap(({ processId, dueDate, cardId, cardCode }): QueuedProcess[] => {
    const process = processes.find((candidate) => candidate.processId === processId);
    if (!process) return [];
    const routing = processes.filter((candidate) => candidate.partId === process.partId);
    // Without an employee, the next step is never to finish work. Running work is in the
    // lists of the people who started it.
    const next = findNextStep(process, routing, null);
    const partCards = cards.filter(({ partId }) => partId === process.partId);
    if (next.step === null) return [{ ...process, next, dueDate, cardId: null, cardCode, turn: null }];
    const cardStep = findCardStep(process, routing, partCards);
    const shownCard = cardStep
      ? { cardId: cardStep.card.id, cardCode: cardStep.card.code }
      : { cardId: partCards.length > 1 ? null : cardId, cardCode };
    return [{ ...process, next: cardStep?.next ?? next, dueDate, ...shownCard, turn: null }];
  });
  const turnByProcess = findTurns(lines.filter((line) => queue.some((row) => isWaitingForStart(row, line))));
  const sharesByProcess = await loadQueuedShares(
    db,
    factoryId,
    queue.map(({ processId }) => processId),
  );
  return queue.map((row) => {
    const shares = sharesByProcess.get(row.processId);
    return { ...row, turn: turnByProcess.get(row.processId) ?? null, ...(shares ? { shares } : {}) };
  });
}

/**
 * Loads at most `limit` processes at which work groups can start, receive or rework pieces now, in the order of a work
 * queue: the released lines first.
 * @param workGroupIds null for every group
 * @param processIds if given, only these processes, in this order instead
 */
export async function loadWorkQueue(
  db: Db,
  factoryId: number,
  workGroupIds: readonly number[] | null,
  limit: number,
  released: readonly ReleasedLine[] = [],
  processIds: readonly number[] | null = null,
): Promise<QueuedProcess[]> {
  const rows = await readQueue(db, factoryId, { workGroupIds, released, processIds }, limit * 2);
  return rows.filter(({ next }) => next.step !== null).slice(0, limit);
}

/**
 * Loads a page of the processes that have pieces to start, to receive or to rework, and counts the
 * processes of all pages. It includes processes that must wait for a previous process.
 */
export async function loadWorkQueuePage(
  db: Db,
  factoryId: number,
  filter: WorkQueueFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<PageAnswer<QueuedProcess>> {
  const countResult = await sql<{
    total: number;
  }>`select count(*) as total ${buildQueueClauses(factoryId, filter)}`.execute(db);
  return { rows: await readQueue(db, factoryId, filter, limit, offset), total: countResult.rows[0]!.total };
}
