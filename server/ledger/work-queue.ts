import { sql } from 'kysely';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { limitToCard, type CardHolding } from '#shared/ledger/cards.ts';
import { findNextStep, type NextStep } from '#shared/ledger/may-begin.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { Db } from '../db/database.ts';
import { buildActiveCardSql, buildShownCardSql, loadCardHoldings } from './cards.ts';
import { buildAvailablePiecesCondition, buildProcessOpenCondition } from './process-conditions.ts';
import { loadProcessProgress } from './progress.ts';

/**
 * The due date of a process: its planned end, or else the due date of its part or its order. The query must use the
 * aliases `p`, `t` and `o`.
 */
export const PROCESS_DUE_DATE_SQL = sql<string | null>`coalesce(p.planned_end, t.due_date, o.due_date)`;

/** The sort order of a work queue: by due date, then by the priority of the work order. */
export const WORK_QUEUE_ORDER_SQL = sql`${PROCESS_DUE_DATE_SQL} nulls last, o.priority, p.id`;

/** A card of a part by which something can be reported at a process, and the next step by it. */
interface CardStep {
  card: CardHolding;
  next: NextStep;
}

/** Finds the first of several cards of a part by which something can be reported at a process; null if there is none. */
function findCardStep(
  process: ProcessProgress,
  routing: readonly ProcessProgress[],
  cards: readonly CardHolding[],
): CardStep | null {
  if (cards.length <= 1) return null;
  const processes = routing.map((candidate) => ({ ...candidate, id: candidate.processId }));
  for (const card of cards) {
    const limited = limitToCard(card, cards, processes);
    const own = limited.find(({ id }) => id === process.processId)!;
    const next = findNextStep(own, limited, null);
    if (card.state === 'active' && next.step !== null) return { card, next };
  }
  return null;
}

/**
 * Loads at most `limit` processes at which work groups can start or receive pieces now, in the order of a work queue.
 * @param workGroupIds null for every group
 */
export async function loadWorkQueue(
  db: Db,
  factoryId: number,
  workGroupIds: readonly number[] | null,
  limit: number,
): Promise<QueuedProcess[]> {
  const found = await sql<{
    processId: number;
    partId: number;
    dueDate: string | null;
    cardId: number | null;
    cardCode: string;
  }>`
    select p.id as process_id, p.part_id, ${PROCESS_DUE_DATE_SQL} as due_date,
      ${buildActiveCardSql('p.part_id')} as card_id, ${buildShownCardSql('p.part_id')} as card_code
    from process p
    join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
    join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where p.factory_id = ${factoryId} and p.deleted_at is null
      and o.state in ('released', 'inProgress') and o.deleted_at is null
      and ${buildProcessOpenCondition('p')} and p.state <> 'suspended'
      and ${workGroupIds === null ? sql`true` : sql`p.work_group_id = any(${[...workGroupIds]}::bigint[])`}
      and ${buildAvailablePiecesCondition('p')}
    order by ${WORK_QUEUE_ORDER_SQL}
    limit ${limit * 2}`.execute(db);
  const rows = found.rows;
  if (rows.length === 0) return [];
  const partIds = [...new Set(rows.map((row) => row.partId))];
  const processes = await loadProcessProgress(db, factoryId, { partIds });
  const cards = await loadCardHoldings(db, factoryId, partIds);
  return rows
    .flatMap(({ processId, dueDate, cardId, cardCode }) => {
      const process = processes.find((candidate) => candidate.processId === processId);
      if (!process) return [];
      const routing = processes.filter((candidate) => candidate.partId === process.partId);
      // Without an employee, the next step is never to finish work. Running work appears in the list of the people
      // who started it.
      const next = findNextStep(process, routing, null);
      if (next.step === null) return [];
      const partCards = cards.filter(({ partId }) => partId === process.partId);
      const byCard = findCardStep(process, routing, partCards);
      const shownCard = byCard
        ? { cardId: byCard.card.id, cardCode: byCard.card.code }
        : { cardId: partCards.length > 1 ? null : cardId, cardCode };
      return [{ ...process, next: byCard?.next ?? next, dueDate, ...shownCard }];
    })
    .slice(0, limit);
}
