import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';
import { createOutsourcedOrder, makeOutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import { readTableVersions } from '#tests/support/table-versions.ts';

describeForEachDatabase('a call of an outsourcing order is refused', (database) => {
  let factory: TestFactory;
  let calls: ReturnType<typeof makeOutsourcingCalls>;
  let supplierId: number;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeOutsourcingCalls(factory.call);
    supplierId = (await calls.addSupplier('Plater')).id;
  });
  /** Runs a call that must be refused and must change no table. @returns the refusal */
  const readRefusal = async (run: () => Promise<unknown>): Promise<RefusedCallError> => {
    const before = await readTableVersions(factory.connection);
    const refusal = await run().then(
      () => Promise.reject(new Error('The call was accepted')),
      (error: unknown) => error as RefusedCallError,
    );
    expect(await readTableVersions(factory.connection)).toEqual(before);
    return refusal;
  };
  test('with an old version, and with ids of another factory', async () => {
    const { id, processId, supplierId: ownSupplierId } = await createOutsourcedOrder(factory, 5);
    const { version } = await calls.readOrder(id);
    await calls.send(id, { [processId]: 1 });
    for (const run of [
      () => calls.send(id, { [processId]: 1 }, { version }),
      () => calls.return(id, processId, { good: 1 }, { version }),
      () => calls.cancel(id, { version }),
      () => calls.change(id, { version, remark: 'late' }),
    ])
      expect((await readRefusal(run)).code).toBe('stale');
    const otherFactory = await createTestFactory(factory.connection);
    const otherFactoryCalls = makeOutsourcingCalls(otherFactory.call);
    const otherFactoryOrder = await createOutsourcedOrder(otherFactory, 5);
    const currentVersion = (await calls.readOrder(id)).version;
    const { movementId } = await otherFactoryCalls.send(otherFactoryOrder.id, {
      [otherFactoryOrder.processId]: 1,
    });
    for (const run of [
      () => otherFactoryCalls.readOrder(id),
      () => otherFactoryCalls.readDetail(id),
      () => otherFactoryCalls.send(id, { [processId]: 1 }, { version: currentVersion }),
      () => otherFactoryCalls.send(otherFactoryOrder.id, { [processId]: 1 }),
      () => otherFactoryCalls.return(otherFactoryOrder.id, processId, { good: 1 }),
      () => otherFactoryCalls.order(otherFactoryOrder.supplierId, { [processId]: 1 }),
      () => calls.reverse(id, movementId),
      () => otherFactoryCalls.cancel(id, { version: currentVersion }),
    ])
      expect((await readRefusal(run)).code).toBe('rowNotFound');
    expect(
      (
        await readRefusal(() =>
          otherFactoryCalls.order(ownSupplierId, { [otherFactoryOrder.nextProcessId]: 1 }),
        )
      ).code,
    ).toBe('referenceMissing');
    expect(
      await otherFactory.call('/mes/outsourcing/candidates', { supplierId: ownSupplierId, search: null }),
    ).not.toMatchObject({ rows: [expect.objectContaining({ processId })] });
  });

  test('with a deleted supplier; and a supplier or process in use is not deleted', async () => {
    const deletedSupplier = await calls.addSupplier('Gone');
    await factory.call('/mes/system/basic/supplier/delete', { ids: [deletedSupplier.id] });
    const { processIds } = await factory.createOrder(5, ['Harden']);
    const processId = processIds[0]!;
    expect((await readRefusal(() => calls.order(deletedSupplier.id, { [processId]: 1 }))).code).toBe(
      'referenceMissing',
    );
    const { id } = await calls.order(supplierId, { [processId]: 1 });
    for (const [path, usedId] of [
      ['/mes/system/basic/supplier/delete', supplierId],
      ['/mes/process/delete', processId],
    ] as const)
      expect(await readRefusal(() => factory.call(path, { ids: [usedId] }))).toMatchObject({ code: 'inUse' });
    await factory.call('/mes/outsourcing/delete', { ids: [id] });
    // Restoring a deleted order runs the checks for a new order.
    await factory.call('/mes/system/deleted/restore', { rows: [{ entity: 'outsourcingOrder', id }] });
    await factory.call('/mes/outsourcing/delete', { ids: [id] });
    await calls.order(supplierId, { [processId]: 1 });
    expect(
      (
        await readRefusal(() =>
          factory.call('/mes/system/deleted/restore', { rows: [{ entity: 'outsourcingOrder', id }] }),
        )
      ).code,
    ).toBe('processAlreadyExternal');
  });

  test('without the permission for each verb', async () => {
    const {
      id,
      processId,
      supplierId: someSupplierId,
      nextProcessId,
    } = await createOutsourcedOrder(factory, 5);
    const { movementId, version } = await calls.send(id, { [processId]: 2 });
    const reader = makeOutsourcingCalls((await factory.createPerson('Reader', ['OUTSOURCING'])).call);
    expect(await reader.readDetail(id)).toMatchObject({ lines: [{ processId }] });
    const mover = makeOutsourcingCalls(
      (await factory.createPerson('Mover', ['OUTSOURCING', 'OUTSOURCING_MODIFY'])).call,
    );
    const stranger = makeOutsourcingCalls((await factory.createPerson('Stranger', ['WORK_ORDER'])).call);
    const versionFields = { version };
    for (const run of [
      () => reader.order(someSupplierId, { [nextProcessId]: 1 }),
      () => reader.change(id, { ...versionFields, remark: 'mine' }),
      () => reader.send(id, { [processId]: 1 }, versionFields),
      () => reader.return(id, processId, { good: 1 }, versionFields),
      () => reader.takeBack(id, { [processId]: 1 }, versionFields),
      () => reader.end(id, versionFields),
      () => reader.cancel(id, versionFields),
      () => mover.reverse(id, movementId, versionFields),
      () => mover.order(someSupplierId, { [nextProcessId]: 1 }),
      () => stranger.readOrder(id),
      () => stranger.readDetail(id),
    ])
      expect((await readRefusal(run)).code).toBe('noPermission');
    expect(await readRefusalCode(mover.return(id, processId, { good: 2 }))).toBe('accepted');
  });
});
