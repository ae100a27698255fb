import { describe, expect, it } from 'vitest';
import type { WatchAnswer } from '#shared/kernel/live.ts';
import { FairTaskLimiter } from '#server/call/slot-queue.ts';
import {
  createBoardFixture,
  expectSnapshot,
  getWatchRefusalCode as getRefusalCode,
} from '#tests/support/board-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { customersReport } from '#tests/support/fake-backend.ts';
import { openScreen, waitUntil, type Screen } from '#tests/support/live-node.ts';

const REPORT_PATH = customersReport.path;
const TOO_MANY_REQUESTS_ERROR = { data: { code: 'tooManyRequests' } };

/** Creates a gate. Tasks wait for the promise `opened`, which `open` resolves. */
function createGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

const listConsecutiveNumbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index);

describeForEachDatabase('The limits of one person', (database) => {
  const { setUp, openNodeScreen } = createBoardFixture(database);

  /** Watches sources that no other screen watches. @returns the number of refused sources */
  const watchMany = async (screen: Screen, from: number, count: number): Promise<number> => {
    const answers: WatchAnswer[] = [];
    for (const limit of listConsecutiveNumbers(from, count))
      answers.push(await screen.watch(REPORT_PATH, { limit: String(limit) }));
    const codes = answers.flatMap((answer) => (answer.ok ? [] : [getRefusalCode(answer)]));
    expect(new Set(codes).size).toBeLessThanOrEqual(1);
    if (codes.length > 0) expect(codes[0]).toBe('tooManyRequests');
    return codes.length;
  };

  it('allow 120 sockets of a session; a wall replaces a socket that shows no board', async () => {
    const { backend, factoryId, node } = await setUp();
    backend.addUser('han', { factoryId });
    const board = await openNodeScreen(node, 'li');
    await board.watch(REPORT_PATH);
    const otherScreens = await Promise.all(
      listConsecutiveNumbers(0, 119).map(() => openNodeScreen(node, 'li')),
    );
    await expect(openScreen(node.url, 'li')).rejects.toMatchObject(TOO_MANY_REQUESTS_ERROR);
    await openNodeScreen(node, 'han');
    const walls: Screen[] = [];
    const tryOpenWall = () =>
      openNodeScreen(node, 'li').then(
        (wall) => walls.push(wall) > 0,
        () => false,
      );
    await waitUntil('a wall of the same person is let in', tryOpenWall, 30_000);
    expectSnapshot(await walls[0]!.watch(REPORT_PATH));
    await waitUntil('one screen has left', () => otherScreens.some(({ socket }) => !socket.connected));
    expect(otherScreens.filter(({ socket }) => socket.connected)).toHaveLength(118);
    expect(board.socket.connected).toBe(true);
  });

  it('allow 240 sockets of an account, over all its sessions', async () => {
    const { backend, factoryId, node } = await setUp();
    backend.addUser('han', { factoryId });
    for (const token of ['one', 'two', 'three']) backend.addUser(token, { factoryId, accountId: 77 });
    for (const token of ['one', 'two'])
      await Promise.all(listConsecutiveNumbers(0, 120).map(() => openNodeScreen(node, token)));
    await expect(openScreen(node.url, 'three')).rejects.toMatchObject(TOO_MANY_REQUESTS_ERROR);
    await openNodeScreen(node, 'han');
  });

  it('allow 96 sources of a session and 192 of an account', async () => {
    const { backend, factoryId, node } = await setUp();
    backend.addUser('han', { factoryId });
    for (const token of ['one', 'two', 'three']) backend.addUser(token, { factoryId, accountId: 77 });
    const watchSources = async (token: string, from: number, count: number) =>
      watchMany(await openNodeScreen(node, token), from, count);
    expect(await watchSources('one', 1, 60)).toBe(0);
    expect(await watchSources('one', 61, 60)).toBe(24);
    expect(await watchSources('two', 201, 60)).toBe(0);
    expect(await watchSources('two', 261, 60)).toBe(24);
    expect(await watchSources('three', 401, 2)).toBe(2);
    expect(await watchSources('three', 1, 2)).toBe(0);
    expect(await watchSources('han', 401, 2)).toBe(0);
  });

  it('allow a burst of 2,400 messages of an account, and others are not affected', async () => {
    const { backend, factoryId, node } = await setUp();
    backend.addUser('han', { factoryId });
    const screens = await Promise.all(listConsecutiveNumbers(0, 40).map(() => openNodeScreen(node, 'li')));
    const wall = await openNodeScreen(node, 'han');
    const sendInvalidWatch = (screen: Screen) => screen.watch(REPORT_PATH, { limit: '-1' });
    const answers = await Promise.all(
      screens.flatMap((screen) => listConsecutiveNumbers(0, 125).map(() => sendInvalidWatch(screen))),
    );
    const countAnswers = (code: string) => answers.filter((answer) => getRefusalCode(answer) === code).length;
    expect(answers).toHaveLength(5000);
    expect(countAnswers('tooManyRequests')).toBeGreaterThan(500);
    expect(countAnswers('fieldsInvalid')).toBeGreaterThanOrEqual(2400);
    expectSnapshot(await wall.watch(REPORT_PATH));
  });

  it('give a wall its turn before the many sources of one person', async () => {
    const { backend, factoryId, node } = await setUp();
    backend.addUser('han', { factoryId });
    const gate = createGate();
    const callerTokens: (string | null)[] = [];
    const callBackend = backend.call.bind(backend);
    backend.call = async (call) => {
      callerTokens.push(call.sender.token);
      await gate.opened;
      return callBackend(call);
    };
    const [greedyScreen, wall] = [await openNodeScreen(node, 'li'), await openNodeScreen(node, 'han')];
    const pendingAnswers = listConsecutiveNumbers(1, 60).map((limit) =>
      greedyScreen.watch(REPORT_PATH, { limit: String(limit) }),
    );
    await waitUntil('the sources of one person are computed', () => callerTokens.length > 0);
    const wallAnswer = wall.watch(REPORT_PATH, { limit: '500' });
    await new Promise((resolve) =>
      wall.socket.timeout(10_000).emit('watch', null as never, resolve as never),
    );
    gate.open();
    expectSnapshot(await wallAnswer);
    await Promise.all(pendingAnswers);
    expect(callerTokens.indexOf('han')).toBeLessThan(10);
  });
});

