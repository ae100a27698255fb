import { EventEmitter } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { PairedScreens } from '#server/live/paired-screens.ts';
import type { LiveNamespace, LiveSocket } from '#server/live/live-socket.ts';
import type { Connection } from '#server/db/connect.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { pairNewScreen } from '#tests/support/screen-pairing.ts';

const WRITE_INTERVAL_MS = 50;
const SCREEN_COUNT = 500;
const REPORT = { build: 'b1', width: 1920, height: 1080, lagMs: 12.4 };

interface ScreenStateRow {
  id: number;
  state: string;
  build: string | null;
  resolution: string | null;
  lag: number | null;
  seenAt: Date | null;
  version: number;
}

describeForEachDatabase('The reports of paired screens', (database) => {
  const fixture = createAccessFixture(database);
  const errors: unknown[] = [];
  let pairedScreens: PairedScreens | null = null;
  afterEach(async () => {
    await pairedScreens?.close();
    pairedScreens = null;
    expect(errors.splice(0)).toEqual([]);
  });

  /** Starts a node that writes reports often. @returns a function that connects a screen to the node */
  function startNode({ db }: Connection) {
    const sockets = new Map<string, LiveSocket>();
    const screensOfNode = new PairedScreens(
      { sockets } as unknown as LiveNamespace,
      db,
      () => undefined,
      (error) => errors.push(error),
      WRITE_INTERVAL_MS,
    );
    pairedScreens = screensOfNode;
    return (factoryId: number, id: number) => {
      const socket = Object.assign(new EventEmitter(), {
        data: { user: { factoryId, screen: { id, shown: 'shown', sources: [] } } },
      });
      sockets.set(String(id), socket as unknown as LiveSocket);
      screensOfNode.addHandlers(socket as unknown as LiveSocket);
      return socket;
    };
  }
  const readScreens = async (ids: readonly number[]) =>
    (
      await fixture.server.connection.pool.query<ScreenStateRow>(
        'select id, state, build, resolution, lag, seen_at as "seenAt", version from wall_screen where id = any($1::bigint[]) order by id',
        [ids],
      )
    ).rows;

  it('put a screen online, store its build and size, and do not change its version', async () => {
    const { row, wall } = await pairNewScreen(fixture.server, fixture.admin);
    const screen = await fixture.openScreen(wall);
    const answers: string[] = [];
    screen.socket.emit('present', REPORT, (answer) => answers.push(answer));
    await expect
      .poll(() => readScreens([row.id]))
      .toMatchObject([
        { state: 'online', build: 'b1', resolution: '1920 × 1080', lag: 12, version: row.version },
      ]);
    expect(answers).toHaveLength(1);
  });

  it('are announced once when the screen goes online, and not with every report', async () => {
    const adminScreen = await fixture.openScreen(fixture.admin);
    const { row, wall } = await pairNewScreen(fixture.server, fixture.admin);
    const countAnnouncements = () =>
      adminScreen.changed.filter(
        (message) => message.entity === 'wallScreen' && message.ids?.includes(row.id),
      ).length;
    await expect.poll(countAnnouncements).toBeGreaterThan(0);
    const before = countAnnouncements();
    const screen = await fixture.openScreen(wall);
    for (let index = 0; index < 3; index++) screen.socket.emit('present', REPORT, () => undefined);
    await expect.poll(countAnnouncements).toBe(before + 1);
  });

  it.each([
    ['nothing', undefined],
    ['no build', { ...REPORT, build: 7 }],
    ['a size that no screen has', { ...REPORT, width: 1e9 }],
    ['a negative size', { ...REPORT, height: -1 }],
  ])('with %s are ignored', async (_, report) => {
    const { row, wall } = await pairNewScreen(fixture.server, fixture.admin);
    const screen = await fixture.openScreen(wall);
    screen.socket.emit('present', report as never, () => undefined);
    screen.socket.emit(
      'present',
      { ...REPORT, build: `x'; drop table wall_screen;--${'y'.repeat(90)}` },
      () => undefined,
    );
    await expect.poll(async () => (await readScreens([row.id]))[0]!.state).toBe('online');
    expect((await readScreens([row.id]))[0]!.build).toMatch(/^xdroptablewall_screen--y+$/);
  });

  it('of people are not accepted', async () => {
    const adminScreen = await fixture.openScreen(fixture.admin);
    let isAnswered = false;
    adminScreen.socket.emit('present', REPORT, () => (isAnswered = true));
    await adminScreen.watch('/mes/form/openCalls');
    expect(isAnswered).toBe(false);
  });

  it('of 500 screens are announced together, and a silent screen becomes dark', async () => {
    const { connection } = fixture.server;
    const { rows: factories } = await connection.pool.query<{ id: number }>(
      "select id from factory where code = 'TEST'",
    );
    const factoryId = factories[0]!.id;
    const { rows } = await connection.pool.query<{ id: number }>(
      `insert into wall_screen (factory_id, name, state) select $1, 'Many ' || n, 'dark' from generate_series(1, ${SCREEN_COUNT}) n
       returning id`,
      [factoryId],
    );
    const ids = rows.map(({ id }) => id).sort((left, right) => left - right);
    const connectScreen = startNode(connection);
    const sockets = ids.map((id) => connectScreen(factoryId, id));
    const readFeedPosition = async () =>
      (
        await connection.pool.query<{ pos: number }>('select pos from feed_head where factory_id = $1', [
          factoryId,
        ])
      ).rows[0]!.pos;
    const positionBefore = await readFeedPosition();
    for (const socket of sockets) socket.emit('present', REPORT, () => undefined);
    await expect
      .poll(async () => (await readScreens(ids)).filter(({ state }) => state === 'online').length)
      .toBe(SCREEN_COUNT);
    await expect.poll(readFeedPosition).toBe(positionBefore + 1);

    const [silentId, ...otherIds] = ids;
    await connection.pool.query(
      "update wall_screen set seen_at = now() - interval '61 seconds' where id = $1",
      [silentId],
    );
    await expect.poll(async () => (await readScreens([silentId!]))[0]!.state).toBe('dark');
    expect((await readScreens(otherIds)).every(({ state }) => state === 'online')).toBe(true);

    const page = await fixture.admin.call<{ rows: unknown[]; total: number }>('/mes/screen/page', {
      limit: 50,
    });
    expect(page.rows).toHaveLength(50);
    expect(page.total).toBeGreaterThanOrEqual(SCREEN_COUNT);
  });

  it('that could not be written are written later, although the screen does not report again', async () => {
    const { row } = await pairNewScreen(fixture.server, fixture.admin);
    const { pool } = fixture.server.connection;
    const { rows } = await pool.query<{ factoryId: number }>(
      'select factory_id as "factoryId" from wall_screen where id = $1',
      [row.id],
    );
    const socket = startNode(fixture.server.connection)(rows[0]!.factoryId, row.id);
    await pool.query('alter table wall_screen rename to away_screen');
    try {
      socket.emit('present', REPORT, () => undefined);
      await expect.poll(() => errors.length).toBe(1);
    } finally {
      await pool.query('alter table away_screen rename to wall_screen');
    }
    await expect.poll(() => readScreens([row.id])).toMatchObject([{ state: 'online', build: 'b1' }]);
    errors.length = 0;
  });

  it('of a revoked screen do not put it online again', async () => {
    const { row } = await pairNewScreen(fixture.server, fixture.admin);
    const { connection } = fixture.server;
    const { rows } = await connection.pool.query<{ factoryId: number }>(
      'select factory_id as "factoryId" from wall_screen where id = $1',
      [row.id],
    );
    const socket = startNode(connection)(rows[0]!.factoryId, row.id);
    await fixture.admin.send('/mes/screen/revoke', { screenId: row.id });
    socket.emit('present', REPORT, () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 10 * WRITE_INTERVAL_MS));
    expect(await readScreens([row.id])).toMatchObject([{ state: 'notPaired', seenAt: null }]);
  });
});
