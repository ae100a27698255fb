import { VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { entities, type EntityName } from '#shared/entities/index.ts';
import { makeRecord, type Made } from './makers.ts';

/** Calls the MES as somebody who may do everything. */
type Call = <T>(path: string, fields: Record<string, unknown>) => Promise<T>;

/** One living row of every entity of a factory, by the entity's name. */
export type World = Record<EntityName, number>;

/** What a declaration cannot say: values that a hook asks for. */
const HOOKED: Partial<Record<EntityName, Made>> = {
  role: { permissions: [{ permission: 'TASK_REPORT' }] },
};

/** The entities in an order in which each comes after those that it refers to. */
function inOrder(): EntityDeclaration[] {
  const sorted: EntityDeclaration[] = [];
  const targets = (fields: FieldMap): string[] =>
    Object.values(fields).flatMap((field) => [
      ...(field.to ? [field.to] : []),
      ...(field.of ? targets(field.of) : []),
    ]);
  const visit = (entity: EntityDeclaration, above: readonly string[]) => {
    if (sorted.includes(entity) || above.includes(entity.name)) return;
    for (const to of targets(entity.fields)) visit(entities[to as EntityName], [...above, entity.name]);
    sorted.push(entity);
  };
  for (const entity of Object.values<EntityDeclaration>(entities)) visit(entity, []);
  return sorted;
}

const marked = (entity: EntityDeclaration, record: Made, mark: string): Made =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      entity.fields[name]!.kind === 'text'
        ? `${mark}${String(value)}`.slice(0, entity.fields[name]!.max ?? 200)
        : value,
    ]),
  );

/**
 * Makes one row of every entity, each referring to the others, and one report that is open on its process.
 * @param mark begins every text of it, so that it is known wherever it shows
 */
export async function makeWorld(call: Call, mark = ''): Promise<World> {
  const world: Partial<World> = {};
  for (const entity of inOrder()) {
    const name = entity.name as EntityName;
    if (!(entity.verbs ?? VERBS).includes('save')) continue;
    const record = marked(
      entity,
      makeRecord(entity, (to) => world[to as EntityName] ?? null),
      mark,
    );
    const made = await call<{ id: number }>(`${entity.path}/save`, { ...record, ...HOOKED[name] });
    world[name] = made.id;
  }
  const order = await call<{ version: number }>('/mes/order/get', { id: world.workOrder });
  await call('/mes/order/release', { id: world.workOrder, version: order.version });
  await call('/mes/report/receive', { processId: world.process, quantity: 1 });
  // Long enough ago to be finished.
  const at = new Date(Date.now() - 10 * 60_000).toISOString();
  const started = await call<{ reportId: number }>('/mes/report/start', {
    processId: world.process,
    quantity: 0.5,
    at,
  });
  world.workReport = started.reportId;
  return world as World;
}

/** A valid record of an entity that refers to the rows of a world. */
export const worldRecord = (entity: EntityDeclaration, world: World): Made => ({
  ...makeRecord(entity, (to) => world[to as EntityName] ?? null),
  ...HOOKED[entity.name as EntityName],
});
