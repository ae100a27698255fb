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

const hasEndpoint = (entity: EntityDeclaration, verb: (typeof ENTITY_VERBS)[number]) =>
  (entity.verbs ?? ENTITY_VERBS).includes(verb);
const allEntities = entityNames.map((name): EntityDeclaration => entities[name]);
/** Entities that users can both save and delete. */
const deletableEntities = allEntities.filter(
  (entity) => hasEndpoint(entity, 'delete') && hasEndpoint(entity, 'save'),
);

/** Every reference to a deletable entity that users can set: a field, or a column of an owned row. */
const entityReferences = allEntities
  .filter((entity) => hasEndpoint(entity, 'save'))
  .flatMap((referringEntity) =>
    Object.entries(referringEntity.fields).flatMap(([field, fieldDeclaration]) => [
      ...(fieldDeclaration.to ? [{ by: referringEntity, field, column: null, to: fieldDeclaration.to }] : []),
      ...Object.entries(fieldDeclaration.of ?? {})
        .filter(([, columnField]) => columnField.to)
        .map(([column, columnField]) => ({ by: referringEntity, field, column, to: columnField.to! })),
    ]),
  )
  .filter(
    ({ by: referringEntity, field, to }) =>
      deletableEntities.some((entity) => entity.name === to) && !referringEntity.derived?.includes(field),
  );

/**
 * References that do not prevent deleting the row to which they refer: a group loses the resource, and parts,
 * processes and attachments are deleted with their order or part. The craft of a resource in a group prevents it.
 */
const NON_BLOCKING_REFERENCES = new Set([
  'workGroup.staff',
  'workGroup.equipment',
  'workGroup.shelves',
  'part.orderId',
  'orderDocument.orderId',
  'process.partId',
]);

const removeVersionFields = ({ version: _v, updatedAt: _at, updatedBy: _by, ...fields }: Row) => fields;

