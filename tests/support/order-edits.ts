import type { SequenceCaller } from './sequence-caller.ts';
import type { SequenceOrder } from './sequence-order.ts';

/**
 * Makes the functions with which a random sequence edits an order.
 * @param processIds the processes of the order; the sequence may add some
 */
export function beginOrderEdits(
  { db, call }: Pick<SequenceCaller, 'db' | 'call'>,
  order: SequenceOrder,
  factoryId: number,
  processIds: readonly number[],
) {
  const changedIds = new Set<number>();
  let lastEvent = 'release';
  const loadProcesses = () =>
    db
      .selectFrom('process')
      .selectAll()
      .where('factoryId', '=', factoryId)
      .where('id', 'in', [...processIds])
      .orderBy('id')
      .execute();
  return {
    /** The ids of the processes that the sequence has saved. */
    changedIds,
    getLastEvent: () => lastEvent,
    loadProcesses,
    moveOrder: async (event: string) => {
      const { version } = await db
        .selectFrom('workOrder')
        .select('version')
        .where('factoryId', '=', factoryId)
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      await call(`/mes/order/${event}`, { id: order.id, version });
      lastEvent = event;
    },
    saveProcess: async (id: number, fields: { seq?: number; plannedQuantity?: number }) => {
      const { version } = (await loadProcesses()).find((process) => process.id === id)!;
      await call('/mes/process/save', { id, version, ...fields });
      changedIds.add(id);
    },
  };
}
