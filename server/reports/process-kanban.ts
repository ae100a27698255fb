import { sql, type RawBuilder } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, date, number, quantity, text } from '#shared/kernel/fields.ts';
import { PROCESS_STATES, type ProcessState } from '#shared/ledger/process-state.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { buildAvailablePiecesCondition, buildProcessOpenCondition } from '../ledger/process-conditions.ts';
import { PROCESS_DUE_DATE_SQL } from '../ledger/work-queue.ts';
import { DUE_DAY_SQL } from '../ledger/order-lateness.ts';
import { buildCalendarDaySql } from './day-plan.ts';
import { defineReport } from './define-report.ts';
import {
  buildGroupCondition,
  buildOrderCondition,
  GROUP_SCOPE_ENTITIES,
  loadGroupScope,
  type GroupScope,
} from './group-scope.ts';

/** The lanes of a kanban for each kind of card, in the order in which work passes through them. */
const LANES_BY_CARDS = {
  process: ['notStarted', 'readyProcesses', 'processing', 'unfinished', 'doneToday'],
  workOrder: ['released', 'inProgress', 'suspended', 'doneToday'],
} as const;
const LANES = [
  'notStarted',
  'readyProcesses',
  'processing',
  'unfinished',
  'released',
  'inProgress',
  'suspended',
  'doneToday',
] as const;
type Lane = (typeof LANES)[number];
const CARD_STATES = [...new Set([...PROCESS_STATES, ...ORDER_STATES])];

interface CardRow {
  lane: Lane;
  /** The id of the process or the order; null in the row that counts the cards of a lane. */
  id: number | null;
  /** The number of cards of the lane; null in the row of a card. */
  count: number | null;
  /** The position of the card in its lane, from 1. */
  position: number | null;
  orderCode: string | null;
  /** The name of the part or the order. */
  name: string | null;
  /** The name of the process, or the name of the customer of the order. */
  detail: string | null;
  groupName: string | null;
  /** The names of the people who are working on the process. */
  people: string | null;
  good: number | null;
  target: number | null;
  dueDate: string | null;
  /** The days from the due date to today, or 0 if the work is done. */
  overdueDays: number | null;
  state: ProcessState | OrderState | null;
}
type LoadedCard = CardRow & { laneCount: number };

interface CardFilter {
  factoryId: number;
  scope: GroupScope;
}

const PROCESS_CARD_SQL = sql`
  p.id, p.state, o.code as order_code, t.name, coalesce(p.name, c.name) as detail, g.name as group_name, p.good,
  greatest(coalesce(p.planned_quantity, 0) - p.inherited_loss - p.accepted_loss, 0) as target,
  ${PROCESS_DUE_DATE_SQL} as due_date, o.priority`;
const PROCESS_JOINS_SQL = sql`
  join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
  left join work_group g on g.factory_id = p.factory_id and g.id = p.work_group_id`;

/** Builds a query for the cards of all processes that are open or were done today. */
const buildProcessCardsSql = ({ factoryId, scope }: CardFilter): RawBuilder<unknown> => sql`
  select ${PROCESS_CARD_SQL}, null::timestamptz as done_at,
         case when p.state = 'processing' then 'processing'
           when p.state in ('unfinished', 'suspended') then 'unfinished'
           when p.state in ('received', 'partlyReceived') or ${buildAvailablePiecesCondition('p')} then 'readyProcesses'
           else 'notStarted' end as lane
  from work_order o
  join part t on t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null
  join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
  ${PROCESS_JOINS_SQL}
  where o.factory_id = ${factoryId} and o.deleted_at is null and o.state in ('released', 'inProgress')
    and ${buildProcessOpenCondition('p')} and ${buildGroupCondition('p.work_group_id', scope)}
  union all
  select ${PROCESS_CARD_SQL}, made.at, 'doneToday'
  from (
    select process_id, max(ended_at) as at from work_report
    where factory_id = ${factoryId} and process_id is not null and reversed_at is null and reverses_id is null
      and ended_at >= (select opens from day) and ended_at < (select closes from day)
    group by process_id
  ) made
  -- "limit 1" makes the planner look up each process of today by its key instead of scanning all processes.
  cross join lateral (select * from process where factory_id = ${factoryId} and id = made.process_id limit 1) p
  join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
  join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
  ${PROCESS_JOINS_SQL}
  where p.deleted_at is null and not (${buildProcessOpenCondition('p')})
    and ${buildGroupCondition('p.work_group_id', scope)}`;

