import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';

/** Whether a factory has demonstration data, and whether its simulator is switched on. */
interface SimulatorState {
  isDemo: boolean;
  running: boolean;
}

export async function readSimulatorState(db: Db, factoryId: number): Promise<SimulatorState> {
  const result =
    await sql<SimulatorState>`select f.is_demo, f.is_demo and coalesce(s.is_running, true) as running
    from factory f left join demo_simulator s on s.factory_id = f.id where f.id = ${factoryId}`.execute(db);
  return result.rows[0]!;
}

/**
 * Switches the simulator of a demo factory on or off.
 * @throws noDemonstration if the factory has no demonstration data
 */
export async function switchSimulator(tx: Transaction, running: boolean): Promise<SimulatorState> {
  const before = await readSimulatorState(tx.db, tx.factoryId);
  if (!before.isDemo) throw makeError('noDemonstration');
  await sql`insert into demo_simulator (factory_id, is_running, updated_by)
    values (${tx.factoryId}, ${running}, ${tx.name})
    on conflict (factory_id) do update
    set is_running = excluded.is_running, updated_by = excluded.updated_by, updated_at = now()`.execute(
    tx.db,
  );
  tx.log({
    entity: 'demoSimulator',
    id: tx.factoryId,
    action: 'modify',
    before,
    after: { ...before, running },
  });
  tx.announce('setting', 'demoSimulator', [tx.factoryId]);
  return { isDemo: true, running };
}
