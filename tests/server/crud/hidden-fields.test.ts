import { beforeAll, expect, test } from 'vitest';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { getReadPermission, isOpenPermission, type PermissionCode } from '#shared/kernel/permissions.ts';
import { entities, entityNames, getEntity, type EntityName } from '#shared/entities/index.ts';
import { REFERENCE_LISTS_OF_ROWS } from '#shared/rules/reference-lists.ts';
import { PICKER_ROW_FIELDS } from '#server/crud/read.ts';
import { formCallRoutes } from '#server/mes/routes.ts';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { createSampleRows, type SampleRowIds } from '#tests/support/sample-rows.ts';

const getListPath = (entity: EntityDeclaration) => `${entity.path}/list`;
const getReadPermissionCode = (entity: EntityDeclaration) =>
  getReadPermission(entity.permission) as PermissionCode;

/** The entities whose rows can be chosen in pickers without the permission to read the entity. */
const choosableEntities = entityNames
  .map((name): EntityDeclaration => entities[name])
  .filter(
    (entity) =>
      (entity.verbs ?? ENTITY_VERBS).includes('list') && !isOpenPermission(getReadPermissionCode(entity)),
  )
  .filter((entity) => {
    const route = formCallRoutes.find(({ path }) => path === getListPath(entity))!;
    return [route.permission].flat().some((code) => code !== getReadPermissionCode(entity));
  });

/**
 * Returns the fields that a person may see without permission to read the entity, because pickers show them to whoever
 * may choose a row.
 */
const listVisibleFields = (entity: EntityDeclaration): Set<string> =>
  new Set([
    'id',
    entity.shownAs,
    ...(entity.parentField ? [entity.parentField] : []),
    ...(entity.pickedBy ?? []),
    ...[...PICKER_ROW_FIELDS].filter((name) => name in entity.fields),
  ]);

/** Makes a value that the filter of a field accepts. */
function makeFilterValue(field: Field, sampleRowIds: SampleRowIds): unknown {
  if (field.kind === 'ref' || field.kind === 'refs') return [sampleRowIds[field.to as EntityName]];
  if (field.kind === 'choice') return field.choices![0];
  if (field.kind === 'flag') return true;
  if (field.kind === 'date') return { from: '2000-01-01' };
  return field.kind === 'number' ? { from: 0 } : 'a';
}

describeForEachDatabase(
  'Fields that a person may not read cannot filter, sort or label rows for them',
  (database) => {
    let factory: TestFactory;
    let sampleRowIds: SampleRowIds;
    beforeAll(async () => {
      factory = await createTestFactory(await database.open());
      sampleRowIds = await createSampleRows((path, fields) => factory.call(path, fields), 'ZZ');
    });

    test('a worker cannot filter people by wage grade, role or another field that the worker may not read', async () => {
      const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
      const wageGradeId = (
        await factory.call<{ id: number }>('/mes/system/basic/wageGrade/save', {
          code: makeUniqueText(),
          name: 'Grade 9',
        })
      ).id;
      const path = getListPath(entities.employee);
      const employee = await factory.call<{ id: number }>('/mes/system/basic/employee/save', {
        code: makeUniqueText(),
        name: 'Rich',
        wageGradeId,
        roleIds: [sampleRowIds.role],
      });
      for (const filter of [
        { wageGradeId: [wageGradeId] },
        { roleIds: [sampleRowIds.role] },
        { departmentalRole: 'head' },
      ]) {
        expect([
          filter,
          await readRefusalCode(worker.call(path, { filter: JSON.stringify(filter) })),
        ]).toEqual([filter, 'noPermission']);
        expect(await readRefusalCode(factory.call(path, { filter: JSON.stringify(filter) }))).toBe(
          'accepted',
        );
      }
      expect(
        await worker.call(path, { filter: JSON.stringify({ id: [employee.id], name: 'Rich' }) }),
      ).toEqual([{ id: employee.id, label: 'Rich', code: expect.any(String) as string, name: 'Rich' }]);
    });

    test('people who may only choose rows cannot filter by a field or custom column that they do not see', async () => {
      let triedFilterCount = 0;
      for (const entity of choosableEntities) {
        const codes = GRANTABLE_PERMISSION_CODES.filter((code) => code !== getReadPermissionCode(entity));
        const chooser = await factory.createPerson(entity.name, codes);
        const visibleFields = listVisibleFields(entity);
        const rows = await chooser.call<Record<string, unknown>[]>(getListPath(entity), { limit: 5 });
        for (const name of rows.flatMap((row) => Object.keys(row)))
          expect([entity.name, name, name === 'label' || visibleFields.has(name)]).toEqual([
            entity.name,
            name,
            true,
          ]);
        const filters: [string, unknown][] = [
          ...Object.entries<Field>(entity.fields).map(([name, field]): [string, unknown] => [
            name,
            makeFilterValue(field, sampleRowIds),
          ]),
          ['createdAt', { from: '2000-01-01' }],
          [`custom.${sampleRowIds.customColumn}`, 'a'],
        ];
        for (const [name, value] of filters) {
          const code = await readRefusalCode(
            chooser.call(getListPath(entity), { filter: JSON.stringify({ [name]: value }) }),
          );
          const expected = visibleFields.has(name) ? 'accepted' : 'noPermission';
          expect([entity.name, name, code]).toEqual([entity.name, name, expected]);
          triedFilterCount += 1;
        }
        expect(await readRefusalCode(chooser.call(`${entity.path}/page`, { sort: entity.shownAs }))).toBe(
          'noPermission',
        );
      }
      expectItemsChecked('filters of people who may only choose', triedFilterCount);
    });

    test('rows to choose from are sorted by a visible field, and the parameters of lists are visible fields', () => {
      for (const entity of choosableEntities) {
        const sort = entity.sort.replace(/^-/, '');
        expect([entity.name, sort, listVisibleFields(entity).has(sort)]).toEqual([entity.name, sort, true]);
      }
      for (const list of REFERENCE_LISTS_OF_ROWS)
        if ('field' in list && list.field)
          expect([list.path, listVisibleFields(getEntity(list.entity)).has(list.field)]).toEqual([
            list.path,
            true,
          ]);
      expectItemsChecked('entities whose rows others may choose', choosableEntities.length);
    });

    test('the progress query finds orders by the customer’s number only for people who may read orders', async () => {
      const purchasingOrder = makeUniqueText('PO');
      const order = await factory.createOrder(1, ['Turning']);
      await factory.call('/mes/order/save', { id: order.id, version: order.version, purchasingOrder });
      const [reader, worker] = [
        await factory.createPerson('Reader', ['WORK_ORDER']),
        await factory.createPerson('Worker', ['TASK_REPORT']),
      ];
      for (const groupBy of ['workOrder', 'workGroup'])
        for (const [person, total] of [
          [reader, 1],
          [worker, 0],
        ] as const)
          expect(await person.call('/mes/process/query', { search: purchasingOrder, groupBy })).toMatchObject(
            { total },
          );
      const readerPage = await reader.call<{ total: number }>('/mes/process/query/processes', {
        search: purchasingOrder,
      });
      const workerPage = await worker.call<{ total: number }>('/mes/process/query/processes', {
        search: purchasingOrder,
      });
      expect([readerPage.total, workerPage.total]).toEqual([1, 0]);
    });
  },
);
