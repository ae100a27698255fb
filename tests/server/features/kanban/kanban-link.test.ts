import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { KanbanAnswer } from '#shared/answers/boards/kanban.ts';
import { KANBAN_FIELDS, type KanbanField } from '#shared/entities/customer-kanban.ts';
import {
  buildKanbanPermissionCode,
  PUBLIC_PERMISSION,
  VISITOR_PERMISSION,
} from '#shared/kernel/permissions.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { formCallRoutes, rawRoutes } from '#server/mes/routes.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { getWatchRefusalCode } from '#tests/support/board-fixture.ts';
import { countRowsAndVersions } from '#tests/support/count-rows.ts';
import { describeForEachDatabase, sampleItems } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import {
  addCustomer,
  addCustomerOrder,
  addKanban,
  makeKanbanLink,
  openKanbanLink,
} from '#tests/support/kanban-maker.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeUnusedIpAddress } from '#tests/support/wire-people.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const KANBAN_PATH = '/mes/form/customerKanban';
const listOrderCodes = (rows: readonly ReportRow[]): unknown[] =>
  rows.flatMap(({ orderCode }) => orderCode ?? []);

describeForEachDatabase('A customer kanban', (database) => {
  const fixture = createAccessFixture(database);
  let customer: { id: number };
  let otherCustomer: { id: number };
  let ownOrder: { id: number; version: number; code: string };
  let kanban: { id: number; version: number };
  let otherKanban: { id: number };
  let visitor: Caller;

  const openLink = (token: string, password?: string) =>
    openKanbanLink(fixture.server, token, makeUnusedIpAddress(), password);
  const readOpeningRefusal = (linkToken: string, password?: string) =>
    fixture.refusalOf(fixture.server.caller(makeUnusedIpAddress()), '/mes/kanban/open', {
      linkToken,
      ...(password === undefined ? {} : { password }),
    });
  const watchKanban = async (caller: Caller, kanbanId: number) => {
    const screen = await fixture.openScreen(caller);
    return { screen, answer: await screen.watch(KANBAN_PATH, { kanbanId: String(kanbanId) }) };
  };
  const readRows = async (caller: Caller, kanbanId: number): Promise<ReportRow[]> => {
    const { answer } = await watchKanban(caller, kanbanId);
    if (!answer.ok || !('rows' in answer)) throw new Error(getWatchRefusalCode(answer));
    return [...answer.rows];
  };

  beforeAll(async () => {
    const { admin } = fixture;
    customer = await addCustomer(admin);
    otherCustomer = await addCustomer(admin);
    ownOrder = await addCustomerOrder(admin, customer.id, { purchasingOrder: 'PO-7', dueDate: '2026-01-05' });
    await addCustomerOrder(admin, otherCustomer.id, { purchasingOrder: 'SECRET-PO' });
    await addCustomerOrder(admin, customer.id, {}, false);
    kanban = await addKanban(admin, customer.id, ['purchasingOrder', 'progress']);
    otherKanban = await addKanban(admin, otherCustomer.id);
    const { token } = await makeKanbanLink(admin, kanban.id);
    visitor = await openLink(token);
  });

  describe('seen through a link', () => {
    it('shows the released orders of its customer, and no draft and no order of another customer', async () => {
      expect(listOrderCodes(await readRows(visitor, kanban.id))).toEqual([ownOrder.code]);
    });

    it.each([...KANBAN_FIELDS, null])('sends the field %s only if it is listed', async (listedField) => {
      const fields: KanbanField[] = listedField === null ? [] : [listedField];
      const addedKanban = await addKanban(fixture.admin, customer.id, fields);
      const { token } = await makeKanbanLink(fixture.admin, addedKanban.id);
      const rows = await readRows(await openLink(token), addedKanban.id);
      const [row] = rows.filter(({ orderCode }) => orderCode !== null);
      const sentFields = KANBAN_FIELDS.filter((field) => row![field] !== null);
      // An order that has not started has no expected end.
      expect(sentFields).toEqual(fields.filter((field) => field !== 'expectedDay'));
      expect(row!['daysLeft'] === null).toBe(listedField !== 'dueDate');
    });

    it('sends nothing but the rows of the allow-list, whatever is changed', async () => {
      const { screen, answer } = await watchKanban(visitor, kanban.id);
      const messages: unknown[] = [answer];
      screen.socket.onAny((...message: unknown[]) => messages.push(message));
      await addCustomerOrder(fixture.admin, otherCustomer.id, {
        purchasingOrder: 'SECRET-PO',
        name: 'SECRET',
      });
      const shownOrder = await addCustomerOrder(fixture.admin, customer.id, {
        purchasingOrder: 'PO-8',
        name: 'SECRET',
      });
      await expect.poll(() => JSON.stringify(messages)).toContain(shownOrder.code);
      expect(JSON.stringify(messages)).not.toContain('SECRET');
      expect(screen.changed).toEqual([]);
    });

    it('gives its visitor no other source and no other kanban, with any parameters', async () => {
      const screen = await fixture.openScreen(visitor);
      for (const { path } of reportDescriptors)
        expect([path, getWatchRefusalCode(await screen.watch(path))]).toEqual([path, 'noPermission']);
      const otherParams = [
        { kanbanId: String(otherKanban.id) },
        { kanbanId: '0' },
        { kanbanId: `${kanban.id} or 1=1` },
        { kanbanId: String(kanban.id), customerId: String(otherCustomer.id) },
      ];
      for (const params of otherParams)
        expect(['noPermission', 'fieldsInvalid']).toContain(
          getWatchRefusalCode(await screen.watch(KANBAN_PATH, params as never)),
        );
      for (const fields of [{ kanbanId: kanban.id }, { kanbanId: otherKanban.id }, {}])
        expect(await fixture.refusalOf(visitor, KANBAN_PATH, fields)).toBe('noPermission');
      expect(await fixture.refusalOf(visitor, '/mes/kanban/shown', { kanbanId: otherKanban.id })).toBe(
        'rowNotFound',
      );
      expect(await visitor.call('/mes/kanban/mine')).toMatchObject([{ id: kanban.id }]);
      expectItemsChecked('sources closed to a visitor', reportDescriptors.length);
    });

    it('lets its visitor call no other endpoint', async () => {
      const openPermissions: unknown[] = [PUBLIC_PERMISSION, VISITOR_PERMISSION];
      const allClosedRoutes = formCallRoutes.filter(
        ({ permission }) => !openPermissions.includes(permission),
      );
      const closedRoutes = sampleItems(database, allClosedRoutes);
      const before = await countRowsAndVersions(fixture.server.connection);
      for (const { path } of closedRoutes)
        expect([path, await fixture.refusalOf(visitor, path)]).toEqual([path, 'noPermission']);
      for (const { path, permission } of rawRoutes)
        if (permission !== VISITOR_PERMISSION)
          expect([path, (await fixture.postRaw(visitor, path)).status]).toEqual([path, 403]);
      expect(await countRowsAndVersions(fixture.server.connection)).toEqual(before);
      expectItemsChecked('endpoints closed to visitors', closedRoutes.length + rawRoutes.length);
    });

    it('counts each opening, and is found by its token alone', async () => {
      const { id, token } = await makeKanbanLink(fixture.admin, kanban.id);
      await openLink(token);
      await openLink(token);
      expect(await fixture.admin.call('/mes/customerKanban/link/get', { id })).toMatchObject({
        viewCount: 2,
        revokedAt: null,
        hasPassword: false,
      });
      for (const wrongToken of [`${token}x`, token.slice(1), token.toUpperCase(), '%', String(id)])
        expect([wrongToken, await readOpeningRefusal(wrongToken)]).toEqual([wrongToken, 'linkNotValid']);
      const { rows } = await sql<{ text: string }>`select s::text as text from kanban_link_secret s`.execute(
        fixture.server.connection.db,
      );
      expect(rows.map(({ text }) => text).join()).not.toContain(token);
    });

    it('asks for its password, and locks after too many wrong ones', async () => {
      const { token } = await makeKanbanLink(fixture.admin, kanban.id, { password: 'Tower 42' });
      expect(await readOpeningRefusal(token)).toBe('linkPasswordRequired');
      await expect(openLink(token, 'Tower 42')).resolves.toBeDefined();
      const answers: unknown[] = [];
      for (let count = 0; count < 12; count += 1)
        answers.push(await readOpeningRefusal(token, `wrong ${count}`));
      expect(answers[0]).toBe('linkPasswordWrong');
      expect(answers.at(-1)).toBe('loginLocked');
      expect(await readOpeningRefusal(token, 'Tower 42')).toBe('loginLocked');
    });

    it('is lost at once when the link is revoked while it is open', async () => {
      const { id, token } = await makeKanbanLink(fixture.admin, kanban.id);
      const { screen } = await watchKanban(await openLink(token), kanban.id);
      const endMessages: unknown[] = [];
      screen.socket.on('revoked', (end) => endMessages.push(end));
      await fixture.admin.send('/mes/customerKanban/link/revoke', { id });
      await expect.poll(() => endMessages).toEqual([{ code: 'notSignedIn' }]);
      expect(await readOpeningRefusal(token)).toBe('linkNotValid');
      expect(await fixture.refusalOf(fixture.admin, '/mes/customerKanban/link/revoke', { id })).toBe(
        'rowNotFound',
      );
    });

    it('is lost when the kanban is deleted, and when the last day has passed', async () => {
      const addedKanban = await addKanban(fixture.admin, customer.id);
      const [first, second] = [
        await makeKanbanLink(fixture.admin, addedKanban.id),
        await makeKanbanLink(fixture.admin, kanban.id),
      ];
      const [visitorOfDeleted, visitorOfExpired] = [
        await openLink(first.token),
        await openLink(second.token),
      ];
      await fixture.admin.send('/mes/customerKanban/delete', { ids: [addedKanban.id] });
      await sql`update kanban_link set valid_until = '2026-01-01' where id = ${second.id}`.execute(
        fixture.server.connection.db,
      );
      for (const caller of [visitorOfDeleted, visitorOfExpired])
        expect(await fixture.refusalOf(caller, '/mes/kanban/mine')).toBe('notSignedIn');
      for (const { token } of [first, second]) expect(await readOpeningRefusal(token)).toBe('linkNotValid');
    });

    it.each(['2020-01-01', '2199-01-01'])('is refused with the last day %s', async (validUntil) => {
      const fields = { kanbanId: kanban.id, recipient: 'Visitor', validUntil };
      const answer = await fixture.admin.ask('/mes/customerKanban/link/make', fields);
      expect(answer.body).toMatchObject({
        code: 'fieldsInvalid',
        fields: { validUntil: expect.any(String) },
      });
    });
  });

  describe('seen by people of the factory', () => {
    it('is open to whoever has the permission for it, and to nobody else', async () => {
      const [holder, stranger, manager] = [
        await fixture.createPerson(buildKanbanPermissionCode(kanban.id)),
        await fixture.createPerson('WORK_ORDER', buildKanbanPermissionCode(otherKanban.id)),
        await fixture.createPerson('CUSTOMER_KANBAN_MANAGE'),
      ];
      for (const { caller } of [holder, manager]) {
        expect(await readRows(caller, kanban.id)).toEqual(await readRows(visitor, kanban.id));
        expect(await fixture.refusalOf(caller, KANBAN_PATH, { kanbanId: kanban.id })).toBeNull();
      }
      expect(getWatchRefusalCode((await watchKanban(stranger.caller, kanban.id)).answer)).toBe(
        'noPermission',
      );
      expect(await fixture.refusalOf(stranger.caller, KANBAN_PATH, { kanbanId: kanban.id })).toBe(
        'noPermission',
      );
      expect(await fixture.refusalOf(stranger.caller, '/mes/kanban/shown', { kanbanId: kanban.id })).toBe(
        'rowNotFound',
      );
      expect(await stranger.caller.call('/mes/kanban/mine')).toMatchObject([{ id: otherKanban.id }]);
      for (const path of ['/mes/customerKanban/link/make', '/mes/customerKanban/link/page'])
        expect(await fixture.refusalOf(holder.caller, path, { kanbanId: kanban.id })).toBe('noPermission');
    });

    it('does not let a role have the permission for a kanban that does not exist', async () => {
      const fields = {
        name: makeUniqueText('Role'),
        permissions: [{ permission: buildKanbanPermissionCode(999_999_999) }],
      };
      expect(await fixture.refusalOf(fixture.admin, '/mes/system/basic/role/save', fields)).toBe(
        'fieldsInvalid',
      );
    });

    it('keeps its customer', async () => {
      const fields = { id: kanban.id, version: kanban.version, customerId: otherCustomer.id };
      expect(await fixture.refusalOf(fixture.admin, '/mes/customerKanban/save', fields)).toBe(
        'fieldsInvalid',
      );
    });
  });

  describe('seen by the users of its customer', () => {
    it('is open to them if it is meant for them, and to no user of another customer', async () => {
      const role = await fixture.makeRole(['WORK_ORDER'], 'customer');
      const logInUserOf = async (customerId: number): Promise<Caller> => {
        const code = makeUniqueText('u');
        await fixture.admin.send('/mes/system/basic/customerUser/save', {
          customerId,
          code,
          name: code,
          roleIds: [role.id],
        });
        const { code: customerCode } = await fixture.admin.call<{ code: string }>(
          '/mes/system/basic/customer/get',
          { id: customerId },
        );
        return fixture.logInFirstTime({ customerCode, employeeCode: code });
      };
      const [ownCustomerUser, otherCustomerUser] = [
        await logInUserOf(customer.id),
        await logInUserOf(otherCustomer.id),
      ];
      expect(await ownCustomerUser.call('/mes/kanban/mine')).toEqual([]);
      const forUsers = await addKanban(fixture.admin, customer.id, ['name'], { forCustomerUsers: true });
      expect(await ownCustomerUser.call('/mes/kanban/mine')).toMatchObject([{ id: forUsers.id }]);
      expect(
        await ownCustomerUser.call<KanbanAnswer>('/mes/kanban/shown', { kanbanId: forUsers.id }),
      ).toMatchObject({
        fields: [{ field: 'name', caption: null }],
      });
      expect(listOrderCodes(await readRows(ownCustomerUser, forUsers.id))).toContain(ownOrder.code);
      expect(getWatchRefusalCode((await watchKanban(ownCustomerUser, kanban.id)).answer)).toBe(
        'noPermission',
      );
      expect(getWatchRefusalCode((await watchKanban(otherCustomerUser, forUsers.id)).answer)).toBe(
        'noPermission',
      );
      expect(await fixture.refusalOf(ownCustomerUser, KANBAN_PATH, { kanbanId: forUsers.id })).toBe(
        'noPermission',
      );
    });
  });
});
