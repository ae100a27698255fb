import { expect, it } from 'vitest';
import type { PairingAnswer, PairingRequest } from '#shared/answers/boards/wall.ts';
import { hashToken } from '#server/db/token-hash.ts';
import { readOrBeginPairing } from '#server/features/screen/pairing.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode } from '#tests/support/floor.ts';
import {
  MANAGER_PERMISSIONS,
  addScreen,
  openWallBrowser,
  pairNewScreen,
  readWallAnswer,
} from '#tests/support/screen-pairing.ts';
import { getErrorCode, makeUnusedIpAddress } from '#tests/support/wire-people.ts';

describeForEachDatabase('Pairing a screen', (database) => {
  const fixture = createAccessFixture(database);
  const queryRows = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await fixture.server.connection.pool.query<R & object>(text, values)).rows;
  const readState = (id: number) =>
    queryRows<{ state: string }>('select state from wall_screen where id = $1', [id]);

  it('gives a browser a code of eight letters, which stays the same and permits no call', async () => {
    const { caller, code } = await openWallBrowser(fixture.server);
    expect(code).toMatch(/^[CDFHJKLMNPRTVWXY]{8}$/);
    const repeatedAnswer = await caller.call<PairingAnswer>('/mes/wall/pairing');
    expect(repeatedAnswer).toMatchObject({ code, token: null, user: null });
    expect(await fixture.refusalOf(caller, '/mes/wall/shown')).toBe('notSignedIn');
    const otherBrowser = await openWallBrowser(fixture.server);
    expect(otherBrowser.code).not.toBe(code);
  });

  it('makes the browser a screen once somebody with the permission confirms the code', async () => {
    const { caller, code } = await openWallBrowser(fixture.server, makeUnusedIpAddress());
    const pairingRequest = await fixture.admin.call<PairingRequest>('/mes/screen/pairing', {
      code: ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `,
    });
    expect(pairingRequest).toMatchObject({ code, ip: caller.ip });
    const row = await addScreen(fixture.admin, { place: 'Gate 2' });
    expect(row.state).toBe('notPaired');
    await fixture.admin.send('/mes/screen/pair', { screenId: row.id, code });
    const answer = await caller.call<PairingAnswer>('/mes/wall/pairing');
    expect(answer).toMatchObject({ code: null, user: { kind: 'screen', name: row.name, permissions: '' } });
    expect(await readWallAnswer(caller)).toMatchObject({
      pictures: [{ preset: 'mainHall', board: null }],
      callPicture: null,
      dimLevel: 0,
    });
  });

  it('makes the browser a screen although the code is confirmed while the browser asks for it', async () => {
    const { caller, code } = await openWallBrowser(fixture.server, makeUnusedIpAddress());
    const row = await addScreen(fixture.admin);
    await fixture.admin.send('/mes/screen/pair', { screenId: row.id, code });
    // The call of the browser was authenticated before the code was confirmed, so it has no user.
    const answer = await readOrBeginPairing(fixture.server.connection.db, null, {
      ip: caller.ip,
      agent: 'wall',
      token: caller.token!,
    });
    expect(answer).toMatchObject({ code: null, user: { kind: 'screen', name: row.name } });
  });

  it('stores neither the token nor anything from which the token follows', async () => {
    const waitingBrowser = await openWallBrowser(fixture.server);
    const { wall } = await pairNewScreen(fixture.server, fixture.admin);
    const rows = await queryRows<{ text: string }>(`select w::text as text from wall_pairing w
      union all select s::text from session s union all select l::text from log l union all select f::text from feed f
      union all select r::text from request_once r`);
    for (const token of [waitingBrowser.caller.token!, wall.token!]) {
      expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
      expect(rows.some(({ text }) => text.includes(hashToken(token)))).toBe(true);
    }
  });

  it('is refused without the permission, and for a screen of another factory', async () => {
    const { code } = await openWallBrowser(fixture.server);
    const row = await addScreen(fixture.admin);
    const { caller: designer } = await fixture.createPerson('BOARD_DESIGN', 'BOARD_SHARE');
    const { caller: manager } = await fixture.createPerson(...MANAGER_PERMISSIONS);
    for (const path of ['pair', 'revoke', 'identify', 'reload'])
      expect([
        path,
        await fixture.refusalOf(designer, `/mes/screen/${path}`, { screenId: row.id, code }),
      ]).toEqual([path, 'noPermission']);
    expect(await fixture.refusalOf(designer, '/mes/screen/pairing', { code })).toBe('noPermission');
    const otherFactory = await createTestFactory(fixture.server.connection);
    const otherScreen = await otherFactory.call<{ id: number }>('/mes/screen/save', { name: 'Theirs' });
    for (const path of ['pair', 'revoke', 'identify', 'reload'])
      expect([
        path,
        await fixture.refusalOf(manager, `/mes/screen/${path}`, {
          screenId: otherScreen.id,
          ...(path === 'pair' ? { code } : {}),
        }),
      ]).toEqual([path, 'rowNotFound']);
    expect(await readRefusalCode(otherFactory.call('/mes/screen/pair', { screenId: row.id, code }))).toBe(
      'rowNotFound',
    );
    expect(await readState(row.id)).toEqual([{ state: 'notPaired' }]);
    expect(await fixture.refusalOf(manager, '/mes/screen/pair', { screenId: row.id, code })).toBeNull();
  });

  it('is refused to somebody who may not see the reports of the screen', async () => {
    const { caller, code } = await openWallBrowser(fixture.server);
    const row = await addScreen(fixture.admin);
    const { caller: manager } = await fixture.createPerson('SCREEN_MANAGE');
    const { body } = await manager.ask('/mes/screen/pair', { screenId: row.id, code });
    expect(body).toMatchObject({ code: 'noPermission', fields: { screenId: expect.any(String) as string } });
    expect(await fixture.refusalOf(caller, '/mes/wall/shown')).toBe('notSignedIn');
    expect(await fixture.refusalOf(fixture.admin, '/mes/screen/pair', { screenId: row.id, code })).toBeNull();
  });

  it('binds the browser to the factory of the person who confirms, and to no other', async () => {
    const otherFactory = await createTestFactory(fixture.server.connection);
    const otherScreen = await otherFactory.call<{ id: number }>('/mes/screen/save', { name: 'Hall' });
    const { caller, code } = await openWallBrowser(fixture.server);
    await otherFactory.call('/mes/screen/pair', { screenId: otherScreen.id, code });
    const { user } = await readWallAnswer(caller);
    expect(user).toMatchObject({ kind: 'screen', name: 'Hall' });
    expect(user.factoryCode).not.toBe('TEST');
  });

  it('succeeds for one of two people who confirm the same code at the same time', async () => {
    const { caller, code } = await openWallBrowser(fixture.server);
    const rows = [await addScreen(fixture.admin), await addScreen(fixture.admin)];
    const { caller: manager } = await fixture.createPerson(...MANAGER_PERMISSIONS);
    const replies = await Promise.all(
      rows.map(({ id }, index) =>
        (index === 0 ? fixture.admin : manager).ask(
          '/mes/screen/pair',
          { screenId: id, code },
          crypto.randomUUID(),
        ),
      ),
    );
    expect(replies.map(({ body }) => getErrorCode(body)).sort()).toEqual(['pairingCodeUnknown', null].sort());
    const pairedScreen = rows[replies.findIndex(({ status }) => status === 200)]!;
    expect((await readWallAnswer(caller)).user.name).toBe(pairedScreen.name);
    const sessions = await queryRows<{ count: number }>(
      'select count(*)::integer as count from session where token_hash = $1',
      [hashToken(caller.token!)],
    );
    expect(sessions[0]!.count).toBe(1);
  });

  it('refuses a code that has expired, and gives the browser a new one', async () => {
    const { caller, code } = await openWallBrowser(fixture.server);
    const row = await addScreen(fixture.admin);
    await queryRows("update wall_pairing set expires_at = now() - interval '1 second' where code = $1", [
      code,
    ]);
    expect(await fixture.refusalOf(fixture.admin, '/mes/screen/pair', { screenId: row.id, code })).toBe(
      'pairingCodeUnknown',
    );
    const newAnswer = await caller.call<PairingAnswer>('/mes/wall/pairing');
    expect(newAnswer.code).not.toBe(code);
    expect(newAnswer).toMatchObject({ user: null, token: expect.any(String) as string });
    expect(await fixture.refusalOf(caller, '/mes/wall/shown')).toBe('notSignedIn');
  });

  it('locks somebody who guesses codes, even if they enter codes of their own in between', async () => {
    const { caller: guesser } = await fixture.createPerson(...MANAGER_PERMISSIONS);
    const ownBrowser = await openWallBrowser(fixture.server);
    const victimBrowser = await openWallBrowser(fixture.server);
    const refusalCodes: (string | null)[] = [];
    for (let guess = 0; guess < 12; guess++) {
      refusalCodes.push(await fixture.refusalOf(guesser, '/mes/screen/pairing', { code: 'CCCCCCCC' }));
      if (guess < 9) await fixture.refusalOf(guesser, '/mes/screen/pairing', { code: ownBrowser.code });
    }
    expect(refusalCodes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'pairingCodeUnknown'));
    expect(refusalCodes.slice(10)).toEqual(['loginLocked', 'loginLocked']);
    const row = await addScreen(fixture.admin);
    const pairFields = { screenId: row.id, code: victimBrowser.code };
    expect(await fixture.refusalOf(guesser, '/mes/screen/pair', pairFields)).toBe('loginLocked');
    expect(await fixture.refusalOf(fixture.admin, '/mes/screen/pair', pairFields)).toBeNull();
  });

  it('limits how many browsers behind one address may wait', async () => {
    const ip = makeUnusedIpAddress();
    await queryRows(
      `insert into wall_pairing (token_hash, code, ip, agent, expires_at)
       select 'flood' || n, 'FLOOD' || n, $1, '', now() + interval '5 minutes' from generate_series(1, 60) n`,
      [ip],
    );
    expect(await fixture.refusalOf(fixture.server.caller(ip), '/mes/wall/pairing')).toBe('tooManyRequests');
    expect(
      await fixture.refusalOf(fixture.server.caller(makeUnusedIpAddress()), '/mes/wall/pairing'),
    ).toBeNull();
    await queryRows("update wall_pairing set expires_at = now() - interval '1 second' where ip = $1", [ip]);
    expect(await fixture.refusalOf(fixture.server.caller(ip), '/mes/wall/pairing')).toBeNull();
  });

  it('with another device ends the access of the first device', async () => {
    const { row, wall } = await pairNewScreen(fixture.server, fixture.admin);
    const screen = await fixture.openScreen(wall);
    const { caller, code } = await openWallBrowser(fixture.server);
    await fixture.admin.send('/mes/screen/pair', { screenId: row.id, code });
    await expect.poll(() => screen.revocationCodes).toEqual(['notSignedIn']);
    expect(await fixture.refusalOf(wall, '/mes/wall/shown')).toBe('notSignedIn');
    expect((await readWallAnswer(caller)).user.name).toBe(row.name);
  });

  it.each(['revoke', 'delete'])(
    'ends at once with a %s: the socket closes, and the token is no longer valid',
    async (action) => {
      const { row, wall } = await pairNewScreen(fixture.server, fixture.admin);
      const screen = await fixture.openScreen(wall);
      if (action === 'revoke') await fixture.admin.send('/mes/screen/revoke', { screenId: row.id });
      else await fixture.admin.send('/mes/screen/delete', { ids: [row.id] });
      await expect.poll(() => screen.revocationCodes).toEqual(['notSignedIn']);
      await expect.poll(() => screen.socket.connected).toBe(false);
      expect(await fixture.refusalOf(wall, '/mes/wall/shown')).toBe('notSignedIn');
      await expect(fixture.openScreen(wall)).rejects.toThrow('notSignedIn');
      const answer = await wall.call<PairingAnswer>('/mes/wall/pairing');
      expect(answer).toMatchObject({ user: null, token: expect.any(String) as string });
      expect(await readState(row.id)).toEqual([{ state: 'notPaired' }]);
    },
  );
});
