import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';

const say = (key: TermKey, params?: Record<string, unknown>) => translateTerm(DEFAULT_LANG, key, params);
const WALL_SIZE = { width: 1920, height: 1080 };

describeJourneys('A screen on a wall', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database);
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  const readScreen = async (name: string) =>
    (await admin.call<PageAnswer<Entity<'wallScreen'>>>('/mes/screen/page', { search: name })).rows[0]!;

  test('is paired by its code, moved, identified and revoked, and never shows a log-in page', async () => {
    const board = await admin.send<{ id: number }>('/mes/board/add', {
      name: '二车间看板',
      content: JSON.stringify(makeBoard([makeTile({ type: 'openCalls', w: 24, h: 24 })])),
      sources: JSON.stringify([{ path: '/mes/form/openCalls', params: {} }]),
    });
    const { page: wall } = await windows.open(`${server.url}/wall`, WALL_SIZE);
    const code = wall.getByLabel(say('pairingCode'), { exact: true });
    const shown = (await code.textContent())!;
    expect(shown).toMatch(/^[A-Z]{8}$/);
    const scanned = wall.getByRole('img', { name: `${say('pairingCode')}: ${shown}` });
    await scanned.waitFor();
    await wall.reload();
    expect(await code.textContent()).toBe(shown);

    // The address of the QR code leads over the log-in page to the dialog that confirms the code.
    const { page: desk } = await windows.open(`${server.url}/screens?pair=${shown}`);
    await logIn(desk, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    const dialog = desk.getByRole('dialog', { name: say('pairScreen') });
    await dialog.getByText(say('pairingCheck')).waitFor();
    await dialog.getByRole('textbox', { name: say('name') }).fill('二车间东墙');
    await dialog.getByRole('button', { name: say('pair'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    const tile = (title: TermKey) => wall.getByRole('region', { name: say(title), exact: true });
    await tile('orderProgress').waitFor();
    expect(await wall.getByRole('link').count()).toBe(0);
    await wall.evaluate(() => Object.assign(window, { stayed: true }));
    const row = desk.getByRole('row').filter({ hasText: '二车间东墙' });
    await row.getByText(say('online')).waitFor();
    await row.getByText('1920 × 1080').waitFor();

    const screen = await readScreen('二车间东墙');
    await row.getByRole('checkbox').check({ force: true });
    await desk.getByRole('button', { name: say('moveScreen') }).click();
    const move = desk.getByRole('dialog', { name: say('moveScreen') });
    await move.getByRole('combobox', { name: say('board') }).fill('二车间');
    await desk.getByRole('option', { name: '二车间看板' }).click();
    await move.getByRole('button', { name: say('save'), exact: true }).click();
    await wall.getByRole('heading', { level: 1, name: '二车间看板' }).waitFor();
    await tile('openCalls').waitFor();
    expect(await tile('orderProgress').count()).toBe(0);
    expect(await wall.evaluate(() => 'stayed' in window)).toBe(true);

    // A saved change of the board is on the wall at once.
    const { version } = await admin.call<{ version: number }>('/mes/board/get', { id: board.id });
    await admin.send('/mes/board/write', {
      id: board.id,
      version,
      content: JSON.stringify(makeBoard([makeTile({ type: 'deviceStates', w: 24, h: 24 })])),
      sources: JSON.stringify([{ path: '/mes/form/deviceStates', params: {} }]),
    });
    await tile('deviceStates').waitFor();

    await desk.getByRole('button', { name: say('identifyScreen') }).click();
    const name = wall.getByRole('alert').filter({ hasText: '二车间东墙' });
    await name.waitFor();
    await name.waitFor({ state: 'detached', timeout: 15_000 });

    await desk.getByRole('button', { name: say('reloadScreen') }).click();
    await expect.poll(() => wall.evaluate(() => 'stayed' in window)).toBe(false);
    await tile('deviceStates').waitFor();

    await desk.getByRole('button', { name: say('revokeScreen') }).click();
    const sure = desk.getByRole('dialog', { name: say('revokeScreenTitle', { name: '二车间东墙' }) });
    await sure.getByRole('button', { name: say('revokeScreen') }).click();
    await code.waitFor();
    expect(await code.textContent()).not.toBe(shown);
    expect(new URL(wall.url()).pathname).toBe('/wall');
    await row.getByText(say('notPaired')).waitFor();
    expect((await readScreen('二车间东墙')).version).toBeGreaterThan(screen.version);

    // A wall in the browser of a person who is signed in shows a code too, and the person stays signed in.
    const beside = await desk.context().newPage();
    await beside.goto(`${server.url}/wall`);
    await beside.getByLabel(say('pairingCode'), { exact: true }).waitFor();
    await desk.reload();
    await row.waitFor();
  });

  test('shows a playlist in turn, and the board for calls while a call is open', async () => {
    const addBoard = (name: string) =>
      admin.send<{ id: number }>('/mes/board/add', {
        name,
        content: JSON.stringify(makeBoard([makeTile({ type: 'outputByGroup', w: 24, h: 24 })])),
        sources: JSON.stringify([{ path: '/mes/form/outputByGroup', params: {} }]),
      });
    const [first, second, calls] = [await addBoard('一'), await addBoard('二'), await addBoard('呼叫')];
    const playlist = await admin.send<{ id: number }>('/mes/screen/playlist/save', {
      name: '轮播',
      items: [first, second].map(({ id }) => ({ boardId: id, preset: 'mainHall', seconds: 5 })),
      callBoardId: calls.id,
    });
    const { page: wall } = await windows.open(`${server.url}/wall`, WALL_SIZE);
    const code = (await wall.getByLabel(say('pairingCode'), { exact: true }).textContent())!;
    const screen = await admin.send<{ id: number }>('/mes/screen/save', {
      name: '轮播墙',
      playlistId: playlist.id,
    });
    await admin.send('/mes/screen/pair', { screenId: screen.id, code });
    const heading = (name: string) => wall.locator('.wall-name small', { hasText: new RegExp(`^${name}$`) });
    await heading('一').waitFor();
    await heading('二').waitFor();
    await heading('一').waitFor();

    const type = await admin.send<{ id: number }>('/mes/system/classify/save', {
      classId: 'abnormalType',
      code: 'T1',
      name: '缺料',
    });
    const device = await admin.send<{ id: number }>('/mes/system/basic/device/save', {
      code: 'D1',
      name: '车床',
    });
    const call = await admin.send<{ id: number; version: number }>('/mes/andon/raise', {
      typeId: type.id,
      deviceId: device.id,
    });
    await heading('呼叫').waitFor();
    // The board for calls stays longer than a turn of the playlist takes.
    await wall.waitForTimeout(6000);
    await heading('呼叫').waitFor();
    await admin.send('/mes/andon/cancel', { id: call.id, version: call.version, reason: '已送到' });
    await wall.locator('.wall-name small', { hasText: /^[一二]$/ }).waitFor();
  });
});
