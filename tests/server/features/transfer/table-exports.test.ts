import { beforeAll, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import { FOUND_PIECES_COLUMNS, FOUND_PIECES_LIST } from '#shared/quality/recall-fields.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readWorkbookTexts, WorkbookClient } from '#tests/support/workbooks.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const PROGRESS_ENDPOINT = { path: '/mes/process/query' };
const DELETED_DATA_ENDPOINT = { path: '/mes/system/deleted' };
const OVERDUE_HEADING = `${translateTerm('en_US', 'daysOverdue')} (${translateTerm('en_US', 'days')})`;
const JOB_ENDPOINT = { path: '/mes/system/job' };

describeForEachDatabase('the tables of screens as workbooks', (database) => {
  const access = createAccessFixture(database);
  let workbookClient: WorkbookClient;
  let craftId: number;
  let supplierId: number;
  let customerId: number;
  let dueDate: string;

  const makeClient = (caller: Caller, lang?: string) =>
    new WorkbookClient(access.server.url, caller.token!, lang);
  const saveRecord = (path: string, fields: Record<string, unknown>) =>
    access.admin.send<SavedRow>(`/mes/${path}/save`, fields);
  const readExportStatus = async (caller: Caller, { path }: { path: string }) =>
    (await access.postRaw(caller, `${path}/export`)).status;
  /** Creates and releases an order with one part and a process for each step. */
  async function createOrder(
    code: string,
    fields: Record<string, unknown>,
    steps: Record<string, unknown>[],
  ) {
    const savedOrder = await saveRecord('order', { code, name: `Order ${code}`, quantity: 5, ...fields });
    const part = await saveRecord('order/part', {
      orderId: savedOrder.id,
      code: `${code}-P`,
      name: 'Pin',
      quantity: 5,
    });
    for (const [index, step] of steps.entries())
      await saveRecord('process', { partId: part.id, craftId, seq: (index + 1) * 10, ...step });
    await access.admin.send('/mes/order/release', { id: savedOrder.id, version: savedOrder.version });
  }

  beforeAll(async () => {
    workbookClient = makeClient(access.admin);
    const { zone } = await access.readCurrentUser(access.admin);
    dueDate = addDays(toLocalDay(zone, Date.now()), -3);
    craftId = (await saveRecord('system/basic/crafts', { code: 'T', name: 'Turn' })).id;
    supplierId = (await saveRecord('system/basic/supplier', { code: 'SUP', shortName: 'Heat' })).id;
    customerId = (await saveRecord('system/basic/customer', { code: 'CUS', shortName: 'North' })).id;
    const heatColumn = await saveRecord('system/column/custom', {
      owner: 'process',
      code: 'H',
      name: 'Furnace',
    });
    await createOrder('MINE-1', { customerId, dueDate, purchasingOrder: 'PO-7' }, [
      { name: 'Saw', custom: JSON.stringify({ [heatColumn.id]: 'F-12' }) },
      { name: 'Harden', supplierId },
    ]);
    await createOrder('OTHER-1', {}, [{ name: 'Grind' }]);
  });

  test('the progress query: its orders with their delay, and their processes in the arranged columns', async () => {
    const allSheets = readWorkbookTexts(await workbookClient.export(PROGRESS_ENDPOINT));
    expect(Object.keys(allSheets)).toEqual(['Work orders', 'Processes']);
    expect(allSheets['Work orders']!.slice(1).map(([code]) => code)).toEqual(['MINE-1', 'OTHER-1']);
    const [head, orderRow] = allSheets['Work orders']!;
    const getOrderCell = (heading: string) => orderRow![head!.indexOf(heading)];
    expect(getOrderCell('Customer')).toBe('North');
    expect(getOrderCell(OVERDUE_HEADING)).toBe('3');
    const [processHead, ...processes] = allSheets['Processes']!;
    expect(processHead!.slice(0, 7)).toEqual([
      'Order no.',
      'Customer',
      'Due date',
      'Part code',
      'Part',
      'Seq.',
      'Name',
    ]);
    expect(processes.map((row) => row[6])).toEqual(['Saw', 'Harden', 'Grind']);
    expect(processes[0]![processHead!.indexOf('Furnace')]).toBe('F-12');

    // The columns that the user hides are not exported.
    const columns = [
      { columnField: 'name', isGridShow: 1 },
      { columnField: 'seq', isGridShow: 0 },
    ];
    await access.admin.send('/mes/system/column/saveOwn', { list: 'process', columns });
    const arrangedSheets = readWorkbookTexts(
      await workbookClient.export(PROGRESS_ENDPOINT, { search: 'MINE-1' }),
    );
    expect(arrangedSheets['Work orders']!.length).toBe(2);
    expect(arrangedSheets['Processes']![0]).not.toContain('Seq.');
    expect(arrangedSheets['Processes']!.slice(1).map((row) => row[5])).toEqual(['Saw', 'Harden']);
    await access.admin.send('/mes/system/column/saveOwn', { list: 'process', columns: [] });
  });

  test('the progress query obeys its filters and its grouping, and refuses a wrong filter', async () => {
    const customerSheets = readWorkbookTexts(
      await workbookClient.export(PROGRESS_ENDPOINT, { customerId: `[${customerId}]` }),
    );
    expect(customerSheets['Work orders']!.slice(1).map(([code]) => code)).toEqual(['MINE-1']);
    const groupSheets = readWorkbookTexts(
      await makeClient(access.admin, 'zh_CN').export(PROGRESS_ENDPOINT, { groupBy: 'customer' }),
    );
    expect(Object.keys(groupSheets)).toEqual(['客户', '工序']);
    expect(groupSheets['客户']!.slice(1).map(([code, name, orders]) => [code, name, orders])).toEqual([
      ['CUS', 'North', '1'],
      [null, null, '1'],
    ]);
    const refusedResponse = await workbookClient.postRaw(
      `${PROGRESS_ENDPOINT.path}/export`,
      new URLSearchParams({ state: 'asleep' }),
    );
    expect(refusedResponse.status).toBe(422);
  });

  test('deleted data: filtered as on the screen, without what the reader may not see', async () => {
    const shelf = await saveRecord('system/basic/shelf', { code: 'GONE-S', name: 'Old shelf' });
    const unit = await saveRecord('system/basic/unit', { code: 'GONE-U', name: 'Old unit' });
    await access.admin.send('/mes/system/basic/shelf/delete', { ids: [shelf.id] });
    await access.admin.send('/mes/system/basic/unit/delete', { ids: [unit.id] });
    const readDeletedDataRows = (book: Buffer) => readWorkbookTexts(book)['Deleted data']!;
    const allRows = readDeletedDataRows(
      await workbookClient.export(DELETED_DATA_ENDPOINT, { search: 'Old' }),
    );
    expect(allRows[0]).toEqual(['Name', 'Code', 'Kind of data', 'Deleted', 'Deleted by']);
    expect(allRows.slice(1).map((row) => row.slice(0, 3))).toEqual([
      ['Old unit', 'GONE-U', 'Unit'],
      ['Old shelf', 'GONE-S', 'Shelf'],
    ]);
    expect(
      readDeletedDataRows(await workbookClient.export(DELETED_DATA_ENDPOINT, { entity: 'shelf' })).length,
    ).toBe(2);
    expect(
      readDeletedDataRows(await workbookClient.export(DELETED_DATA_ENDPOINT, { until: '2020-01-01' })).length,
    ).toBe(1);
    const { caller } = await access.createPerson('SYSTEM_DELETED_DATA', 'SYSTEM_BASIC_SHELF');
    const visibleRows = readDeletedDataRows(
      await makeClient(caller).export(DELETED_DATA_ENDPOINT, { search: 'Old' }),
    );
    expect(visibleRows.slice(1).map(([name]) => name)).toEqual(['Old shelf']);
  });

  test('jobs: their state and their latest runs', async () => {
    await access.admin.send('/mes/system/job/run', { job: 'forgetAnswers' });
    const book = readWorkbookTexts(await workbookClient.export(JOB_ENDPOINT));
    expect(Object.keys(book)).toEqual(['Jobs', 'Latest runs']);
    expect(book['Jobs']!.length).toBeGreaterThan(5);
    expect(book['Jobs']![0]!.slice(0, 2)).toEqual(['Job', 'Every (s)']);
    expect(book['Latest runs']![0]!.slice(0, 2)).toEqual(['Job', 'Last run']);
  });

  test('ended calls for help, and not the open ones', async () => {
    const typeId = (
      await saveRecord('system/classify', { classId: 'abnormalType', code: 'A1', name: 'No power' })
    ).id;
    const deviceId = (await saveRecord('system/basic/device', { code: 'D1', name: 'Lathe 1' })).id;
    const call = await access.admin.send<SavedRow & { code: string }>('/mes/andon/raise', {
      typeId,
      deviceId,
    });
    for (const [index, step] of ['acknowledge', 'arrive', 'solve'].entries())
      await access.admin.send(`/mes/andon/${step}`, {
        id: call.id,
        version: call.version + index,
        ...(step === 'solve' ? { solution: 'Fuse replaced' } : {}),
      });
    await access.admin.send('/mes/andon/raise', { typeId, deviceId });
    const filter = JSON.stringify({ state: ['solved', 'cancelled'] });
    const [, ...calls] = Object.values(
      readWorkbookTexts(await workbookClient.export(entities.abnormalCall, { filter })),
    )[0]!;
    expect(calls.map(([code]) => code)).toEqual([call.code]);
    expect(calls[0]).toContain('Fuse replaced');
  });

  test('a customer’s orders and a supplier’s work, each with its own rows only', async () => {
    const logInCompanyUser = async (
      kind: 'customer' | 'supplier',
      code: string,
      company: Record<string, unknown>,
    ) => {
      const role = await access.makeRole(['WORK_ORDER'], kind);
      const fields = { code, name: code, roleIds: [role.id], ...company };
      await saveRecord(`system/basic/${kind}User`, fields);
      const login = kind === 'customer' ? { customerCode: 'CUS' } : { supplierCode: 'SUP' };
      return access.logInFirstTime({ employeeCode: code, ...login });
    };
    const ordersEndpoint = { path: '/mes/outside/orders' };
    const workEndpoint = { path: '/mes/outside/work' };
    const buyer = await logInCompanyUser('customer', 'buyer', { customerId });
    const hardener = await logInCompanyUser('supplier', 'hardener', { supplierId });
    const [head, ...orderRows] = readWorkbookTexts(await makeClient(buyer).export(ordersEndpoint))[
      'Work orders'
    ]!;
    expect(orderRows.map((row) => row.slice(0, 3))).toEqual([['MINE-1', 'Order MINE-1', 'PO-7']]);
    expect(orderRows[0]![head!.indexOf(OVERDUE_HEADING)]).toBe('3');
    const book = readWorkbookTexts(await makeClient(hardener).export(workEndpoint));
    const workRows = Object.values(book)[0]!;
    expect(workRows.slice(1).map((row) => row.slice(0, 3))).toEqual([['MINE-1-P', 'Pin', 'Harden']]);
    expect(JSON.stringify(book)).not.toContain('North');
    expect([
      await readExportStatus(buyer, workEndpoint),
      await readExportStatus(hardener, ordersEndpoint),
    ]).toEqual([403, 403]);
    for (const endpoint of [PROGRESS_ENDPOINT, DELETED_DATA_ENDPOINT, JOB_ENDPOINT])
      expect(await readExportStatus(buyer, endpoint)).toBe(403);
  });

  test('nobody exports without the permission of the screen', async () => {
    const { caller } = await access.createPerson('SYSTEM_LOG');
    expect(await readExportStatus(caller, DELETED_DATA_ENDPOINT)).toBe(403);
    expect(await readExportStatus(caller, JOB_ENDPOINT)).toBe(403);
    expect(await readExportStatus(caller, { path: '/mes/outside/orders' })).toBe(403);
  });

  test('a recall: how long it took, and the found pieces in the arranged columns', async () => {
    const { rows } = await access.admin.call<{ rows: SavedRow[] }>('/mes/order/part/page', {
      filter: JSON.stringify({ code: 'MINE-1-P' }),
    });
    const hiddenColumns = Object.keys(FOUND_PIECES_COLUMNS).filter(
      (name) => name !== 'customerName' && name !== 'quantity',
    );
    await access.admin.send('/mes/system/column/saveOwn', {
      list: FOUND_PIECES_LIST,
      columns: ['customerName', 'quantity', ...hiddenColumns].map((columnField, index) => ({
        columnField,
        isGridShow: hiddenColumns.includes(columnField) ? 0 : 1,
        columnOrder: index + 1,
      })),
    });
    const sheets = readWorkbookTexts(
      await workbookClient.export(
        { path: '/mes/quality/recall/forward' },
        {
          origin: 'part',
          partId: String(rows[0]!.id),
          begunAt: '2026-05-01T02:00:00.000Z',
          completedAt: '2026-05-01T02:01:30.000Z',
        },
      ),
    );
    expect(Object.keys(sheets)).toEqual(['Recall record', 'Found pieces', 'Genealogy']);
    expect(sheets['Found pieces']).toEqual([
      ['Customer', 'Quantity'],
      ['North', '5'],
    ]);
    const [headings, record] = sheets['Recall record']!;
    const readRecord = (head: string) =>
      record![headings!.findIndex((cell) => String(cell).startsWith(head))];
    expect(['Code', 'Found', 'Expected', 'Time taken'].map(readRecord)).toEqual([
      'MINE-1 · MINE-1-P',
      '5',
      '5',
      '90',
    ]);
  });
});
