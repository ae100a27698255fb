import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { TermKey } from '#shared/terms/index.ts';
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
import { setCheckbox } from './set-checkbox.ts';
import { translate } from './translate.ts';

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
    const codeElement = wall.getByLabel(translate('pairingCode'), { exact: true });
    const pairingCode = (await codeElement.textContent())!;
    expect(pairingCode).toMatch(/^[A-Z]{8}$/);
    const qrCode = wall.getByRole('img', { name: `${translate('pairingCode')}: ${pairingCode}` });
    await qrCode.waitFor();
    await wall.reload();
    expect(await codeElement.textContent()).toBe(pairingCode);

    // The address in the QR code opens the log-in page, and then the dialog that confirms the code.
    const { page: desk } = await windows.open(`${server.url}/screens?pair=${pairingCode}`);
    await logIn(desk, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    const dialog = desk.getByRole('dialog', { name: translate('pairScreen') });
    await dialog.getByText(translate('pairingCheck')).waitFor();
    await dialog.getByRole('textbox', { name: translate('name') }).fill('二车间东墙');
    await dialog.getByRole('button', { name: translate('pair'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    const findTile = (title: TermKey) => wall.getByRole('region', { name: translate(title), exact: true });
    await findTile('orderProgress').waitFor();
    expect(await wall.getByRole('link').count()).toBe(0);
    await wall.evaluate(() => Object.assign(window, { stayed: true }));
    const row = desk.getByRole('row').filter({ hasText: '二车间东墙' });
    await row.getByText(translate('online')).waitFor();
    await row.getByText('1920 × 1080').waitFor();

    const screen = await readScreen('二车间东墙');
    await setCheckbox(row.getByRole('checkbox'), true);
    await desk.getByRole('button', { name: translate('moveScreen') }).click();
    const moveDialog = desk.getByRole('dialog', { name: translate('moveScreen') });
    await moveDialog.getByRole('combobox', { name: translate('board') }).fill('二车间');
    await desk.getByRole('option', { name: '二车间看板' }).click();
    await moveDialog.getByRole('button', { name: translate('save'), exact: true }).click();
    await wall.getByRole('heading', { level: 1, name: '二车间看板' }).waitFor();
    await findTile('openCalls').waitFor();
    expect(await findTile('orderProgress').count()).toBe(0);
    expect(await wall.evaluate(() => 'stayed' in window)).toBe(true);

    // The wall shows a saved change of the board at once.
    const { version } = await admin.call<{ version: number }>('/mes/board/get', { id: board.id });
    await admin.send('/mes/board/write', {
      id: board.id,
      version,
      content: JSON.stringify(makeBoard([makeTile({ type: 'deviceStates', w: 24, h: 24 })])),
      sources: JSON.stringify([{ path: '/mes/form/deviceStates', params: {} }]),
    });
    await findTile('deviceStates').waitFor();

    await desk.getByRole('button', { name: translate('identifyScreen') }).click();
    const alertWithName = wall.getByRole('alert').filter({ hasText: '二车间东墙' });
    await alertWithName.waitFor();
    await alertWithName.waitFor({ state: 'detached', timeout: 15_000 });

    await desk.getByRole('button', { name: translate('reloadScreen') }).click();
    await expect.poll(() => wall.evaluate(() => 'stayed' in window)).toBe(false);
    await findTile('deviceStates').waitFor();

    await desk.getByRole('button', { name: translate('revokeScreen') }).click();
    const confirmDialog = desk.getByRole('dialog', {
      name: translate('revokeScreenTitle', { name: '二车间东墙' }),
    });
    await confirmDialog.getByRole('button', { name: translate('revokeScreen') }).click();
    await codeElement.waitFor();
    expect(await codeElement.textContent()).not.toBe(pairingCode);
    expect(new URL(wall.url()).pathname).toBe('/wall');
    await row.getByText(translate('notPaired')).waitFor();
    expect((await readScreen('二车间东墙')).version).toBeGreaterThan(screen.version);

    // In the browser of a signed-in person the wall shows a code too, and the person stays signed in.
    const wallInSameBrowser = await desk.context().newPage();
    await wallInSameBrowser.goto(`${server.url}/wall`);
    await wallInSameBrowser.getByLabel(translate('pairingCode'), { exact: true }).waitFor();
    await desk.reload();
    await row.waitFor();
  });

  test('shows the boards of a playlist in turn, and the board for calls while a call is open or an alarm fires', async () => {
    const addBoard = (name: string) =>
      admin.send<{ id: number }>('/mes/board/add', {
        name,
        content: JSON.stringify(makeBoard([makeTile({ type: 'outputByGroup', w: 24, h: 24 })])),
        sources: JSON.stringify([{ path: '/mes/form/outputByGroup', params: {} }]),
      });
    const [firstBoard, secondBoard, callBoard] = [
      await addBoard('一'),
      await addBoard('二'),
      await addBoard('呼叫'),
    ];
    const playlist = await admin.send<{ id: number }>('/mes/screen/playlist/save', {
      name: '轮播',
      items: [firstBoard, secondBoard].map(({ id }) => ({ boardId: id, preset: 'mainHall', seconds: 5 })),
      callBoardId: callBoard.id,
    });
    const { page: wall } = await windows.open(`${server.url}/wall`, WALL_SIZE);
    const code = (await wall.getByLabel(translate('pairingCode'), { exact: true }).textContent())!;
    const screen = await admin.send<{ id: number }>('/mes/screen/save', {
      name: '轮播墙',
      playlistId: playlist.id,
    });
    await admin.send('/mes/screen/pair', { screenId: screen.id, code });
    const findHeading = (name: string) =>
      wall.locator('.wall-name small', { hasText: new RegExp(`^${name}$`) });
    await findHeading('一').waitFor();
    await findHeading('二').waitFor();
    await findHeading('一').waitFor();

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
    await findHeading('呼叫').waitFor();
    // The board for calls is shown longer than the duration of one board in the playlist.
    await wall.waitForTimeout(6000);
    await findHeading('呼叫').waitFor();
    await admin.send('/mes/andon/cancel', { id: call.id, version: call.version, reason: '已送到' });
    const boardInTurn = wall.locator('.wall-name small', { hasText: /^[一二]$/ });
    await boardInTurn.waitFor();

    // This rule fires without any call.
    const rule = { name: '安静', measure: 'openCallCount', limitValue: 0, severity: 'warning' };
    await admin.send('/mes/system/alarmRule/save', rule);
    await findHeading('呼叫').waitFor();
    const { rows } = await admin.call<{ rows: { id: number; version: number }[] }>('/mes/form/openAlarms');
    await admin.send('/mes/alarm/acknowledge', { id: rows[0]!.id, version: rows[0]!.version });
    await boardInTurn.waitFor();
  });
});