describeForEachDatabase('deleted data', (database) => {
  let factory: TestFactory;
  let sampleIds: SampleRowIds;
  /** Makes a record that a test can delete again. Its equipment has no craft, because an assigned device cannot be. */
  const makeRecord = (entity: EntityDeclaration) => {
    const sampleRecord = makeRecordWithSampleIds(entity, sampleIds);
    const lines = sampleRecord['equipment'] as Record<string, unknown>[] | undefined;
    return lines
      ? { ...sampleRecord, equipment: lines.map((line) => ({ ...line, craftId: null })) }
      : sampleRecord;
  };
  const saveRecord = (entity: EntityDeclaration, fields: Record<string, unknown> = {}) =>
    factory.call<Row>(`${entity.path}/save`, { ...makeRecord(entity), ...fields });
  const getRecord = (entity: EntityDeclaration, id: number) =>
    factory.call<Row>(`${entity.path}/get`, { id });
  const deleteRecord = (entity: EntityDeclaration, id: number) =>
    factory.call(`${entity.path}/delete`, { ids: [id] });
  const restoreRecord = (entity: EntityDeclaration, id: number, shouldRestoreReferences = false) =>
    factory.call<{ restored: number }>('/mes/system/deleted/restore', {
      rows: [{ entity: entity.name, id }],
      withReferences: shouldRestoreReferences,
    });
  const listDeletedRows = (fields: Record<string, unknown> = {}) =>
    factory.call<PageAnswer<DeletedRow>>('/mes/system/deleted/page', fields);
  const readRefusalAndRows = async (
    call: Promise<unknown>,
  ): Promise<{ code: string; rows: readonly RowLink[] }> => {
    const error = await call.then(
      () => new Error('accepted'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof RefusedCallError)) throw error;
    return { code: error.code, rows: error.rows };
  };

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    sampleIds = await createSampleRows((path, fields) => factory.call(path, fields));
  });

  test.each(deletableEntities.map((entity) => [entity.name, entity] as const))(
    '%s: comes back as it was, with what it owns',
    async (_, entity) => {
      const savedRow = await saveRecord(entity);
      const before = await getRecord(entity, savedRow.id);
      await deleteRecord(entity, savedRow.id);
      expect(await readRefusalCode(getRecord(entity, savedRow.id))).toBe('rowNotFound');
      const { rows } = await listDeletedRows({ entity: entity.name });
      expect(rows[0]).toMatchObject({ entity: entity.name, id: savedRow.id, deletedBy: before['updatedBy'] });
      expect(await restoreRecord(entity, savedRow.id)).toEqual({ restored: expect.any(Number) });
      const after = await getRecord(entity, savedRow.id);
      expect(removeVersionFields(after)).toEqual(removeVersionFields(before));
      expect(after.version).toBeGreaterThan(before.version);
      expect((await listDeletedRows({ entity: entity.name })).rows.map((row) => row.id)).not.toContain(
        savedRow.id,
      );
      expect(await readRefusalCode(restoreRecord(entity, savedRow.id))).toBe('rowNotFound');
      await deleteRecord(entity, savedRow.id);
    },
  );

  test.each(deletableEntities.map((entity) => [entity.name, entity] as const))(
    '%s: a row that took its code or name meanwhile keeps it, and the refusal links to this row',
    async (_, entity) => {
      for (const [name, field] of Object.entries(entity.fields)) {
        if (!field.unique || field.kind !== 'text') continue;
        const value = makeUniqueText();
        const deletedRow = await saveRecord(entity, { [name]: value });
        await deleteRecord(entity, deletedRow.id);
        if (field.unique === 'forEver') {
          expect(await readRefusalCode(saveRecord(entity, { [name]: value }))).toBe('codeNeverFree');
          continue;
        }
        const newRow = await saveRecord(entity, { [name]: value });
        const { code, rows } = await readRefusalAndRows(restoreRecord(entity, deletedRow.id));
        expect(code).toBe('codeTakenMeanwhile');
        expect(rows).toEqual([expect.objectContaining({ entity: entity.name, id: newRow.id })]);
        await deleteRecord(entity, newRow.id);
        await restoreRecord(entity, deletedRow.id);
        await deleteRecord(entity, deletedRow.id);
      }
    },
  );

  let checkedCount = 0;
  test.each(
    entityReferences.map(
      (entityReference) =>
        [`${entityReference.by.name}.${entityReference.field}`, entityReference.to, entityReference] as const,
    ),
  )(
    '%s: prevents the deletion of its %s; if both rows are deleted, both are restored together',
    async (_, __, { by: referringEntity, field, column, to }) => {
      const target: EntityDeclaration = entities[to as keyof typeof entities];
      const referringRecord = makeRecord(referringEntity);
      const targetId = (await saveRecord(target)).id;
      const reference =
        column === null
          ? referringEntity.fields[field]!.kind === 'refs'
            ? [targetId]
            : targetId
          : [{ ...(referringRecord[field] as Record<string, unknown>[])[0], [column]: targetId }];
      const referringRow = await factory
        .call<Row>(`${referringEntity.path}/save`, { ...referringRecord, [field]: reference })
        .catch((error: unknown) => {
          // The server refuses this row, so the reference cannot occur.
          if (error instanceof RefusedCallError) return null;
          throw error;
        });
      if (!referringRow || JSON.stringify(referringRow[field]) === JSON.stringify(referringRecord[field]))
        return;
      checkedCount += 1;
      if (NON_BLOCKING_REFERENCES.has(`${referringEntity.name}.${field}`) && column !== 'craftId') {
        expect(await readRefusalCode(deleteRecord(target, targetId))).toBe('accepted');
        return;
      }
      const { code, rows } = await readRefusalAndRows(deleteRecord(target, targetId));
      expect([
        'inUse',
        'hasChildren',
        'resourceAssigned',
        'orderState',
        'orderHasReports',
        'processHasReports',
      ]).toContain(code);
      if (code === 'inUse' || code === 'hasChildren') expect(rows.length).toBeGreaterThan(0);
      if (!hasEndpoint(referringEntity, 'delete')) return;
      if ((await readRefusalCode(deleteRecord(referringEntity, referringRow.id))) !== 'accepted') return;
      if ((await readRefusalCode(deleteRecord(target, targetId))) !== 'accepted') return;
      const refusal = await readRefusalAndRows(restoreRecord(referringEntity, referringRow.id));
      expect(refusal.code).toBe('referencesDeleted');
      expect(refusal.rows).toContainEqual(expect.objectContaining({ entity: to, id: targetId }));
      expect((await restoreRecord(referringEntity, referringRow.id, true)).restored).toBeGreaterThan(1);
      await getRecord(referringEntity, referringRow.id);
      await getRecord(target, targetId);
    },
  );

  // The embedded database has one connection, so two calls cannot run at the same time.
  const testOnPostgres = database.kind === 'postgres' ? test : () => undefined;
  testOnPostgres(
    'for every reference: a save that refers to a row and a delete of this row at once never both succeed',
    async () => {
      const callOnOtherNode = factory.createCaller(factory.connection);
      let triedCount = 0;
      for (const { by: referringEntity, field, column, to } of entityReferences) {
        if (
          column !== null ||
          NON_BLOCKING_REFERENCES.has(`${referringEntity.name}.${field}`) ||
          !hasEndpoint(referringEntity, 'delete')
        )
          continue;
        const target: EntityDeclaration = entities[to as keyof typeof entities];
        const targetId = (await saveRecord(target)).id;
        const reference = referringEntity.fields[field]!.kind === 'refs' ? [targetId] : targetId;
        const [deleteOutcome, saveOutcome] = await Promise.all([
          readRefusalCode(deleteRecord(target, targetId)),
          readRefusalCode(
            callOnOtherNode(`${referringEntity.path}/save`, {
              ...makeRecord(referringEntity),
              [field]: reference,
            }),
          ),
        ]);
        const acceptedCodes = [deleteOutcome, saveOutcome].filter((code) => code === 'accepted');
        expect(
          acceptedCodes.length,
          `${referringEntity.name}.${field}: ${deleteOutcome}, ${saveOutcome}`,
        ).toBeLessThanOrEqual(1);
        triedCount += 1;
      }
      expectItemsChecked('deletes and saves at once', triedCount);
    },
  );

  test('counts the references and entities that were checked', () => {
    expectItemsChecked('references that keep a row', checkedCount);
    expectItemsChecked('entities that come back', deletableEntities.length);
  });

  test('an order comes back with its parts, their routing and their cards', async () => {
    const order = await factory.call<Row>('/mes/order/save', {
      code: makeUniqueText(),
      name: 'Valve',
      quantity: 4,
    });
    const part = await saveRecord(entities.part, { orderId: order.id, parentId: null });
    const process = await saveRecord(entities.process, { partId: part.id });
    const readCards = () =>
      factory.call<PageAnswer<Row>>('/mes/process/card/page', {
        filter: JSON.stringify({ partId: [part.id] }),
      });
    const before = (await readCards()).total;
    await deleteRecord(entities.workOrder, order.id);
    const { rows } = await listDeletedRows({ limit: 1 });
    expect(rows[0]).toMatchObject({ entity: 'workOrder', id: order.id });
    const partRestoreAnswer = await readRefusalAndRows(restoreRecord(entities.part, part.id));
    expect(partRestoreAnswer.code).toBe('referencesDeleted');
    expect((await restoreRecord(entities.workOrder, order.id)).restored).toBeGreaterThanOrEqual(3);
    await getRecord(entities.part, part.id);
    await getRecord(entities.process, process.id);
    expect((await readCards()).total).toBe(before);
  });

  test('a person who comes back is a resource of the home group again', async () => {
    const group = await saveRecord(entities.workGroup, {
      staff: [],
      equipment: [],
      shelves: [],
      craftIds: [],
    });
    const person = await saveRecord(entities.employee, { workGroupId: group.id });
    const readStaff = async () =>
      ((await getRecord(entities.workGroup, group.id))['staff'] as { employeeId: number }[]).map(
        (line) => line.employeeId,
      );
    await deleteRecord(entities.employee, person.id);
    expect(await readStaff()).toEqual([]);
    await restoreRecord(entities.employee, person.id);
    expect(await readStaff()).toEqual([person.id]);
  });

  test('needs its own permission and that of the entity, and contains nothing of another factory', async () => {
    const device = await saveRecord(entities.device);
    await deleteRecord(entities.device, device.id);
    const rows = [{ entity: 'device', id: device.id }];
    const keeper = await factory.createPerson('Keeper', ['SYSTEM_DELETED_DATA']);
    const visiblePage = await keeper.call<PageAnswer<DeletedRow>>('/mes/system/deleted/page', {});
    expect(visiblePage.rows.filter((row) => row.entity === 'device')).toEqual([]);
    expect(await readRefusalCode(keeper.call('/mes/system/deleted/restore', { rows }))).toBe('noPermission');
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(otherFactory.call('/mes/system/deleted/restore', { rows }))).toBe(
      'rowNotFound',
    );
    expect((await otherFactory.call<PageAnswer<DeletedRow>>('/mes/system/deleted/page', {})).total).toBe(0);
    expect((await listDeletedRows({ search: String(device['code']) })).rows.map((row) => row.id)).toEqual([
      device.id,
    ]);
    expect((await listDeletedRows({ until: '2001-01-01' })).total).toBe(0);
  });
});
