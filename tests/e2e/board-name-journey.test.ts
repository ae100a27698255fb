import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import type { Board } from '#shared/boards/board.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { addBoard, makeTile } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { DesignerPage, say } from './designer-page.ts';
import { logIn } from './log-in.ts';

describeJourneys('The name of a board', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'off' });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  test('can change while the board is edited; then the design can be saved, and its check finds a pale text', async () => {
    const { id } = await addBoard(admin, [makeTile({ type: 'openCalls', w: 9, h: 11 })]);
    const { page } = await windows.open(`${server.url}/board/${id}/edit`, { width: 1920, height: 1080 });
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.getByRole('listbox', { name: say('boardTiles') }).waitFor();
    const designer = new DesignerPage(page);
    const { keys } = designer;
    await page.getByRole('textbox', { name: say('name') }).fill('二车间');
    await page.getByRole('button', { name: say('renameBoard') }).click();
    await page.getByRole('heading', { level: 1, name: '二车间' }).waitFor();
    await designer.findTiles().first().click();
    await keys.press('ArrowRight');
    await designer.save();
    const { content, edition, name } = await admin.call<BoardAnswer>('/mes/board/read', { id });
    const board = JSON.parse(content) as Board;
    expect([board.tiles[0]!.x, edition, name]).toEqual([1, 2, '二车间']);

    // The check for pale texts reads the colours that the browser has computed.
    await page
      .locator('.design-cell .tile')
      .evaluate((tile: HTMLElement) => tile.style.setProperty('--wall-label', '#3c4048'));
    await page.getByRole('button', { name: say('checkWarnings', { count: 1 }) }).click();
    const paleTileLabel = say('tileAt', { title: say('openCalls'), x: 2, y: 1 });
    await page
      .getByRole('dialog')
      .getByText(say('finding.tilePale', { tiles: paleTileLabel }))
      .waitFor();
  });
});
