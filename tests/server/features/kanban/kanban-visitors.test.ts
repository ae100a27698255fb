import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  addCustomer,
  addCustomerOrder,
  addKanban,
  makeKanbanLink,
  openKanbanLink,
} from '#tests/support/kanban-maker.ts';
import { makeUnusedIpAddress } from '#tests/support/wire-people.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const listOrderCodes = (rows: readonly ReportRow[]): unknown[] =>
  rows.flatMap(({ orderCode }) => orderCode ?? []);

describeForEachDatabase('A link to a customer kanban', (database) => {
  const fixture = createAccessFixture(database);
  let customer: { id: number };
  let kanban: { id: number };
  beforeAll(async () => {
    customer = await addCustomer(fixture.admin);
    kanban = await addKanban(fixture.admin, customer.id);
  });
  const openLink = (token: string) => openKanbanLink(fixture.server, token, makeUnusedIpAddress());
  const readRows = async (visitor: Caller): Promise<ReportRow[]> => {
    const screen = await fixture.openScreen(visitor);
    const answer = await screen.watch('/mes/form/customerKanban', { kanbanId: String(kanban.id) });
    if (!answer.ok || !('rows' in answer)) throw new Error('The kanban was refused');
    return [...answer.rows];
  };

  it('is open to 200 visitors at the same time, and to others after some have left', async () => {
    const { db } = fixture.server.connection;
    const { id, token } = await makeKanbanLink(fixture.admin, kanban.id);
    await sql`insert into session (token_hash, factory_id, account_id, remembered, ip, agent, expires_at)
      select 'visitor ' || ${id}::text || ' ' || n, factory_id, id, true, '', '', now() + interval '1 hour'
      from account, generate_series(1, 200) n where kanban_link_id = ${id}`.execute(db);
    await expect(openLink(token)).rejects.toThrow('tooManyRequests');
    expect(await fixture.admin.call('/mes/customerKanban/link/get', { id })).toMatchObject({
      viewCount: 0,
    });
    await sql`update session set seen_at = now() - interval '11 minutes' where token_hash like ${`visitor ${id} %`}`.execute(
      db,
    );
    await expect(openLink(token)).resolves.toBeDefined();
  });

  it('does not list an order that was closed before its pieces were done', async () => {
    const { token } = await makeKanbanLink(fixture.admin, kanban.id);
    const order = await addCustomerOrder(fixture.admin, customer.id);
    const guest = await openLink(token);
    expect(listOrderCodes(await readRows(guest))).toContain(order.code);
    const { version } = await fixture.admin.call<{ version: number }>('/mes/order/get', { id: order.id });
    await fixture.admin.send('/mes/order/close', { id: order.id, version });
    await expect.poll(async () => listOrderCodes(await readRows(guest))).not.toContain(order.code);
  });

  it('lists the first 100 orders of a column, and counts all orders of the column', async () => {
    const newCustomer = await addCustomer(fixture.admin);
    const newKanban = await addKanban(fixture.admin, newCustomer.id);
    const order = await addCustomerOrder(fixture.admin, newCustomer.id);
    await sql`insert into work_order overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', o.id + 1000000 + n, 'code', o.code || n))).*
      from work_order o, generate_series(1, 102) n where o.id = ${order.id}`.execute(
      fixture.server.connection.db,
    );
    const { rows } = await fixture.admin.call<{ rows: ReportRow[] }>('/mes/form/customerKanban', {
      kanbanId: newKanban.id,
    });
    expect(rows.filter(({ orderCode }) => orderCode === null)).toMatchObject([
      { columnName: 'released', orderCount: 103 },
      { columnName: 'inProgress', orderCount: 0 },
      { columnName: 'suspended', orderCount: 0 },
      { columnName: 'completed', orderCount: 0 },
    ]);
    expect(listOrderCodes(rows)).toHaveLength(100);
  });
});

describeForEachDatabase(
  'A link that is opened while the database is cut off',
  (database) => {
    const fixture = createAccessFixture(database);

    it('says that the database is away, opens afterwards, and counts only the visitors who got in', async () => {
      const customer = await addCustomer(fixture.admin);
      const kanban = await addKanban(fixture.admin, customer.id);
      const { id, token } = await makeKanbanLink(fixture.admin, kanban.id, { password: 'Visit1234' });
      const openLink = () => openKanbanLink(fixture.server, token, makeUnusedIpAddress(), 'Visit1234');
      const cutter = new pg.Client({ connectionString: database.url! });
      await cutter.connect();
      const failures: string[] = [];
      let openedCount = 0;
      // The connection is cut at different moments of the opening, from the first query to the commit.
      for (let delayMs = 0; delayMs < 200; delayMs += 10) {
        const opening = openLink().then(
          () => openedCount++,
          (error: Error) => failures.push(error.message),
        );
        await wait(delayMs);
        await cutter.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`);
        await opening;
      }
      await cutter.end();
      expect(failures.length).toBeGreaterThan(0);
      for (const message of failures) expect(message).toContain('databaseAway');
      await expect.poll(() => openLink().then(() => 'open', String), { timeout: 10_000 }).toBe('open');
      const { viewCount } = await fixture.admin.call<{ viewCount: number }>('/mes/customerKanban/link/get', {
        id,
      });
      expect(viewCount).toBeGreaterThan(openedCount);
      expect(viewCount).toBeLessThanOrEqual(openedCount + 1 + failures.length);
    });
  },
  'postgres',
);