describe('A fair task limiter', () => {
  it('lets the owners take turns, and refuses a task if its owner has too many waiting tasks', async () => {
    const limiter = new FairTaskLimiter(1, 3);
    const startedOwners: string[] = [];
    const gate = createGate();
    const runTask = (owner: string, task: () => Promise<void> = async () => undefined) =>
      limiter.run(async () => {
        startedOwners.push(owner);
        await task();
      }, owner);
    const runs = [
      runTask('a', () => gate.opened),
      runTask('a'),
      runTask('a'),
      runTask('a'),
      runTask('b'),
      runTask('b'),
      runTask('c'),
    ];
    await expect(runTask('a')).rejects.toMatchObject({ code: 'tooManyRequests' });
    gate.open();
    await Promise.all(runs);
    expect(startedOwners.join('')).toBe('abcabaa');
  });

  it('drops a waiting task whose caller has left', async () => {
    const limiter = new FairTaskLimiter(1, 1);
    const gate = createGate();
    const first = limiter.run(() => gate.opened, 'a');
    const leaveController = new AbortController();
    const second = limiter.run(() => Promise.reject(new Error('it ran')), 'a', leaveController.signal);
    leaveController.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    const thirdRun = limiter.run(async () => 'done', 'a');
    gate.open();
    await first;
    expect(await thirdRun).toBe('done');
  });
});
