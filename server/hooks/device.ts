import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../db/transaction.ts';
import { makeResourceHooks } from './group-resources.ts';
import type { HooksOf } from './hooks.ts';
import { refuseEndBeforeStart } from './refuse-end-before-start.ts';

/** How many processes the refusal to delete a device names. */
const MAX_LISTED_PROCESSES = 5;

const resourceHooks = makeResourceHooks('device');

/** Refuses to delete a device that has a share of a split process. @throws inUse */
async function refuseIfShared(
  tx: Transaction,
  devices: readonly { id: number; name: string }[],
): Promise<void> {
  const { rows } = await sql<{ deviceId: number; id: number; name: string }>`
    select s.device_id, p.id, p.name from process_share s
      join process p on p.factory_id = s.factory_id and p.id = s.process_id and p.deleted_at is null
    where s.factory_id = ${tx.factoryId} and s.joined_at is null
      and s.device_id = any(${devices.map(({ id }) => id)}::bigint[])
    order by s.device_id, p.id`.execute(tx.db);
  const device = devices.find(({ id }) => id === rows[0]?.deviceId);
  if (!device) return;
  const processes = rows.filter(({ deviceId }) => deviceId === device.id);
  throw makeError(
    'inUse',
    { name: device.name, count: processes.length, entity: markAsTerm('process') },
    undefined,
    processes.slice(0, MAX_LISTED_PROCESSES).map(({ id, name }) => ({ entity: 'process', id, name })),
  );
}

/** A device is a resource of its home group. The downtimes of a device must not end before they begin. */
export const deviceHooks: HooksOf<'device'> = {
  ...resourceHooks,
  beforeSave: async (_tx, next) => refuseEndBeforeStart(next, 'downtimes', 'downFrom', 'downUntil'),
  beforeDelete: async (tx, rows) => {
    await refuseIfShared(tx, rows);
    await resourceHooks.beforeDelete(tx, rows);
  },
};
