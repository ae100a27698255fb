import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { describe, expect, it } from 'vitest';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import type { InspectionState } from '#shared/machines/inspection.ts';
import type { SpcSeries } from '#shared/quality/spc.ts';
import { makeSpcCharts } from '#shared/quality/spc-charts.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { CustomerVisibleOrder, CustomerVisibleRouting } from '#shared/answers/outside.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { listDatabaseKinds, describeForEachDatabase, makeDatabase } from '#tests/support/databases.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import { startTestServer, TEST_ADMIN } from '#tests/support/wire-server.ts';

/** The fields of an inspection that the test reads. */
interface DemoInspection {
  code: string;
  state: InspectionState;
  inspectionKind: string;
  partCode: string;
  raisedAt: string;
}

describeForEachDatabase('the first start', (database) => {
  it('makes an administrator’s password, shows it only then, and requires its change', async () => {
    const firstServer = await startTestServer(database, { MES_ADMIN_PASSWORD: '' });
    const password = firstServer.firstStart?.generatedPassword ?? '';
    try {
      expect(password).toMatch(/^[A-Za-z0-9]{14}$/);
      const admin = await firstServer.caller().logIn({ password });
      const user = decodeUser(await admin.call<AnyUserAnswer>('/mes/login/current'));
      expect(user).toMatchObject({ mustChangePassword: true });
      expect(user.permissions.toSorted()).toEqual(GRANTABLE_PERMISSION_CODES.toSorted());
    } finally {
      await firstServer.close();
    }

    // Deletes SYSTEM_LOG from the role, as if the role were older than this permission. The next start grants it.
    const secondServer = await startTestServer(database);
    try {
      expect(secondServer.firstStart).toBeNull();
      await secondServer.connection.pool.query(
        "delete from role_permissions where permission = 'SYSTEM_LOG'",
      );
    } finally {
      await secondServer.close();
    }
    const thirdServer = await startTestServer(database);
    try {
      // A password configured later does not replace an existing one.
      expect((await thirdServer.caller().tryLogIn(TEST_ADMIN)).body).toMatchObject({ code: 'loginFailed' });
      const admin = await thirdServer.caller().logIn({ password });
      expect(decodeUser(await admin.call<AnyUserAnswer>('/mes/login/current')).permissions).toContain(
        'SYSTEM_LOG',
      );
    } finally {
      await thirdServer.close();
    }
  });
});

describeForEachDatabase('the demonstration factory', (database) => {
  it('has orders and people from the first start, is marked as a demo, and is not created twice', async () => {
    const { customer } = await replaceDatabaseWithDemo(database);
    const { pool } = await database.open();
    const { rows: orders } = await pool.query<{ count: number }>('select count(*) from work_order');
    await database.close();
    expect(orders[0]!.count).toBeGreaterThan(3);

    const server = await startTestServer(database, { MES_DEMO: 'on' });
    try {
      expect(server.firstStart).toBeNull();
      const { rows: factories } = await server.connection.pool.query('select is_demo from factory');
      expect(factories).toEqual([{ is_demo: true }]);
      const admin = await server.caller().logIn({ factoryCode: 'DEMO' });
      expect(await admin.call<PageAnswer<object>>('/mes/order/page')).toMatchObject({
        total: orders[0]!.count,
      });

      // The results and control charts of inspections are filled: with wear, a bad piece and a released first article.
      const { rows: inspections } = await admin.call<PageAnswer<DemoInspection>>(
        '/mes/quality/testing/page',
        {
          limit: 100,
        },
      );
      const countInState = (state: string) => inspections.filter((row) => row.state === state).length;
      expect(inspections.length).toBeGreaterThan(25);
      expect([countInState('inspectionFailed'), countInState('inspectionReleased')]).toEqual([1, 1]);
      const days = inspections.map(({ raisedAt }) => toLocalDay('Asia/Shanghai', Date.parse(raisedAt)));
      expect(new Set(days).size).toBeGreaterThan(1);
      inspections.forEach(({ code }, index) =>
        expect(code).toContain(days[index]!.slice(2).replaceAll('-', '')),
      );
      const { partCode } = inspections.find(({ inspectionKind }) => inspectionKind === 'inProcess')!;
      const series = await admin.call<SpcSeries>('/mes/quality/testing/spc', {
        partCode,
        characteristic: '外径',
      });
      const { charts, kind } = makeSpcCharts(series, {
        wanted: null,
        ruleSet: 'westernElectricRules',
        isWhole: false,
      });
      expect([kind, charts[0]!.points.length > 20]).toEqual(['xbarRChart', true]);
      expect(charts[0]!.violations.some((rules) => rules.length > 0)).toBe(true);

      // The first start also created a customer, who sees its own orders.
      const { customerCode, userCode, generatedPassword } = customer!;
      const buyer = await server.caller().logIn({
        factoryCode: 'DEMO',
        employeeCode: userCode,
        customerCode,
        password: generatedPassword!,
      });
      const user = decodeUser(await buyer.call<AnyUserAnswer>('/mes/login/current'));
      expect(user).toMatchObject({ kind: 'customer', mustChangePassword: true });
      const newPassword = 'Buyer2026';
      await buyer.send('/mes/user/password/modify', {
        oldPassword: generatedPassword,
        newPassword,
        newPasswordAgain: newPassword,
      });
      const { rows } = await buyer.call<{ rows: CustomerVisibleOrder[] }>('/mes/outside/orders');
      expect(rows.length).toBeGreaterThan(2);
      expect(rows.some(({ late }) => late !== null)).toBe(true);
      const order = await buyer.call<CustomerVisibleRouting>('/mes/outside/order', { id: rows[0]!.id });
      expect(order.parts[0]!.processes.length).toBeGreaterThan(2);
    } finally {
      await server.close();
    }
  });
});

const postgresDatabase = listDatabaseKinds().find(({ kind }) => kind === 'postgres');
describe.skipIf(!postgresDatabase || postgresDatabase.unavailableReason !== null)(
  'three nodes that start on one empty database (postgres)',
  () => {
    it('create only one factory, one administrator and one key in total', async () => {
      const database = await makeDatabase('postgres');
      try {
        // The copied template already has a key. It is deleted, so that the nodes must create one.
        await (await database.open()).pool.query('delete from wire_key');
        await database.close();
        const nodes = await Promise.all([1, 2, 3].map(() => startTestServer(database)));
        expect(nodes.filter((node) => node.firstStart !== null)).toHaveLength(1);
        const { pool } = nodes[0]!.connection;
        const countRows = async (table: string) =>
          Number((await pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n);
        expect([
          await countRows('factory'),
          await countRows('account'),
          await countRows('role'),
          await countRows('wire_key where retired_at is null'),
        ]).toEqual([1, 1, 1, 1]);
        const admin = await nodes[1]!.caller().logIn();
        await admin.send('/mes/login/logout');
        for (const node of nodes) await node.close();
      } finally {
        await database.remove();
      }
    });
  },
);
