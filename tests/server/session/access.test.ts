import { beforeAll, expect, it } from 'vitest';
import {
  ANY_ACCOUNT_PERMISSION,
  isOpenPermission,
  PRODUCTION_PERMISSION,
  PUBLIC_PERMISSION,
} from '#shared/kernel/permissions.ts';
import { entities } from '#shared/entities/index.ts';
import type {
  CustomerVisibleOrder,
  CustomerVisibleRouting,
  SupplierVisibleProcess,
} from '#shared/answers/outside.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { rawRoutes, formCallRoutes } from '#server/mes/routes.ts';
import { reports } from '#server/reports/index.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase, sampleItems } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeValidInput } from '#tests/support/route-input.ts';
import { makeUnusedIpAddress, getErrorCode, DEFAULT_PASSWORD } from '#tests/support/wire-people.ts';
import { createSampleRows, type SampleRowIds } from '#tests/support/sample-rows.ts';

/** The prefix of every text of the factory. */
const FACTORY_TEXT_PREFIX = 'ZZOURS';
/** Every employee may read the paths that begin with these: downloads, form settings, custom columns and guides. */
const EMPLOYEE_READABLE_PATH_PREFIXES = [
  ...[entities.download, entities.formSetting, entities.customColumn].map(({ path }) => `${path}/`),
  '/mes/guide/read',
];
/** Endpoints that the loops leave out because they end the session. */
const SESSION_ENDING_PATHS = new Set(['/mes/login/logout']);

