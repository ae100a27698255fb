import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { WatchAnswer } from '#shared/kernel/live.ts';
import {
  createBoardFixture,
  expectSnapshot,
  getWatchRefusalCode as getRefusalCode,
} from '#tests/support/board-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { addCustomer, customersReport, renameCustomer } from '#tests/support/fake-backend.ts';

const REPORT_PATH = customersReport.path;

describeForEachDatabase('A subscription', (database) => {
  const { setUp, openNodeScreen } = createBoardFixture(database);

  it('is refused without the permission, or if the request is invalid', async () => {
    const { backend, factoryId, node } = await setUp();
    backend.addUser('nobody', { factoryId, permissions: [] });
    backend.addUser('new', { factoryId, mustChangePassword: true });
    const li = await openNodeScreen(node, 'li');
    expect(getRefusalCode(await (await openNodeScreen(node, 'nobody')).watch(REPORT_PATH))).toBe(
      'noPermission',
    );
    expect(getRefusalCode(await (await openNodeScreen(node, 'new')).watch(REPORT_PATH))).toBe(
      'mustChangePassword',
    );
    expect(getRefusalCode(await li.watch('/mes/form/nothing'))).toBe('notFound');
    expect(getRefusalCode(await li.watch(REPORT_PATH, { limit: '-1' }))).toBe('fieldsInvalid');
    expect(getRefusalCode(await li.watch(REPORT_PATH, { limit: '1', also: 'this' }))).toBe('fieldsInvalid');
    for (const invalidRequest of [
      null,
      'text',
      { source: 7 },
      { source: REPORT_PATH, params: [] },
      { source: REPORT_PATH, params: { limit: { a: 1 } } },
    ]) {
      const answer = await new Promise<WatchAnswer>((resolve) =>
        li.socket.emit('watch', invalidRequest as never, resolve),
      );
      expect(getRefusalCode(answer)).toBe('paramCheckFailed');
    }
    await expect(openScreen(node.url, 'unknown')).rejects.toMatchObject({ data: { code: 'notSignedIn' } });
    await expect(openScreen(node.url, '')).rejects.toMatchObject({ data: { code: 'notSignedIn' } });
    expect(backend.calls.length).toBe(0);
  });

  it('is accepted after the person has changed the password', async () => {
    const { backend, factoryId, node, connection } = await setUp();
    backend.addUser('new', { factoryId, mustChangePassword: true });
    const screen = await openNodeScreen(node, 'new');
    await addCustomer(connection, factoryId, 'A');
    await wait(100);
    expect(screen.changed).toEqual([]);
    backend.addUser('new', { factoryId });
    expect(expectSnapshot(await screen.watch(REPORT_PATH)).rows).toHaveLength(1);
    await addCustomer(connection, factoryId, 'B');
    await waitUntil('it hears', () => screen.changed.length === 1);
  });

  it('never shares the source of a customer', async () => {
    const { backend, factoryId, node } = await setUp();
    backend.addUser('acme', { factoryId, kind: 'customer', accountId: 501 });
    backend.addUser('other', { factoryId, kind: 'customer', accountId: 502 });
    const keys = [];
    for (const token of ['li', 'acme', 'other'])
      keys.push(expectSnapshot(await (await openNodeScreen(node, token)).watch(REPORT_PATH)).key);
    expect(new Set(keys).size).toBe(3);
    expect(backend.calls.map((call) => call.sender.token)).toEqual(['li', 'acme', 'other']);
  });

  it('has limits for the sources and the message rate of a socket', async () => {
    const { node } = await setUp();
    const screen = await openNodeScreen(node, 'li');
    const outcomes: string[] = [];
    for (let limit = 1; limit <= 65; limit++)
      outcomes.push(getRefusalCode(await screen.watch(REPORT_PATH, { limit: String(limit) })));
    expect(outcomes.filter((answer) => answer === 'let in')).toHaveLength(64);
    expect(outcomes.at(-1)).toBe('tooManyRequests');
    // At the limit, a screen may still join a source that it already watches.
    expect(getRefusalCode(await screen.watch(REPORT_PATH, { limit: '1' }))).toBe('let in');
    const repeatedAnswers = await Promise.all(
      Array.from({ length: 300 }, () => screen.watch(REPORT_PATH, { limit: '1' })),
    );
    expect(
      repeatedAnswers.filter((answer) => getRefusalCode(answer) === 'tooManyRequests').length,
    ).toBeGreaterThan(100);
  });

  it('continues for other users when the session of the first user has ended', async () => {
    const { connection, backend, factoryId, node } = await setUp();
    backend.addUser('han', { factoryId });
    const id = await addCustomer(connection, factoryId, 'A');
    const firstScreen = await openNodeScreen(node, 'li');
    const secondScreen = await openNodeScreen(node, 'han');
    expectSnapshot(await firstScreen.watch(REPORT_PATH));
    expectSnapshot(await secondScreen.watch(REPORT_PATH));
    backend.usersByToken.delete('li');
    await renameCustomer(connection, factoryId, id, 'B');
    await waitUntil('the frame', () => secondScreen.frames.length === 1);
    expect(secondScreen.frames[0]!.upsert[0]).toMatchObject({ shortName: 'B' });
    // The node notices that the first session has ended, and closes its socket.
    await waitUntil('the first is closed', () => firstScreen.socket.disconnected);
    expect(firstScreen.revocationCodes).toEqual(['notSignedIn']);
  });
});
