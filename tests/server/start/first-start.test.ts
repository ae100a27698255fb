import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { describe, expect, it } from 'vitest';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import type { CustomerVisibleOrder, CustomerVisibleRouting } from '#shared/answers/outside.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { listDatabaseKinds, describeForEachDatabase, makeDatabase } from '#tests/support/databases.ts';
import { startTestServer, TEST_ADMIN, type TestServer } from '#tests/support/wire-server.ts';

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
    /** Logs in as the customer that the first start created, and checks that it sees its orders. */
    const expectCustomerSeesOrders = async ({ firstStart: first, caller }: TestServer) => {
      const { customerCode, userCode, generatedPassword: madePassword } = first!.customer!;
      const buyer = await caller().logIn({
        factoryCode: 'DEMO',
        employeeCode: userCode,
        customerCode,
        password: madePassword!,
      });
      const user = decodeUser(await buyer.call<AnyUserAnswer>('/mes/login/current'));
      expect(user).toMatchObject({ kind: 'customer', mustChangePassword: true });
      const newPassword = 'Buyer2026';
      await buyer.send('/mes/user/password/modify', {
        oldPassword: madePassword,
        newPassword,
        newPasswordAgain: newPassword,
      });
      const { rows } = await buyer.call<{ rows: CustomerVisibleOrder[] }>('/mes/outside/orders');
      expect(rows.length).toBeGreaterThan(2);
      expect(rows.some(({ late }) => late !== null)).toBe(true);
      const order = await buyer.call<CustomerVisibleRouting>('/mes/outside/order', { id: rows[0]!.id });
      expect(order.parts[0]!.processes.length).toBeGreaterThan(2);
    };
    const startAndCountOrders = async (settings: Record<string, string>) => {
      const server = await startTestServer(database, { MES_DEMO: 'on', ...settings });
      try {
        const admin = await server.caller().logIn({ factoryCode: 'DEMO' });
        const { rows } = await server.connection.pool.query<{ is_demo: boolean }>(
          'select is_demo from factory',
        );
        expect(rows).toEqual([{ is_demo: true }]);
        if (server.firstStart) await expectCustomerSeesOrders(server);
        return (await admin.call<PageAnswer<object>>('/mes/order/page')).total;
      } finally {
        await server.close();
      }
    };
    const orderCount = await startAndCountOrders({});
    expect(orderCount).toBeGreaterThan(3);
    expect(await startAndCountOrders({})).toBe(orderCount);
  }, 120_000);
});

const postgresDatabase = listDatabaseKinds().find(({ kind }) => kind === 'postgres');
describe.skipIf(!postgresDatabase || postgresDatabase.unavailableReason !== null)(
  'three nodes that start on one empty database (postgres)',
  () => {
    it('create only one factory, one administrator and one key in total', async () => {
      const database = await makeDatabase('postgres');
      try {
        // The template has a key already.
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
