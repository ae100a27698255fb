import { beforeAll, expect, test } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import type { GroupProgressRow } from '#shared/answers/progress-query.ts';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { ProcessStateChange } from '#shared/ledger/process-state-change.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { OrderCost } from '#shared/planning/order-cost.ts';
import { loadPage } from '#server/crud/read.ts';
import type { Viewer } from '#server/hooks/hooks.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeOutsourcingCalls, type OutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

interface SavedRow {
  id: number;
  version: number;
}

describeForEachDatabase('what an order keeps', (database) => {
  let factory: TestFactory;
  let calls: OutsourcingCalls;
  const saveRecord = (path: string, fields: Record<string, unknown>) =>
    factory.call<SavedRow>(`/mes/${path}/save`, { code: makeUniqueText('C'), ...fields });
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeOutsourcingCalls(factory.call);
  });

  test('is its cost to date beside its planned cost: labour, machines and outsourcing', async () => {
    const rates = [{ validFrom: '2026-01-01', deviceHourRate: 60, manHourRate: 30 }];
    const { id: costTypeId } = await saveRecord('system/basic/costType', { name: 'Milling', rates });
    const { id: deviceId } = await saveRecord('system/basic/device', { name: 'Mill' });
    const step = { costTypeId, deviceMinutes: 6, manMachineRatio: 1, leapfrogAllowed: true };
    const order = await factory.createOrder(10, [
      { name: 'Mill', ...step },
      { name: 'Harden', leapfrogAllowed: true },
      { name: 'Coat', leapfrogAllowed: true },
    ]);
    const [milling, hardening, coating] = order.processIds as [number, number, number];
    const readCost = () => factory.call<OrderCost>('/mes/order/cost', { id: order.id });
    expect((await readCost()).lines).toEqual([
      { kind: 'labourCost', planned: 30, actual: 0 },
      { kind: 'deviceCost', planned: 60, actual: 0 },
      { kind: 'outsourcingCost', planned: null, actual: 0 },
    ]);

    const { employeeId } = await factory.createPerson('Miller', []);
    await factory.call('/mes/report/record', {
      processId: milling,
      deviceId,
      good: 10,
      minutes: 30,
      people: [{ employeeId }],
    });
    const supplierId = (await calls.addSupplier()).id;
    const { id } = await calls.order(
      supplierId,
      {},
      {
        items: [
          { processId: hardening, quantity: 10, unitPrice: 2.5 },
          { processId: coating, quantity: 10, lumpSum: 100 },
        ],
      },
    );
    await calls.send(id, { [hardening]: 10 });
    await calls.return(id, hardening, { good: 4, hold: 1 });
    await calls.send(id, { [coating]: 4 });
    await calls.return(id, coating, { good: 4 });
    expect(await readCost()).toEqual({
      lines: [
        { kind: 'labourCost', planned: 30, actual: 15 },
        { kind: 'deviceCost', planned: 60, actual: 30 },
        { kind: 'outsourcingCost', planned: 125, actual: 52.5 },
      ],
      planned: 215,
      actual: 97.5,
      unpricedReports: 0,
      unpricedLines: 0,
      unplannedProcesses: 2,
    });
    const { lines } = await calls.readDetail(id);
    expect(lines.map(({ unitPrice, lumpSum }) => [unitPrice, lumpSum])).toEqual([
      [2.5, null],
      [null, 100],
    ]);
  });

  test('is its cost only for people who may see money, and a line has one price', async () => {
    const order = await factory.createOrder(1, ['Harden']);
    const planner = await factory.createPerson('Planner', ['WORK_ORDER']);
    expect(await readRefusalCode(planner.call('/mes/order/cost', { id: order.id }))).toBe('noPermission');
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(otherFactory.call('/mes/order/cost', { id: order.id }))).toBe('rowNotFound');
    const supplierId = (await calls.addSupplier()).id;
    const items = [{ processId: order.processIds[0], quantity: 1, unitPrice: 1, lumpSum: 1 }];
    expect(await readRefusalCode(calls.order(supplierId, {}, { items }))).toBe('twoPrices');
    const { id } = await calls.order(supplierId, {}, { items: [{ ...items[0], lumpSum: null }] });
    expect(await readRefusalCode(calls.change(id, { items }))).toBe('twoPrices');
  });

  test('is the history of the states of its processes, with the reports that caused them', async () => {
    const order = await factory.createOrder(4, [{ name: 'Turn', needsReceive: true }]);
    const processId = order.processIds[0]!;
    const worker = await factory.createPerson('Turner', ['TASK_REPORT']);
    const readHistory = async () =>
      (await factory.call<ProcessStateChange[]>('/mes/process/stateHistory', { processId })).map(
        ({ from, to, event, people }) => [from, to, event, ...people],
      );
    expect(await readHistory()).toEqual([]);
    await worker.call('/mes/report/receive', { processId, quantity: 4 });
    const { reportId } = await startWork(worker.call, processId, 4);
    await finishWork(worker.call, reportId, 3);
    await factory.call('/mes/process/suspend', { processId, reason: 'no coolant' });
    expect(await readHistory()).toEqual([
      ['notStarted', 'received', 'receive', 'Turner'],
      ['received', 'processing', 'start', 'Turner'],
      ['processing', 'unfinished', 'finish', 'Turner'],
      ['unfinished', 'suspended', null],
    ]);
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(otherFactory.call('/mes/process/stateHistory', { processId }))).toBe(
      'rowNotFound',
    );
  });

  test('is the group that it is put into together with others', async () => {
    const orders = [await factory.createOrder(1, ['A']), await factory.createOrder(1, ['B'])];
    const group = await saveRecord('order/group', { name: 'Delivery of May' });
    const versions = await Promise.all(
      orders.map(({ id }) => factory.call<SavedRow>('/mes/order/get', { id })),
    );
    const rows = versions.map(({ id, version }) => ({ id, version, orderGroupId: group.id }));
    const { rows: verdicts } = await factory.call<BatchAnswer>('/mes/order/save/batch', {
      rows: JSON.stringify(rows),
    });
    expect(verdicts.map(({ answer }) => answer.success)).toEqual([true, true]);
    const page = await factory.call<PageAnswer<{ id: number; labels: Record<string, string> }>>(
      '/mes/order/page',
      { filter: JSON.stringify({ orderGroupId: [group.id] }), sort: 'id' },
    );
    expect(page.rows.map(({ id, labels }) => [id, labels['orderGroupId']])).toEqual(
      orders.map(({ id }) => [id, 'Delivery of May']),
    );
    const groupPage = await factory.call<PageAnswer<GroupProgressRow>>('/mes/process/query', {
      groupBy: 'orderGroup',
    });
    expect(groupPage.rows.find(({ id }) => id === group.id)).toMatchObject({ orders: 2, processes: 2 });
    const groupFilter = { orderGroupId: [group.id] };
    expect(await factory.call('/mes/process/query/list', groupFilter)).toMatchObject({ total: 2 });
    expect(await readRefusalCode(factory.call('/mes/order/group/delete', { ids: [group.id] }))).toBe('inUse');
  });

  test('is a group that a customer sees only if it is the customer’s own, and a supplier never', async () => {
    const [ownId, otherId] = [
      (await saveRecord('system/basic/customer', { shortName: 'Own', fullName: 'Own' })).id,
      (await saveRecord('system/basic/customer', { shortName: 'Other', fullName: 'Other' })).id,
    ];
    for (const [name, customerId] of [
      ['Of the customer', ownId],
      ['Of another customer', otherId],
      ['Of nobody', null],
    ] as const)
      await saveRecord('order/group', { name, customerId });
    const listGroups = async (kind: Viewer['kind'], customerId: number | null) => {
      const { rows } = await loadPage(
        factory.connection.db,
        entities.orderGroup as EntityDeclaration,
        {
          factoryId: factory.factoryId,
          zone: 'UTC',
          kind,
          employeeId: null,
          accountId: 0,
          customerId,
          supplierId: null,
          permissions: ['WORK_ORDER'],
        },
        { filter: {}, search: 'Of ', sort: 'id', offset: 0, limit: 10 },
      );
      return rows.map((row) => row['name']);
    };
    expect(await listGroups('customer', ownId)).toEqual(['Of the customer']);
    expect(await listGroups('supplier', null)).toEqual([]);
    expect(await listGroups('employee', null)).toEqual(
      expect.arrayContaining(['Of another customer', 'Of nobody']),
    );
  });

  test('are its attachments, which stay at it and go with it', async () => {
    const draft = await saveRecord('order', { name: 'Draft', quantity: 1 });
    const otherDraft = await saveRecord('order', { name: 'Other draft', quantity: 1 });
    const { id: accountId } = await factory.connection.db
      .selectFrom('account')
      .select('id')
      .where('factoryId', '=', factory.factoryId)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const file = await factory.connection.db
      .insertInto('storedFile')
      .values({
        factoryId: factory.factoryId,
        createdBy: 'test',
        accountId,
        sha256: '0'.repeat(64),
        name: 'photo.png',
        mediaType: 'image/png',
        bytes: 10,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const attachedDocument = await factory.call<SavedRow>('/mes/order/document/save', {
      orderId: draft.id,
      name: 'photo.png',
      file: file.id,
    });
    const listAttachments = async () =>
      (
        await factory.call<PageAnswer<{ id: number }>>('/mes/order/document/page', {
          filter: JSON.stringify({ orderId: [draft.id] }),
        })
      ).rows.map(({ id }) => id);
    expect(await listAttachments()).toEqual([attachedDocument.id]);
    const movedAttachment = {
      id: attachedDocument.id,
      version: attachedDocument.version,
      orderId: otherDraft.id,
    };
    expect(await readRefusalCode(factory.call('/mes/order/document/save', movedAttachment))).toBe(
      'fieldsInvalid',
    );
    const reader = await factory.createPerson('Reader', ['WORK_ORDER']);
    const anotherDocument = { orderId: draft.id, name: 'x.png', file: file.id };
    expect(await readRefusalCode(reader.call('/mes/order/document/save', anotherDocument))).toBe(
      'noPermission',
    );
    await factory.call('/mes/order/delete', { ids: [draft.id] });
    expect(await listAttachments()).toEqual([]);
  });
});
