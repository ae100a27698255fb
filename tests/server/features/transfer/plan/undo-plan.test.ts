import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanImportResult } from '#shared/answers/transfer.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { Answer } from '#shared/kernel/wire.ts';
import { countRowsAndVersions } from '#tests/support/count-rows.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { makeOutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import { makeFlatPlan, makeOrderCode, PlanClient } from '#tests/support/plan-client.ts';
import { createPlanMasters } from '#tests/support/plan-masters.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';

const PLANNER_PERMISSIONS: readonly PermissionCode[] = [
  'WORK_ORDER',
  'WORK_ORDER_ADD',
  'WORK_ORDER_MODIFY',
  'WORK_ORDER_DELETE',
  'PROCESS_MODIFY',
];

describeForEachDatabase('An imported plan', (database) => {
  let server: AdminServer;
  let factory: TestFactory;
  let plans: PlanClient;

  beforeAll(async () => {
    server = await startAdminServer(database);
    factory = await createTestFactory(server.connection);
    await createPlanMasters(factory);
    plans = await createPlanner(PLANNER_PERMISSIONS);
  });
  afterAll(() => server?.close());

  const createPlanner = async (permissions: readonly PermissionCode[]) =>
    new PlanClient(server.url, (await factory.createPerson('Planner', permissions)).token);
  const readRows = async <R>(path: string, filter: Record<string, unknown>, sort = 'id') =>
    (
      await factory.call<{ rows: R[] }>(`${path}/page`, {
        filter: JSON.stringify(filter),
        sort,
        limit: 500,
      })
    ).rows;
  const readOrders = ({ importId }: Pick<PlanImportResult, 'importId'>) =>
    readRows<Entity<'workOrder'>>(entities.workOrder.path, { planImportId: importId });
  const readImport = async (id: number | null) =>
    (await readRows<Entity<'planImport'>>(entities.planImport.path, {})).find((row) => row.id === id)!;
  const undoImport = async ({ importId }: PlanImportResult, client = plans) =>
    client.postUndo(importId!, (await readImport(importId)).version);
  const readFirstProcess = async ({ id }: { id: number }) => {
    const [part] = await readRows<Entity<'part'>>(entities.part.path, { orderId: id });
    const [process] = await readRows<Entity<'process'>>(entities.process.path, { partId: part!.id }, 'seq');
    return { part: part!, process: process! };
  };
  const HEADING = ['工单号', '名称', '数量', '工艺路线'];
  /** Imports a plan of two orders. */
  const importTwoOrders = async (releasesOrders = false) => {
    const codes = [makeOrderCode(), makeOrderCode()] as const;
    const book = makeFlatPlan(HEADING, [codes[0], '泵', 5, '车、铣'], [codes[1], '泵', 4, '车、铣']);
    const result = await plans.import(book, releasesOrders);
    const orders = await readOrders(result);
    return { result, codes, first: orders[0]!, second: orders[1]! };
  };
  const expectCode = (answer: Answer, code: string) => expect(answer).toMatchObject({ success: false, code });

  test('is recorded: who imported which file, when, and what came with it', async () => {
    const { result } = await importTwoOrders();
    const record = await readImport(result.importId);
    expect(record).toMatchObject({
      fileName: '计划.xlsx',
      importedBy: 'Planner',
      orderCount: 2,
      partCount: 2,
      processCount: 4,
      undoneAt: null,
    });
    expect(Math.abs(Date.now() - Date.parse(record.importedAt))).toBeLessThan(60_000);
    expect(await checkLedgers(server.connection, factory.factoryId)).toMatchObject({ mismatches: [] });
  });

  test('is released at once if the planner wants that; an order without a process stays a draft', async () => {
    const codes = [makeOrderCode(), makeOrderCode()];
    const book = makeFlatPlan(HEADING, [codes[0]!, '泵', 5, '车'], [codes[1]!, '阀', 5, null]);
    const result = await plans.import(book, true);
    expect(result.released).toBe(1);
    expect((await readOrders(result)).map(({ state }) => state)).toEqual(['released', 'draft']);
  });

  describe('is refused', () => {
    test('if its order was added by somebody else since the check', async () => {
      const code = makeOrderCode();
      const checkResult = await plans.check(
        makeFlatPlan(HEADING, [code, '泵', 5, '车'], [makeOrderCode(), '泵', 5, '车']),
      );
      await factory.call('/mes/order/save', { code, name: 'Other', quantity: 1 });
      const before = await countRowsAndVersions(server.connection);
      expect(await plans.postWrite(checkResult.file!)).toMatchObject({
        data: { written: false, problemCount: 1, problems: [{ row: 2, reason: `工单号“${code}”已存在` }] },
      });
      expect(await countRowsAndVersions(server.connection)).toEqual(before);
      expectCode(await plans.postWrite(checkResult.file!), 'importFileGone');
    });

    test('if the craft of a process was deleted since the check', async () => {
      const craft = await factory.call<{ id: number }>('/mes/system/basic/crafts/save', {
        code: 'C-99',
        name: '刨',
      });
      const checked = await plans.check(makeFlatPlan(HEADING, [makeOrderCode(), '泵', 5, '刨']));
      await factory.call('/mes/system/basic/crafts/delete', { ids: JSON.stringify([craft.id]) });
      expect(await plans.postWrite(checked.file!)).toMatchObject({
        data: { written: false, problems: [{ row: 2, place: 'D' }] },
      });
    });

    test('to people who may not add orders or processes, or release them', async () => {
      const planWorkbook = makeFlatPlan(HEADING, [makeOrderCode(), '泵', 5, '车']);
      const reader = await createPlanner(['WORK_ORDER', 'WORK_ORDER_MODIFY', 'PROCESS_MODIFY']);
      await expect(reader.check(planWorkbook)).rejects.toThrow('noPermission');
      const clerk = await createPlanner(['WORK_ORDER', 'WORK_ORDER_ADD']);
      await expect(clerk.check(planWorkbook)).rejects.toThrow('noPermission');
      expect(
        (await clerk.import(makeFlatPlan(['工单号', '名称', '数量'], [makeOrderCode(), '泵', 5]))).orders,
      ).toBe(1);
      const planner = await createPlanner(['WORK_ORDER', 'WORK_ORDER_ADD', 'PROCESS_MODIFY']);
      const { file } = await planner.check(planWorkbook);
      expectCode(await planner.postWrite(file!, '计划.xlsx', true), 'noPermission');
      expectCode(await plans.postWrite(file!), 'importFileGone');
      expect(await planner.postWrite(file!)).toMatchObject({ data: { written: true } });
    });

    test('if the name of its file is missing or too long', async () => {
      const { file } = await plans.check(makeFlatPlan(HEADING, [makeOrderCode(), '泵', 5, '车']));
      for (const name of ['', 'x'.repeat(201)])
        expectCode(await plans.postWrite(file!, name), 'fieldsInvalid');
    });
  });

  describe('can be undone', () => {
    test.each([
      ['as drafts', false],
      ['after their release', true],
    ])('with all its orders: %s', async (_name, releasesOrders) => {
      const { result, first, second } = await importTwoOrders(releasesOrders);
      expect(await undoImport(result)).toMatchObject({ data: { deleted: 2 } });
      expect(await readOrders(result)).toEqual([]);
      for (const { id } of [first, second])
        expect(await readRows(entities.part.path, { orderId: id })).toEqual([]);
      expect(await readImport(result.importId)).toMatchObject({ undoneBy: 'Planner' });
      expectCode(await undoImport(result), 'planImportUndone');
    });

    test('so that its file can be imported again', async () => {
      const code = makeOrderCode();
      const book = makeFlatPlan(HEADING, [code, '泵', 5, '车']);
      await undoImport(await plans.import(book));
      expect((await plans.import(book)).written).toBe(true);
    });

    test('although one of its orders was deleted before', async () => {
      const { result, first } = await importTwoOrders();
      await factory.call('/mes/order/delete', { ids: JSON.stringify([first.id]) });
      expect(await undoImport(result)).toMatchObject({ data: { deleted: 1 } });
    });

    test('and its orders can be restored with their parts and processes', async () => {
      const { result, first } = await importTwoOrders();
      await undoImport(result);
      await factory.call('/mes/system/deleted/restore', {
        rows: JSON.stringify([{ entity: 'workOrder', id: first.id }]),
        withReferences: 'false',
      });
      expect((await readFirstProcess(first)).process.name).toBe('车');
    });

    test('not by people who may not delete orders, and not with an old version', async () => {
      const { result } = await importTwoOrders();
      const planner = await createPlanner(['WORK_ORDER', 'WORK_ORDER_ADD', 'PROCESS_MODIFY']);
      expectCode(await undoImport(result, planner), 'noPermission');
      expectCode(await plans.postUndo(result.importId!, 99), 'stale');
      expectCode(await plans.postUndo(2_000_000_000, 1), 'rowNotFound');
      expect(await readOrders(result)).toHaveLength(2);
    });

    test('not by people of another factory', async () => {
      const { result } = await importTwoOrders();
      const otherFactory = await createTestFactory(server.connection);
      const { token } = await otherFactory.createPerson('Stranger', PLANNER_PERMISSIONS);
      expectCode(await new PlanClient(server.url, token).postUndo(result.importId!, 1), 'rowNotFound');
    });
  });

  describe('can no longer be undone, and the refusal names the order that is in the way, after', () => {
    const waysToUse: [
      string,
      (order: Entity<'workOrder'>, other: Entity<'workOrder'>) => Promise<unknown>,
    ][] = [
      [
        'pieces were received',
        async (order) =>
          factory.call('/mes/report/receive', {
            processId: (await readFirstProcess(order)).process.id,
            quantity: 1,
          }),
      ],
      [
        'work was reported',
        async (order) => {
          const { employeeId } = await factory.createPerson('Worker', []);
          const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
            processId: (await readFirstProcess(order)).process.id,
            quantity: 2,
            at: getIsoTimeAgo(20),
            people: [{ employeeId }],
          });
          await factory.call('/mes/report/finish', { reportId, good: 2 });
        },
      ],
      [
        'a process was put into an outsourcing order',
        async (order) => {
          const outsourcing = makeOutsourcingCalls(factory.call);
          const { process } = await readFirstProcess(order);
          await outsourcing.order((await outsourcing.addSupplier()).id, { [process.id]: 2 });
        },
      ],
      [
        'the order was split',
        async ({ id, version }) =>
          factory.call('/mes/order/split', { id, version, code: makeOrderCode(), quantity: 1 }),
      ],
      [
        'another order was merged into it',
        async ({ id, version }) => {
          const copy = await factory.call<{ id: number }>('/mes/order/copy', {
            id,
            code: makeOrderCode(),
            quantity: 5,
          });
          const releasedOrder = await factory.call<{ version: number }>('/mes/order/release', {
            id: copy.id,
            version: 1,
          });
          await factory.call('/mes/order/merge', {
            id,
            version,
            orders: JSON.stringify([{ id: copy.id, version: releasedOrder.version }]),
          });
        },
      ],
      [
        'its card was split',
        async (order) => {
          const { part } = await readFirstProcess(order);
          const [card] = await readRows<Entity<'card'>>(entities.card.path, { partId: part.id });
          await factory.call('/mes/process/card/split', {
            cardId: card!.id,
            version: card!.version,
            quantity: 1,
          });
        },
      ],
      ['the order was closed', async ({ id, version }) => factory.call('/mes/order/close', { id, version })],
    ];

    test.each(waysToUse)('%s', async (_name, useOrder) => {
      const { result, codes, first, second } = await importTwoOrders(true);
      await useOrder(first, second);
      const before = await countRowsAndVersions(server.connection);
      expect(await undoImport(result)).toMatchObject({
        success: false,
        code: 'planImportUsed',
        params: { count: 1 },
        rows: [{ entity: 'workOrder', id: first.id, name: codes[0] }],
      });
      expect(await countRowsAndVersions(server.connection)).toEqual(before);
    });
  });
});