describeForEachDatabase('what users may read', (database) => {
  const access = createAccessFixture(database);
  let sampleIds: SampleRowIds;
  beforeAll(async () => {
    sampleIds = await createSampleRows(
      (path, fields) => access.admin.call(path, fields),
      FACTORY_TEXT_PREFIX,
    );
  });

  it('a user with only SYSTEM_BASIC_DEVICE can read devices, what is open to everybody, and nothing else', async () => {
    const { caller } = await access.createPerson('SYSTEM_BASIC_DEVICE');
    const form = new FormData();
    form.append('file', new File(['secret drawing'], 'drawing.txt'));
    const uploadReply = await access.postRaw(access.admin, '/mes/file/upload', form);
    const drawingId = (JSON.parse(uploadReply.text) as { data: { id: number } }).data.id;
    const part = await access.admin.call<SavedRow>('/mes/order/part/get', { id: sampleIds.part });
    await access.admin.send('/mes/order/part/save', {
      id: part.id,
      version: part.version,
      drawing: drawingId,
    });

    const devicePath = entities.device.path;
    expect(JSON.stringify(await caller.call(`${devicePath}/page`))).toContain(FACTORY_TEXT_PREFIX);
    for (const route of sampleItems(database, formCallRoutes)) {
      const isAllowed =
        route.path.startsWith(`${devicePath}/`) ||
        EMPLOYEE_READABLE_PATH_PREFIXES.some((path) => route.path.startsWith(path));
      if (isAllowed || SESSION_ENDING_PATHS.has(route.path) || route.writes) continue;
      // Every employee may read the pages of production and the lists from which their filters are chosen.
      if ([route.permission].flat().includes(PRODUCTION_PERMISSION)) continue;
      const { body } = await caller.ask(route.path, makeValidInput(route, sampleIds));
      expect(JSON.stringify(body), route.path).not.toContain(FACTORY_TEXT_PREFIX);
    }
    for (const { path, permission } of rawRoutes) {
      // Every employee may read the drawings of the parts that the pages of production show.
      if (
        path.endsWith('/upload') ||
        path === '/mes/file/get' ||
        [permission].flat().includes(PRODUCTION_PERMISSION)
      )
        continue;
      const { status, text } = await access.postRaw(
        caller,
        path,
        new URLSearchParams({ id: String(drawingId), entity: 'employee' }),
      );
      expect([path, status >= 400, text.includes(FACTORY_TEXT_PREFIX), text.includes('secret')]).toEqual([
        path,
        true,
        false,
        false,
      ]);
    }
    expect(
      (await access.postRaw(access.admin, '/mes/file/get', new URLSearchParams({ id: String(drawingId) })))
        .text,
    ).toBe('secret drawing');
    const screen = await access.openScreen(caller);
    for (const report of reports) {
      const answer = await screen.watch(report.path);
      const expectedAnswer = isOpenPermission(report.permission) ? { ok: true } : { code: 'noPermission' };
      expect([report.path, answer]).toEqual([report.path, expect.objectContaining(expectedAnswer)]);
    }
    expectItemsChecked(
      'calls and sources of somebody who may see devices',
      sampleItems(database, formCallRoutes).length + reports.length,
    );
  });

  it('a customer’s user can read the customer’s own orders and nothing else', async () => {
    const [ownCustomer, otherCustomer] = [
      await access.admin.send<SavedRow>('/mes/system/basic/customer/save', {
        code: 'CUS',
        shortName: 'Mine',
      }),
      await access.admin.send<SavedRow>('/mes/system/basic/customer/save', {
        code: 'OTH',
        shortName: 'Other',
      }),
    ];
    const employeeRole = await access.makeRole(['WORK_ORDER']);
    const USER_PATH = '/mes/system/basic/customerUser';
    const fields = { customerId: ownCustomer.id, code: 'buyer', name: 'Buyer' };
    expect(
      await access.refusalOf(access.admin, `${USER_PATH}/save`, { ...fields, roleIds: [employeeRole.id] }),
    ).toBe('roleForOthers');
    expect(
      await access.refusalOf(access.admin, '/mes/system/basic/role/save', {
        name: makeUniqueText(),
        forAccounts: 'customer',
        permissions: [{ permission: 'TASK_REPORT' }],
      }),
    ).toBe('fieldsInvalid');
    // A user who is created without a role gets the default role.
    const buyer = await access.admin.send<SavedRow & { roleIds: number[] }>(`${USER_PATH}/save`, fields);
    expect(buyer.roleIds).toHaveLength(1);
    const secondBuyer = await access.admin.send<typeof buyer>(`${USER_PATH}/save`, {
      ...fields,
      code: 'buyer-2',
    });
    expect(secondBuyer.roleIds).toEqual(buyer.roleIds);
    expect(
      await access.admin.call('/mes/system/basic/role/get', { id: buyer.roleIds[0]! }),
      'the default role',
    ).toMatchObject({
      roleType: 'system',
      forAccounts: 'customer',
      permissions: [{ permission: 'WORK_ORDER' }],
    });
    const clerk = await access.createPerson('SYSTEM_BASIC', 'SYSTEM_BASIC_CUSTOMER_USER_ADD');
    expect(
      await access.refusalOf(clerk.caller, `${USER_PATH}/save`, { ...fields, code: 'buyer-3' }),
      'nobody may grant a permission that they do not have',
    ).toBe('noPermission');
    const dueDate = addDays(toLocalDay((await access.readCurrentUser(access.admin)).zone, Date.now()), -3);
    const orderIds = new Map<string, number>();
    for (const [code, customerId] of [
      ['MINE-1', ownCustomer.id],
      ['OTHER-1', otherCustomer.id],
    ] as const) {
      const order = await access.admin.send<SavedRow>('/mes/order/save', {
        code,
        name: code,
        customerId,
        quantity: 1,
        dueDate,
      });
      const part = await access.admin.send<SavedRow>('/mes/order/part/save', {
        orderId: order.id,
        code,
        name: `${code} part`,
        quantity: 1,
      });
      await access.admin.send('/mes/process/save', { partId: part.id, seq: 10, craftId: sampleIds.craft });
      await access.admin.send('/mes/order/release', { id: order.id, version: order.version });
      orderIds.set(code, order.id);
    }
    expect(
      getErrorCode(
        (
          await access.server
            .caller(makeUnusedIpAddress())
            .tryLogIn({ employeeCode: 'buyer', password: DEFAULT_PASSWORD })
        ).body,
      ),
    ).toBe('loginFailed');
    const caller = await access.logInFirstTime({ employeeCode: 'buyer', customerCode: 'CUS' });
    expect(await access.readCurrentUser(caller)).toMatchObject({
      kind: 'customer',
      customerId: ownCustomer.id,
      permissions: ['WORK_ORDER'],
    });
    const { rows } = await caller.call<{ rows: CustomerVisibleOrder[] }>('/mes/outside/orders');
    expect(rows.map((row) => row.code)).toEqual(['MINE-1']);
    expect(rows[0]!.late).toMatchObject({
      isDone: false,
      due: dueDate,
      overdueDays: 3,
      expectedDelayDays: 3,
    });
    expect(Object.keys(rows[0]!)).not.toContain('plannedStart');
    const ownOrder = await caller.call<CustomerVisibleRouting>('/mes/outside/order', { id: rows[0]!.id });
    expect(ownOrder).toMatchObject({
      ...rows[0]!,
      parts: [{ name: 'MINE-1 part', processes: [{ state: 'notStarted' }] }],
    });
    const draft = { code: 'MINE-2', name: 'Draft', customerId: ownCustomer.id, quantity: 1 };
    const hiddenIds = [
      (await access.admin.send<SavedRow>('/mes/order/save', draft)).id,
      orderIds.get('OTHER-1')!,
      rows[0]!.id + 1_000_000,
    ];
    for (const id of hiddenIds)
      expect(await access.refusalOf(caller, '/mes/outside/order', { id })).toBe('rowNotFound');
    let refusedCount = 0;
    for (const route of sampleItems(database, formCallRoutes)) {
      if (SESSION_ENDING_PATHS.has(route.path) || route.path === '/mes/login/login') continue;
      const { body } = await caller.ask(route.path, makeValidInput(route, sampleIds));
      const text = JSON.stringify(body);
      expect([route.path, text.includes('OTHER-1'), text.includes(FACTORY_TEXT_PREFIX)]).toEqual([
        route.path,
        false,
        false,
      ]);
      if (
        route.permission === ANY_ACCOUNT_PERMISSION ||
        route.permission === PUBLIC_PERMISSION ||
        route.allowsOutsiders
      )
        continue;
      expect([route.path, Array.isArray(body) ? 'answered' : getErrorCode(body)]).toEqual([
        route.path,
        'noPermission',
      ]);
      refusedCount += 1;
    }
    expect(await access.refusalOf(caller, '/mes/outside/work')).toBe('noPermission');
    for (const { path, allowsOutsiders } of rawRoutes)
      if (!allowsOutsiders) expect([path, (await access.postRaw(caller, path)).status]).toEqual([path, 403]);
    expectItemsChecked('calls refused to a customer', refusedCount);

    const screen = await access.openScreen(caller);
    await access.admin.send(`${USER_PATH}/save`, { id: buyer.id, version: buyer.version, enabled: false });
    await waitUntil('the socket is closed', () => screen.revocationCodes.length > 0);
    expect(await access.refusalOf(caller, '/mes/outside/orders')).toBe('notSignedIn');
  });

  it('a supplier’s user sees the work of the supplier, but not whose order it is', async () => {
    const supplier = await access.admin.send<SavedRow>('/mes/system/basic/supplier/save', {
      code: 'SUP',
      shortName: 'Heat',
    });
    await access.admin.send('/mes/system/basic/supplierUser/save', {
      supplierId: supplier.id,
      code: 'hardener',
      name: 'Hardener',
    });
    const order = await access.admin.send<SavedRow>('/mes/order/save', {
      code: 'HEAT-1',
      name: 'For somebody',
      quantity: 5,
    });
    const part = await access.admin.send<SavedRow>('/mes/order/part/save', {
      orderId: order.id,
      code: 'P-9',
      name: 'Pin',
      quantity: 5,
    });
    const processFields = { partId: part.id, craftId: sampleIds.craft };
    await access.admin.send('/mes/process/save', { ...processFields, seq: 10, name: 'Turn' });
    const hardening = await access.admin.send<SavedRow & { external: boolean }>('/mes/process/save', {
      ...processFields,
      seq: 20,
      name: 'Harden',
      supplierId: supplier.id,
    });
    expect(hardening.external, 'a process with a supplier is external').toBe(true);
    await access.admin.send('/mes/order/release', { id: order.id, version: order.version });
    const caller = await access.logInFirstTime({ employeeCode: 'hardener', supplierCode: 'SUP' });
    const { rows } = await caller.call<{ rows: SupplierVisibleProcess[] }>('/mes/outside/work');
    expect(rows.map((row) => [row.partCode, row.name])).toEqual([['P-9', 'Harden']]);
    expect(JSON.stringify(rows)).not.toContain('HEAT-1');
    // A process that is no longer external disappears from the supplier's list.
    const { version } = await access.admin.call<SavedRow>('/mes/process/get', { id: hardening.id });
    const changedProcess = { id: hardening.id, version, external: false };
    expect(await access.admin.send('/mes/process/save', changedProcess)).toMatchObject({ supplierId: null });
    expect(await caller.call('/mes/outside/work')).toEqual({ rows: [] });
    for (const path of ['/mes/outside/orders', '/mes/outside/order'])
      expect(await access.refusalOf(caller, path, path.endsWith('s') ? {} : { id: order.id })).toBe(
        'noPermission',
      );
    expect(await access.refusalOf(caller, '/mes/order/get', { id: order.id })).toBe('noPermission');
  });
});