/** Builds a query for the cards of all orders that are open or were completed today. */
const buildOrderCardsSql = ({ factoryId, scope }: CardFilter): RawBuilder<unknown> => sql`
  select o.id, o.state, o.code as order_code, o.name, k.short_name as detail, null as group_name,
         o.completed_quantity as good, o.quantity as target, ${DUE_DAY_SQL} as due_date, o.priority,
         o.ended_at as done_at, case when o.state in ('completed', 'closed') then 'doneToday' else o.state end as lane
  from work_order o
  left join customer k on k.factory_id = o.factory_id and k.id = o.customer_id
  where o.factory_id = ${factoryId} and o.deleted_at is null
    and (o.state in ('released', 'inProgress', 'suspended')
      or o.state in ('completed', 'closed')
        and o.ended_at >= (select opens from day) and o.ended_at < (select closes from day))
    and ${buildOrderCondition(factoryId, 'o.id', scope)}`;

/**
 * The open work and the work done today, as cards in lanes by state. The cards are processes or orders, of some work
 * groups or of all. Each lane has a row with the number of its cards, and a row for each of its first `limit` cards.
 * The cards are sorted by due date; in the lane `doneToday`, the card that was done last comes first.
 */
export const processKanban = defineReport<CardRow>()({
  name: 'processKanban',
  path: '/mes/form/processKanban',
  parameters: {
    cardsShow: choice(['process', 'workOrder'], { initial: 'process' }),
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 200, decimals: 0, initial: 40, label: 'mostRows' }),
  },
  columns: {
    lane: { field: choice(LANES, { required: true }), label: 'kanbanLane' },
    id: { field: number({ decimals: 0 }), label: 'rowNumber', hidden: true },
    count: { field: number({ decimals: 0 }), label: 'cardCount' },
    position: { field: number({ decimals: 0 }), label: 'queuePosition' },
    orderCode: { field: text(), label: 'workOrder' },
    name: { field: text(), label: 'name' },
    detail: { field: text(), label: 'process' },
    groupName: { field: text(), label: 'workGroup' },
    people: { field: text(), label: 'people' },
    good: { field: quantity(), label: 'good' },
    target: { field: quantity(), label: 'target' },
    dueDate: { field: date(), label: 'dueDate' },
    overdueDays: { field: number({ unit: 'days', decimals: 0 }), label: 'daysOverdue' },
    state: { field: choice(CARD_STATES), label: 'processState' },
  },
  rowKey: ['lane', 'id'],
  watches: [
    'workReport',
    'process',
    'part',
    'workOrder',
    'craft',
    ...GROUP_SCOPE_ENTITIES,
    'customer',
    'employee',
  ],
  clock: 'day',
  run: async (db, user, { cardsShow, limit, ...otherParams }) => {
    const scope = await loadGroupScope(db, user.factoryId, otherParams);
    const filter: CardFilter = { factoryId: user.factoryId, scope };
    const cardsSql = cardsShow === 'process' ? buildProcessCardsSql(filter) : buildOrderCardsSql(filter);
    const { rows } = await sql<LoadedCard>`
      with ${buildCalendarDaySql(user.zone)}, cards as (${cardsSql}), placed as (
        select cards.*, count(*) over (partition by lane)::int as lane_count,
               row_number() over (partition by lane order by case when lane = 'doneToday' then done_at end desc nulls last,
                 due_date nulls last, priority, id)::int as position
        from cards
      )
      select lane, lane_count, id, null as count, position, order_code, name, detail, group_name, good, target, due_date,
             case when lane = 'doneToday' then 0 else greatest((select today from day) - due_date, 0) end as overdue_days,
             state,
             case when lane = 'processing' then (
               select string_agg(distinct e.name, ', ')
               from work_report r
               join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
               join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
               where r.factory_id = ${user.factoryId} and r.process_id = placed.id and r.ended_at is null
                 and r.reversed_at is null
             ) end as people
      from placed where position <= ${limit}
      order by position, lane`.execute(db);
    const laneCountRows = LANES_BY_CARDS[cardsShow].map((lane): CardRow => ({
      lane,
      id: null,
      count: rows.find((row) => row.lane === lane)?.laneCount ?? 0,
      position: null,
      orderCode: null,
      name: null,
      detail: null,
      groupName: null,
      people: null,
      good: null,
      target: null,
      dueDate: null,
      overdueDays: null,
      state: null,
    }));
    return [...laneCountRows, ...rows.map(({ laneCount: _count, ...card }) => card)];
  },
});
