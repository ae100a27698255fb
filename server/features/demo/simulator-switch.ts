import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Db } from '../../db/database.ts';
import type { Work } from '../../db/work.ts';

/** Whether a factory is made of demonstration data, and whether people work in it by themselves. */
interface SimulatorState {
  isDemo: boolean;
  running: boolean;
}

/** What the shell shows beside the factory's name. */
export async function simulatorState(db: Db, factoryId: number): Promise<SimulatorState> {
  const found =
    await sql<SimulatorState>`select f.is_demo, f.is_demo and coalesce(s.is_running, true) as running
    from factory f left join demo_simulator s on s.factory_id = f.id where f.id = ${factoryId}`.execute(db);
  return found.rows[0]!;
}

/**
 * Lets the people of a demonstration factory work, or sends them home; the node on which they live looks every few seconds.
 * @throws noDemonstration in a factory of real people
 */
export async function switchSimulator(work: Work, running: boolean): Promise<SimulatorState> {
  const before = await simulatorState(work.db, work.factoryId);
  if (!before.isDemo) throw fail('noDemonstration');
  await sql`insert into demo_simulator (factory_id, is_running, updated_by)
    values (${work.factoryId}, ${running}, ${work.name})
    on conflict (factory_id) do update
    set is_running = excluded.is_running, updated_by = excluded.updated_by, updated_at = now()`.execute(
    work.db,
  );
  work.log({
    entity: 'demoSimulator',
    id: work.factoryId,
    action: 'modify',
    before,
    after: { ...before, running },
  });
  work.announce('setting', 'demoSimulator', [work.factoryId]);
  return { isDemo: true, running };
}
