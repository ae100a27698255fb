import { sql } from 'kysely';
import type { CurrentUser, SourceName } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { customerKanban } from '../reports/customer-kanban.ts';

export const isKanbanSource = ({ path }: SourceName): boolean => path === customerKanban.path;

/** Makes the source with the orders of a customer kanban. */
export const makeKanbanSource = (kanbanId: number): SourceName => ({
  path: customerKanban.path,
  params: { kanbanId: String(kanbanId) },
});

/** Loads the sources of the kanbans that the users of a customer see. */
export async function loadKanbanSourcesOfCustomer(
  db: Db,
  { factoryId, customerId }: Pick<CurrentUser, 'factoryId' | 'customerId'>,
): Promise<SourceName[]> {
  const { rows } = await sql<{ id: number }>`select id from customer_kanban
    where factory_id = ${factoryId} and customer_id = ${customerId} and for_customer_users and deleted_at is null
    order by name`.execute(db);
  return rows.map(({ id }) => makeKanbanSource(id));
}
