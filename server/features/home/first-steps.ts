import { sql } from 'kysely';
import type { DemoSteps, DemoTerminal, FirstSteps, SetUpProgress } from '#shared/answers/first-steps.ts';
import { entities } from '#shared/entities/index.ts';
import { getActionPermission, hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { SET_UP_ITEMS } from '#shared/rules/set-up.ts';
import type { Db } from '../../db/database.ts';
import { toSnakeCase } from '../../db/names.ts';
import type { Transaction } from '../../db/transaction.ts';

/** The maximum number of rows that are counted for each kind of data. */
const MAX_COUNTED_ROWS = 999;

/**
 * Finds a terminal, and a person of its work group who has the status "on the job" and a badge. It prefers a
 * person without a running report, and then a group with many processes that can be started.
 */
async function findDemoTerminal(db: Db, factoryId: number): Promise<DemoTerminal | null> {
  const result = await sql<DemoTerminal>`
    select t.code, t.name, e.name as person, e.badge_code as badge
    from terminal t
    join employee e on e.factory_id = t.factory_id and e.work_group_id = t.work_group_id
      and e.deleted_at is null and e.working_status = 'onJob' and e.badge_code is not null
    where t.factory_id = ${factoryId} and t.deleted_at is null
    order by exists (
        select 1 from work_report r
        join work_report_people p on p.factory_id = r.factory_id and p.owner_id = r.id
        where r.factory_id = e.factory_id and r.ended_at is null and p.employee_id = e.id),
      (select count(*) from process w where w.factory_id = t.factory_id and w.work_group_id = t.work_group_id
        and w.deleted_at is null and w.machinable > 0) desc, t.code, e.code
    limit 1`.execute(db);
  return result.rows[0] ?? null;
}

/** Returns what a user may try in the demonstration factory; null if the user may try nothing. */
async function findDemoSteps(db: Db, user: CurrentUser): Promise<DemoSteps | null> {
  const mayOpenTerminals =
    hasPermission(user, 'TERMINAL_OPEN') &&
    hasPermission(user, 'SYSTEM_BASIC_TERMINAL') &&
    hasPermission(user, 'SYSTEM_BASIC_EMPLOYEE');
  const steps: DemoSteps = {
    terminal: mayOpenTerminals ? await findDemoTerminal(db, user.factoryId) : null,
    mayAddOrders: hasPermission(user, 'WORK_ORDER_ADD'),
    maySwitchSimulator: hasPermission(user, 'DEMO_SIMULATOR'),
  };
  return steps.terminal || steps.mayAddOrders || steps.maySwitchSimulator ? steps : null;
}

/**
 * Counts the set-up data that a user may add; null if the user may add none, or if there is enough of each
 * kind.
 */
async function countSetUpRows(db: Db, user: CurrentUser): Promise<SetUpProgress[] | null> {
  const permittedItems = SET_UP_ITEMS.filter(({ entity }) =>
    hasPermission(user, getActionPermission(entities[entity].permission, 'ADD')),
  );
  if (permittedItems.length === 0) return null;
  const countQueries = permittedItems.map(
    ({ entity, minRowCount }) => sql`
      select ${entity}::text as entity, count(*)::int as count, count(*) >= ${minRowCount}::int as is_done
      from (select 1 from ${sql.table(toSnakeCase(entity))}
        where factory_id = ${user.factoryId} and deleted_at is null limit ${MAX_COUNTED_ROWS}) as found`,
  );
  const { rows } = await sql<SetUpProgress>`${sql.join(countQueries, sql` union all `)}`.execute(db);
  const setUp = permittedItems.map(({ entity }) => rows.find((row) => row.entity === entity)!);
  return setUp.every(({ isDone }) => isDone) ? null : setUp;
}

/** Reads the first steps of a user in the demonstration factory or in a new factory. */
export async function readFirstSteps(db: Db, user: CurrentUser): Promise<FirstSteps> {
  const result = await sql<{ isHidden: boolean; isDemo: boolean }>`
    select a.first_steps_hidden as is_hidden, f.is_demo
    from account a join factory f on f.id = a.factory_id
    where a.factory_id = ${user.factoryId} and a.id = ${user.accountId}`.execute(db);
  const { isHidden, isDemo } = result.rows[0]!;
  return {
    isHidden,
    demo: isDemo ? await findDemoSteps(db, user) : null,
    setUp: isDemo ? null : await countSetUpRows(db, user),
  };
}

/** Hides the first steps of a user, or shows them again. */
export async function setFirstStepsHidden(
  tx: Transaction,
  accountId: number,
  isHidden: boolean,
): Promise<void> {
  await tx.db
    .updateTable('account')
    .set({ firstStepsHidden: isHidden })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', accountId)
    .execute();
}
