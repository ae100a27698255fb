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

/** Returns the fields that are visible to everybody who may choose rows of the entity. */
const listVisibleFields = (entity: EntityDeclaration): Set<string> =>
  new Set([
    'id',
    entity.shownAs,
    ...(entity.tree ? [entity.tree] : []),
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

describeForEachDatabase('What a person may not read is no filter, sort or label for them', (database) => {
  let floor: TestFactory;
  let sampleRowIds: SampleRowIds;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    sampleRowIds = await createSampleRows((path, fields) => floor.call(path, fields), 'ZZ');
  }, 120_000);

  test('a terminal’s worker filters no people by wage grade, role, or anything else they may not read', async () => {
    const worker = await floor.person('Worker', ['TASK_REPORT']);
    const wageGradeId = (
      await floor.call<{ id: number }>('/mes/system/classify/save', {
        classId: 'wageGrade',
        code: makeUniqueText(),
        name: 'Grade 9',
      })
    ).id;
    const path = getListPath(entities.employee);
    const rich = await floor.call<{ id: number }>('/mes/system/basic/employee/save', {
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
      expect([filter, await readRefusalCode(worker.call(path, { filter: JSON.stringify(filter) }))]).toEqual([
        filter,
        'noPermission',
      ]);
      expect(await readRefusalCode(floor.call(path, { filter: JSON.stringify(filter) }))).toBe('accepted');
    }
    expect(await worker.call(path, { filter: JSON.stringify({ id: [rich.id], name: 'Rich' }) })).toEqual([
      { id: rich.id, label: 'Rich', code: expect.any(String) as string, name: 'Rich' },
    ]);
  });

  test('who may only choose rows filters by no field, reference or custom column that they do not see', async () => {
    let tried = 0;
    for (const entity of choosableEntities) {
      const codes = GRANTABLE_PERMISSION_CODES.filter((code) => code !== getReadPermissionCode(entity));
      const chooser = await floor.person(entity.name, codes);
      const visible = listVisibleFields(entity);
      const rows = await chooser.call<Record<string, unknown>[]>(getListPath(entity), { limit: 5 });
      for (const name of rows.flatMap((row) => Object.keys(row)))
        expect([entity.name, name, name === 'label' || visible.has(name)]).toEqual([entity.name, name, true]);
      const filters: [string, unknown][] = [
        ...Object.entries<Field>(entity.fields).map(([name, field]): [string, unknown] => [
          name,
          makeFilterValue(field, sampleRowIds),
        ]),
        ['createdAt', { from: '2000-01-01' }],
        [`custom.${sampleRowIds.customColumn}`, 'a'],
      ];
      for (const [name, value] of filters) {
        const answer = await readRefusalCode(
          chooser.call(getListPath(entity), { filter: JSON.stringify({ [name]: value }) }),
        );
        const expected = visible.has(name) ? 'accepted' : 'noPermission';
        expect([entity.name, name, answer]).toEqual([entity.name, name, expected]);
        tried += 1;
      }
      expect(await readRefusalCode(chooser.call(`${entity.path}/page`, { sort: entity.shownAs }))).toBe(
        'noPermission',
      );
    }
    expectItemsChecked('filters of people who may only choose', tried);
  }, 300_000);

  test('the rows to choose from stand in the order of something that is seen, and parameters are seen', () => {
    for (const entity of choosableEntities) {
      const sort = entity.sort.replace(/^-/, '');
      expect([entity.name, sort, listVisibleFields(entity).has(sort)]).toEqual([entity.name, sort, true]);
    }
    for (const list of REFERENCE_LISTS_OF_ROWS)
      if ('field' in list && list.field)
        expect([list.path, listVisibleFields(getEntity(list.of)).has(list.field)]).toEqual([list.path, true]);
    expectItemsChecked('entities whose rows others may choose', choosableEntities.length);
  });

  test('the progress query finds no order by the customer’s number for who may not read orders', async () => {
    const number = makeUniqueText('PO');
    const order = await floor.order(1, ['Turning']);
    await floor.call('/mes/order/save', { id: order.id, version: order.version, purchasingOrder: number });
    const [reader, worker] = [
      await floor.person('Reader', ['WORK_ORDER']),
      await floor.person('Worker', ['TASK_REPORT']),
    ];
    for (const groupBy of ['workOrder', 'workGroup'])
      for (const [person, total] of [
        [reader, 1],
        [worker, 0],
      ] as const)
        expect(await person.call('/mes/process/query', { search: number, groupBy })).toMatchObject({ total });
    const readerPage = await reader.call<{ total: number }>('/mes/process/query/processes', {
      search: number,
    });
    const workerPage = await worker.call<{ total: number }>('/mes/process/query/processes', {
      search: number,
    });
    expect([readerPage.total, workerPage.total]).toEqual([1, 0]);
  });
});
