import { beforeAll, describe, expect, it } from 'vitest';
import type { SupplierVisibleOutsourcing } from '#shared/answers/outside.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeOutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const LIST_PATH = '/mes/outside/outsourcing';
const CONFIRM_PATH = '/mes/outside/outsourcing/confirm';

describeForEachDatabase('the users of a supplier', (database) => {
  const access = createAccessFixture(database);
  let calls: ReturnType<typeof makeOutsourcingCalls>;
  /** Creates a supplier with a user, and logs the user in. */
  const createSupplier = async (shortName: string) => {
    const code = makeUniqueText('S');
    const supplier = await access.admin.send<SavedRow>('/mes/system/basic/supplier/save', {
      code,
      shortName,
    });
    await access.admin.send('/mes/system/basic/supplierUser/save', {
      supplierId: supplier.id,
      code: `clerk-${code}`,
      name: 'Clerk',
    });
    const caller = await access.logInFirstTime({ employeeCode: `clerk-${code}`, supplierCode: code });
    return { id: supplier.id, caller };
  };
  const createOrderWithProcess = async () => {
    const order = await access.admin.send<SavedRow>('/mes/order/save', {
      code: makeUniqueText('SECRET'),
      name: 'For somebody',
      quantity: 5,
    });
    const part = await access.admin.send<SavedRow>('/mes/order/part/save', {
      orderId: order.id,
      code: 'P-9',
      name: 'Pin',
      quantity: 5,
    });
    const craft = await access.admin.send<SavedRow>('/mes/system/basic/crafts/save', {
      code: makeUniqueText('K'),
      name: 'Plate',
    });
    const process = await access.admin.send<SavedRow>('/mes/process/save', {
      partId: part.id,
      seq: 10,
      craftId: craft.id,
    });
    await access.admin.send('/mes/order/release', { id: order.id, version: order.version });
    return process.id;
  };
  const readList = async (caller: Caller) =>
    (await caller.call<{ rows: SupplierVisibleOutsourcing[] }>(LIST_PATH)).rows;
  let plater: Awaited<ReturnType<typeof createSupplier>>;
  let heater: Awaited<ReturnType<typeof createSupplier>>;
  let processId: number;
  let orderId: number;
  beforeAll(async () => {
    calls = makeOutsourcingCalls(((path: string, fields: Record<string, unknown>) =>
      access.admin.send(path, fields)) as never);
    plater = await createSupplier('Plater');
    heater = await createSupplier('Heater');
    processId = await createOrderWithProcess();
    orderId = (await calls.order(plater.id, { [processId]: 5 }, { expectedDate: '2026-07-01' })).id;
    await calls.order(heater.id, { [await createOrderWithProcess()]: 2 });
  });

  it('see what was sent to their supplier, never drafts and never what is others’', async () => {
    expect(await readList(plater.caller)).toEqual([]);
    await calls.send(orderId, { [processId]: 4 });
    await calls.return(orderId, processId, { good: 1, hold: 1 });
    const rows = await readList(plater.caller);
    expect(rows).toMatchObject([
      {
        id: orderId,
        name: 'Plate',
        partCode: 'P-9',
        quantity: 5,
        sent: 4,
        returnedGood: 1,
        returnedHold: 1,
        expectedDate: '2026-07-01',
        confirmedDate: null,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('SECRET');
    expect(await readList(heater.caller)).toEqual([]);
  });

  it('confirm the day of return of their own orders only', async () => {
    const { version } = (await readList(plater.caller))[0]!;
    const day = '2026-07-03';
    expect(await access.refusalOf(heater.caller, CONFIRM_PATH, { id: orderId, version, day })).toBe(
      'rowNotFound',
    );
    expect(
      await access.refusalOf(plater.caller, CONFIRM_PATH, { id: orderId, version: version - 1, day }),
    ).toBe('stale');
    await plater.caller.send(CONFIRM_PATH, { id: orderId, version, day });
    expect(await calls.readOrder(orderId)).toMatchObject({ confirmedDate: day, expectedDate: '2026-07-01' });
    // Changing the expected day removes the supplier's confirmation.
    await calls.change(orderId, { expectedDate: '2026-06-20' });
    expect(await calls.readOrder(orderId)).toMatchObject({ confirmedDate: null });
    await calls.return(orderId, processId, { good: 2 });
    await calls.send(orderId, { [processId]: 1 });
    await calls.return(orderId, processId, { good: 1 });
    const completedOrder = (await readList(plater.caller))[0]!;
    expect(completedOrder.state).toBe('completed');
    expect(
      await access.refusalOf(plater.caller, CONFIRM_PATH, {
        id: orderId,
        version: completedOrder.version,
        day,
      }),
    ).toBe('outsourcingState');
  });

  describe('and others', () => {
    it('neither open the pages of the factory, nor does an employee or customer see theirs', async () => {
      for (const path of ['/mes/outsourcing/page', '/mes/outsourcing/list'])
        expect(await access.refusalOf(plater.caller, path)).toBe('noPermission');
      for (const path of ['/mes/outsourcing/detail', '/mes/outsourcing/get'])
        expect(await access.refusalOf(plater.caller, path, { id: orderId })).toBe('noPermission');
      const employee = await access.createPerson('WORK_ORDER', 'OUTSOURCING');
      expect(await access.refusalOf(employee.caller, LIST_PATH)).toBe('noPermission');
      const code = makeUniqueText('C');
      const customer = await access.admin.send<SavedRow>('/mes/system/basic/customer/save', {
        code,
        shortName: 'Buyer',
      });
      await access.admin.send('/mes/system/basic/customerUser/save', {
        customerId: customer.id,
        code: 'buyer',
        name: 'Buyer',
      });
      const buyer = await access.logInFirstTime({ employeeCode: 'buyer', customerCode: code });
      for (const path of [LIST_PATH, '/mes/outsourcing/page', '/mes/form/outsourcingOut'])
        expect(await access.refusalOf(buyer, path)).toBe('noPermission');
      const { version } = await calls.readOrder(orderId);
      // A user of another company gets the same refusal as for an unknown order.
      expect(await access.refusalOf(buyer, CONFIRM_PATH, { id: orderId, version, day: '2026-07-03' })).toBe(
        'rowNotFound',
      );
    });
  });
});
