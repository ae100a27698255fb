import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type RefusedCallError, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('The data of a project', (database) => {
  let factory: TestFactory;
  let codeCount = 0;
  const makeCode = () => `PJ-${codeCount++}`;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  const saveProject = (fields: Record<string, unknown> = {}) =>
    factory.call<Entity<'project'>>('/mes/project/save', { code: makeCode(), name: 'Mould', ...fields });
  const addCostType = (targetFactory = factory) =>
    targetFactory.call<{ id: number }>('/mes/system/basic/costType/save', {
      code: makeCode(),
      name: 'Milling',
    });
  const readRefusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason as RefusedCallError,
    );
    return error ? [error.code, ...Object.keys(error.fields)] : ['accepted'];
  };

  it('has at most one budget for each cost type', async () => {
    const [milling, turning] = [await addCostType(), await addCostType()];
    const budget = [
      { costTypeId: milling.id, amount: 100.25 },
      { costTypeId: turning.id, amount: 0 },
    ];
    expect(await saveProject({ budget })).toMatchObject({ budget });
    expect(
      await readRefusal(saveProject({ budget: [budget[0], { costTypeId: milling.id, amount: 1 }] })),
    ).toEqual(['fieldsInvalid', 'budget[1].costTypeId']);
    expect(await readRefusal(saveProject({ budget: [{ costTypeId: milling.id, amount: 0.001 }] }))).toEqual([
      'fieldsInvalid',
      'budget[0].amount',
    ]);
  });

  it('refers to nothing of another factory', async () => {
    const otherFactory = await createTestFactory(factory.connection);
    const costType = await addCostType(otherFactory);
    const otherProject = await otherFactory.call<{ id: number }>('/mes/project/save', {
      code: makeCode(),
      name: 'Theirs',
    });
    expect(await readRefusal(saveProject({ budget: [{ costTypeId: costType.id, amount: 1 }] }))).toEqual([
      'referenceMissing',
      'budget[0].costTypeId',
    ]);
    expect(await readRefusal(saveProject({ parentId: otherProject.id }))).toEqual([
      'referenceMissing',
      'parentId',
    ]);
  });

  it('cannot become a part of itself', async () => {
    const project = await saveProject();
    const subproject = await saveProject({ parentId: project.id });
    const subsubproject = await saveProject({ parentId: subproject.id });
    const { id, version } = project;
    expect(await readRefusal(saveProject({ id, version, parentId: subsubproject.id }))).toEqual([
      'cyclicParent',
      'parentId',
    ]);
  });

  it('has documents, which only their uploader can attach', async () => {
    const { accountId } = await factory.call<CurrentUser>('/mes/login/current', {});
    const colleague = await factory.createPerson('Li', ['PROJECT_MANAGE', 'PROJECT_MANAGE_ADD']);
    const file = await factory.connection.db
      .insertInto('storedFile')
      .values({
        factoryId: factory.factoryId,
        name: 'contract.pdf',
        mediaType: 'application/pdf',
        bytes: 3,
        sha256: randomUUID(),
        accountId,
        createdBy: 'test',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const documents = [{ name: 'Contract', file: file.id }];
    expect(
      await readRefusal(colleague.call('/mes/project/save', { code: makeCode(), name: 'Mould', documents })),
    ).toEqual(['referenceMissing', 'documents[0].file']);
    const { id } = await saveProject({ documents });
    expect(await colleague.call<Entity<'project'>>('/mes/project/get', { id })).toMatchObject({ documents });
  });
});
