import { beforeAll, expect, test } from 'vitest';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import type { RowLink } from '#shared/kernel/errors.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import type { DeletedRow } from '#shared/answers/recovery.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { createSampleRows, makeRecordWithSampleIds, type SampleRowIds } from '#tests/support/sample-rows.ts';

type Row = Record<string, unknown> & { id: number; version: number };

const hasVerb = (entity: EntityDeclaration, verb: (typeof ENTITY_VERBS)[number]) =>
  (entity.verbs ?? ENTITY_VERBS).includes(verb);
const allEntities = entityNames.map((name): EntityDeclaration => entities[name]);
/** Entities that users can both save and delete. */
const deletableEntities = allEntities.filter(
  (entity) => hasVerb(entity, 'delete') && hasVerb(entity, 'save'),
);

/** Every reference to a deletable entity that users can set: a field, or a column of an owned row. */
const entityReferences = allEntities
  .filter((entity) => hasVerb(entity, 'save'))
  .flatMap((by) =>
    Object.entries(by.fields).flatMap(([field, fieldDeclaration]) => [
      ...(fieldDeclaration.to ? [{ by, field, column: null, to: fieldDeclaration.to }] : []),
      ...Object.entries(fieldDeclaration.of ?? {})
        .filter(([, columnField]) => columnField.to)
        .map(([column, columnField]) => ({ by, field, column, to: columnField.to! })),
    ]),
  )
  .filter(
    ({ by, field, to }) =>
      deletableEntities.some((entity) => entity.name === to) && !by.derived?.includes(field),
  );

/**
 * References that do not prevent deleting the row to which they refer: a group loses the resource, and parts and
 * processes are deleted with their order or part. The craft of a resource in a group (`craftId`) does prevent deleting.
 */
const NON_BLOCKING_REFERENCES = new Set([
  'workGroup.staff',
  'workGroup.equipment',
  'workGroup.shelves',
  'part.orderId',
  'process.partId',
]);

const removeVersionFields = ({ version: _v, updatedAt: _a, updatedBy: _b, ...rest }: Row) => rest;

describeForEachDatabase('what was deleted', (database) => {
  let floor: TestFactory;
  let sampleIds: SampleRowIds;
  /** Makes a record that a test can delete again. Its equipment has no craft, because an assigned device cannot be deleted. */
  const record = (entity: EntityDeclaration) => {
    const made = makeRecordWithSampleIds(entity, sampleIds);
    const lines = made['equipment'] as Record<string, unknown>[] | undefined;
    return lines ? { ...made, equipment: lines.map((line) => ({ ...line, craftId: null })) } : made;
  };
  const save = (entity: EntityDeclaration, given: Record<string, unknown> = {}) =>
    floor.call<Row>(`${entity.path}/save`, { ...record(entity), ...given });
  const get = (entity: EntityDeclaration, id: number) => floor.call<Row>(`${entity.path}/get`, { id });
  const remove = (entity: EntityDeclaration, id: number) =>
    floor.call(`${entity.path}/delete`, { ids: [id] });
  const restore = (entity: EntityDeclaration, id: number, withReferences = false) =>
    floor.call<{ restored: number }>('/mes/system/deleted/restore', {
      rows: [{ entity: entity.name, id }],
      withReferences,
    });
  const listed = (fields: Record<string, unknown> = {}) =>
    floor.call<PageAnswer<DeletedRow>>('/mes/system/deleted/page', fields);
  const rowsOf = async (refused: Promise<unknown>): Promise<{ code: string; rows: readonly RowLink[] }> => {
    const error = await refused.then(
      () => new Error('accepted'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof RefusedCallError)) throw error;
    return { code: error.code, rows: error.rows };
  };

  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    sampleIds = await createSampleRows((path, fields) => floor.call(path, fields));
  });

  test.each(deletableEntities.map((entity) => [entity.name, entity] as const))(
    '%s: comes back as it was, with what it owns',
    async (_, entity) => {
      const made = await save(entity);
      const before = await get(entity, made.id);
      await remove(entity, made.id);
      expect(await readRefusalCode(get(entity, made.id))).toBe('rowNotFound');
      const { rows } = await listed({ entity: entity.name });
      expect(rows[0]).toMatchObject({ entity: entity.name, id: made.id, deletedBy: before['updatedBy'] });
      expect(await restore(entity, made.id)).toEqual({ restored: expect.any(Number) });
      const after = await get(entity, made.id);
      expect(removeVersionFields(after)).toEqual(removeVersionFields(before));
      expect(after.version).toBeGreaterThan(before.version);
      expect((await listed({ entity: entity.name })).rows.map((row) => row.id)).not.toContain(made.id);
      expect(await readRefusalCode(restore(entity, made.id))).toBe('rowNotFound');
      await remove(entity, made.id);
    },
  );

  test.each(deletableEntities.map((entity) => [entity.name, entity] as const))(
    '%s: what has its code or name meanwhile keeps it, and is named with a link',
    async (_, entity) => {
      for (const [name, field] of Object.entries(entity.fields)) {
        if (!field.unique || field.kind !== 'text') continue;
        const value = makeUniqueText();
        const gone = await save(entity, { [name]: value });
        await remove(entity, gone.id);
        if (field.unique === 'forEver') {
          expect(await readRefusalCode(save(entity, { [name]: value }))).toBe('codeNeverFree');
          continue;
        }
        const living = await save(entity, { [name]: value });
        const { code, rows } = await rowsOf(restore(entity, gone.id));
        expect(code).toBe('codeTakenMeanwhile');
        expect(rows).toEqual([expect.objectContaining({ entity: entity.name, id: living.id })]);
        await remove(entity, living.id);
        await restore(entity, gone.id);
        await remove(entity, gone.id);
      }
    },
  );

  let pairs = 0;
  test.each(
    entityReferences.map(
      (entityReference) =>
        [`${entityReference.by.name}.${entityReference.field}`, entityReference.to, entityReference] as const,
    ),
  )(
    '%s: keeps its %s from being deleted, by a link; gone together, both come back together',
    async (_, __, { by, field, column, to }) => {
      const target: EntityDeclaration = entities[to as keyof typeof entities];
      const referringRecord = record(by);
      const targetId = (await save(target)).id;
      const reference =
        column === null
          ? by.fields[field]!.kind === 'refs'
            ? [targetId]
            : targetId
          : [{ ...(referringRecord[field] as Record<string, unknown>[])[0], [column]: targetId }];
      const user = await floor
        .call<Row>(`${by.path}/save`, { ...referringRecord, [field]: reference })
        .catch((error: unknown) => {
          // The server refuses this row, so the reference cannot occur.
          if (error instanceof RefusedCallError) return null;
          throw error;
        });
      if (!user || JSON.stringify(user[field]) === JSON.stringify(referringRecord[field])) return;
      pairs += 1;
      if (NON_BLOCKING_REFERENCES.has(`${by.name}.${field}`) && column !== 'craftId') {
        expect(await readRefusalCode(remove(target, targetId))).toBe('accepted');
        return;
      }
      const { code, rows } = await rowsOf(remove(target, targetId));
      expect([
        'inUse',
        'hasChildren',
        'resourceAssigned',
        'orderState',
        'orderHasReports',
        'processHasReports',
      ]).toContain(code);
      if (code === 'inUse' || code === 'hasChildren') expect(rows.length).toBeGreaterThan(0);
      if (!hasVerb(by, 'delete')) return;
      if ((await readRefusalCode(remove(by, user.id))) !== 'accepted') return;
      if ((await readRefusalCode(remove(target, targetId))) !== 'accepted') return;
      const again = await rowsOf(restore(by, user.id));
      expect(again.code).toBe('referencesDeleted');
      expect(again.rows).toContainEqual(expect.objectContaining({ entity: to, id: targetId }));
      expect((await restore(by, user.id, true)).restored).toBeGreaterThan(1);
      await get(by, user.id);
      await get(target, targetId);
    },
  );

  // The embedded database has one connection, so two calls cannot run at the same time.
  const testOnPostgres = database.kind === 'postgres' ? test : () => undefined;
  testOnPostgres(
    'a delete and a save that refers to the row at once: one of them is refused, wherever there is a reference',
    async () => {
      const callOnOtherNode = floor.callOn(floor.connection);
      let tried = 0;
      for (const { by, field, column, to } of entityReferences) {
        if (column !== null || NON_BLOCKING_REFERENCES.has(`${by.name}.${field}`) || !hasVerb(by, 'delete'))
          continue;
        const target: EntityDeclaration = entities[to as keyof typeof entities];
        const targetId = (await save(target)).id;
        const reference = by.fields[field]!.kind === 'refs' ? [targetId] : targetId;
        const [removed, saved] = await Promise.all([
          readRefusalCode(remove(target, targetId)),
          readRefusalCode(callOnOtherNode(`${by.path}/save`, { ...record(by), [field]: reference })),
        ]);
        const accepted = [removed, saved].filter((code) => code === 'accepted');
        expect(accepted.length, `${by.name}.${field}: ${removed}, ${saved}`).toBeLessThanOrEqual(1);
        tried += 1;
      }
      expectItemsChecked('deletes and saves at once', tried);
    },
  );

  test('counts the places that were tried', () => {
    expectItemsChecked('references that keep a row', pairs);
    expectItemsChecked('entities that come back', deletableEntities.length);
  });

  test('an order comes back with its parts, their routing and their cards', async () => {
    const order = await floor.call<Row>('/mes/order/save', {
      code: makeUniqueText(),
      name: 'Valve',
      quantity: 4,
    });
    const part = await save(entities.part, { orderId: order.id, parentId: null });
    const process = await save(entities.process, { partId: part.id });
    const cards = () =>
      floor.call<PageAnswer<Row>>('/mes/process/card/page', {
        filter: JSON.stringify({ partId: [part.id] }),
      });
    const before = (await cards()).total;
    await remove(entities.workOrder, order.id);
    const { rows } = await listed({ limit: 1 });
    expect(rows[0]).toMatchObject({ entity: 'workOrder', id: order.id });
    const partRestoreAnswer = await rowsOf(restore(entities.part, part.id));
    expect(partRestoreAnswer.code).toBe('referencesDeleted');
    expect((await restore(entities.workOrder, order.id)).restored).toBeGreaterThanOrEqual(3);
    await get(entities.part, part.id);
    await get(entities.process, process.id);
    expect((await cards()).total).toBe(before);
  });

  test('a person who comes back is a resource of the home group again', async () => {
    const group = await save(entities.workGroup, { staff: [], equipment: [], shelves: [], craftIds: [] });
    const person = await save(entities.employee, { workGroupId: group.id });
    const staff = async () =>
      ((await get(entities.workGroup, group.id))['staff'] as { employeeId: number }[]).map(
        (line) => line.employeeId,
      );
    await remove(entities.employee, person.id);
    expect(await staff()).toEqual([]);
    await restore(entities.employee, person.id);
    expect(await staff()).toEqual([person.id]);
  });

  test('only with its own permission and that of the data; another factory’s is not there', async () => {
    const device = await save(entities.device);
    await remove(entities.device, device.id);
    const rows = [{ entity: 'device', id: device.id }];
    const keeper = await floor.person('Keeper', ['SYSTEM_DELETED_DATA']);
    const seen = await keeper.call<PageAnswer<DeletedRow>>('/mes/system/deleted/page', {});
    expect(seen.rows.filter((row) => row.entity === 'device')).toEqual([]);
    expect(await readRefusalCode(keeper.call('/mes/system/deleted/restore', { rows }))).toBe('noPermission');
    const other = await createTestFactory(floor.connection);
    expect(await readRefusalCode(other.call('/mes/system/deleted/restore', { rows }))).toBe('rowNotFound');
    expect((await other.call<PageAnswer<DeletedRow>>('/mes/system/deleted/page', {})).total).toBe(0);
    expect((await listed({ search: String(device['code']) })).rows.map((row) => row.id)).toEqual([device.id]);
    expect((await listed({ until: '2001-01-01' })).total).toBe(0);
  });
});
