import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import type { Board } from '#shared/boards/board.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { addBoard, makeTile, writeBoard } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { DesignerPage, formatTilePlace, getBoxCenter, say } from './designer-page.ts';
import { logIn } from './log-in.ts';

const SCREEN_SIZE = { width: 1920, height: 1080 };
/** Matches the console error of a refused call. */
const REFUSED_CALL_PATTERN = /status of 4\d\d .*\/mes\//;

describeJourneys('The board designer', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'off' });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  const readBoard = async (id: number) => {
    const answer = await admin.call<BoardAnswer>('/mes/board/read', { id });
    return { ...answer, board: JSON.parse(answer.content) as Board };
  };
  const openWindow = async (path: string) => {
    const { page, allowErrors } = await windows.open(`${server.url}${path}`, SCREEN_SIZE);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    return { page, allowErrors };
  };
  const openDesigner = async (id: number) => {
    const { page, allowErrors } = await openWindow(`/board/${id}/edit`);
    await page.getByRole('listbox', { name: say('boardTiles') }).waitFor();
    return { designer: new DesignerPage(page), allowErrors };
  };

  test('makes a board from nothing by mouse, and another window shows each saved change', async () => {
    const { page } = await openWindow('/boards');
    await page.getByRole('button', { name: say('newBoard') }).click();
    await page.getByRole('textbox', { name: say('name') }).fill('一车间');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('newBoard') })
      .click();
    await page.getByRole('heading', { level: 1, name: '一车间' }).waitFor();
    const id = Number(/\/board\/(\d+)\/edit/.exec(page.url())![1]);
    const designer = new DesignerPage(page);
    const [cellWidth, cellHeight] = await designer.measureCell();

    // A click puts a widget at the first free place; a drag puts it where the pointer is.
    await designer.findPaletteButton('openCalls').click();
    await designer.waitForTiles([formatTilePlace('openCalls', 1, 1, 9, 11)]);
    const grid = page.locator('.design-grid');
    await designer
      .findPaletteButton('currentShift')
      .dragTo(grid, { targetPosition: { x: cellWidth * 15, y: cellHeight * 6 } });
    await expect.poll(() => designer.findTiles().count()).toBe(2);
    const droppedTile = (await designer.readTile(1))!;
    expect(droppedTile.title).toBe(say('currentShift'));
    // The middle of the tile is at the pointer.
    expect(Math.abs(droppedTile.x - 1 + droppedTile.w / 2 - 15)).toBeLessThanOrEqual(1);
    expect(Math.abs(droppedTile.y - 1 + droppedTile.h / 2 - 6)).toBeLessThanOrEqual(1);

    const callsTile = designer.findTiles().first();
    await designer.drag(callsTile, getBoxCenter, [cellWidth * 1, cellHeight * 12]);
    await designer.drag(callsTile, ({ x, y, width, height }) => [x + width - 4, y + height - 4], [
      -cellWidth * 20,
      -cellHeight * 2,
    ]);
    // The tile keeps the minimum width of its widget.
    expect((await designer.readTiles())[0]).toBe(formatTilePlace('openCalls', 2, 13, 8, 9));

    await page
      .getByRole('spinbutton')
      .or(page.getByRole('textbox', { name: say('pageSeconds') }))
      .first()
      .fill('9');
    const wallWindow = await openWindow(`/board/${id}`);
    await wallWindow.page.getByRole('heading', { level: 1 }).filter({ hasText: '一车间' }).waitFor();
    // A wall shows its controls while somebody uses it.
    await wallWindow.page.mouse.move(100, 100);
    await wallWindow.page.getByRole('link', { name: say('edit'), exact: true }).waitFor();
    expect(await wallWindow.page.locator('.tile').count()).toBe(0);
    await designer.save();
    await wallWindow.page.getByRole('region', { name: say('openCalls') }).waitFor();
    expect(await wallWindow.page.locator('.tile').count()).toBe(2);
    const { board } = await readBoard(id);
    const settings = { pageSeconds: 9, workshopId: null, productionLineId: null, workGroupId: null };
    expect(board.tiles[0]).toEqual(makeTile({ type: 'openCalls', settings, x: 1, y: 12, w: 8, h: 9 }));

    // The tile has the same place and size on the stage in both windows.
    const designerBox = (await callsTile.boundingBox())!;
    const stageBox = (await page.locator('.design-stage').boundingBox())!;
    const wallBox = (await wallWindow.page.getByRole('region', { name: say('openCalls') }).boundingBox())!;
    for (const [designerShare, wallShare] of [
      [(designerBox.x - stageBox.x) / stageBox.width, wallBox.x / SCREEN_SIZE.width],
      [(designerBox.y - stageBox.y) / stageBox.height, wallBox.y / SCREEN_SIZE.height],
      [designerBox.width / stageBox.width, wallBox.width / SCREEN_SIZE.width],
      [designerBox.height / stageBox.height, wallBox.height / SCREEN_SIZE.height],
    ])
      expect(Math.abs(designerShare! - wallShare!)).toBeLessThan(0.005);

    // A removed tile disappears in the other window, and undo brings it back.
    await callsTile.click();
    await page.getByRole('button', { name: say('remove'), exact: true }).click();
    await designer.save();
    await wallWindow.page.getByRole('region', { name: say('openCalls') }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: say('undo'), exact: true }).click();
    await designer.save();
    await wallWindow.page.getByRole('region', { name: say('openCalls') }).waitFor();
    expect((await readBoard(id)).edition).toBe(4);
    // A paired screen may watch the sources of the saved tiles.
    const { rows } = await server.connection.pool.query<{ paths: string[] }>(
      `select array(select jsonb_array_elements(sources) ->> 'path') as paths from board_version
       where board_id = $1 and edition = 4`,
      [id],
    );
    expect(rows[0]!.paths.toSorted()).toEqual(['/mes/form/currentShift', '/mes/form/openCalls']);
  });

  test('makes a board by keyboard only, and asks before unsaved changes are left', async () => {
    const { id } = await addBoard(admin, []);
    const { designer } = await openDesigner(id);
    const { keys, page } = designer;
    await keys.tabTo(say('searchWidgets'));
    await keys.type(say('currentShift'));
    await keys.tabTo(say('addWidget', { title: say('currentShift') }));
    await keys.press('Enter');
    const { w, h } = (await designer.readTile(0))!;
    await designer.waitForTiles([formatTilePlace('currentShift', 1, 1, w, h)]);

    await keys.tabTo(say('currentShift'));
    await keys.press(
      'ArrowRight',
      'ArrowRight',
      'ArrowDown',
      'Shift+ArrowRight',
      'Shift+ArrowDown',
      'Shift+ArrowDown',
    );
    await designer.waitForTiles([formatTilePlace('currentShift', 3, 2, w + 1, h + 2)]);
    // The first undo reverts the changes of size, the second undo reverts the moves.
    await keys.press('Control+z', 'Control+z');
    await designer.waitForTiles([formatTilePlace('currentShift', 1, 1, w, h)]);
    await keys.press('Control+y', 'Control+Shift+z');
    await designer.waitForTiles([formatTilePlace('currentShift', 3, 2, w + 1, h + 2)]);

    await keys.press('Control+d');
    expect(await designer.findTiles().count()).toBe(2);
    await keys.press('Control+a');
    expect(await page.locator('[role="option"][aria-selected="true"]').count()).toBe(2);
    await keys.press('Escape');
    expect(await page.locator('[role="option"][aria-selected="true"]').count()).toBe(0);
    // The copy is removed again.
    await keys.tabTo(new RegExp(`^${say('currentShift')}.*`));
    const tilesBefore = await designer.readTiles();
    await keys.press('Delete');
    await expect.poll(() => designer.findTiles().count()).toBe(1);
    await keys.press('Control+z');
    await designer.waitForTiles(tilesBefore as string[]);
    await keys.press('Control+s');
    await designer.waitUntilSaved();
    expect((await readBoard(id)).board.tiles).toHaveLength(2);

    await keys.tabTo(new RegExp(`^${say('currentShift')}.*`));
    await keys.press('Delete');
    await keys.tabTo(say('backToBoards'), 'Shift+Tab');
    await keys.press('Enter');
    await page.getByRole('dialog').getByText(say('leaveText')).waitFor();
    await keys.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await designer.findTiles().count()).toBe(1);
    expect([...keys.namesWithoutRing], 'Where the focus is cannot be seen').toEqual([]);
  });

  test('copies tiles from one board to another, and refuses other texts', async () => {
    const sourceBoard = await addBoard(admin, [
      makeTile({ settings: { pageSeconds: 12, nameShown: 'customer' }, w: 10, h: 8 }),
    ]);
    const targetBoard = await addBoard(admin, [makeTile({ type: 'deviceStates', w: 10, h: 17 })]);
    const { designer } = await openDesigner(sourceBoard.id);
    const { page, keys } = designer;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await designer.findTiles().first().click();
    await keys.press('Control+c');
    await page.getByText(say('tilesCopied', { count: 1 })).waitFor();
    await page.goto(`${server.url}/board/${targetBoard.id}/edit`);
    await designer.findTiles().first().waitFor();
    await keys.press('Control+v');
    await designer.waitForTiles([
      formatTilePlace('deviceStates', 1, 1, 10, 17),
      formatTilePlace('orderProgress', 11, 1, 10, 8),
    ]);
    await page.evaluate(() => navigator.clipboard.writeText('{"tiles": 7}'));
    await keys.press('Control+v');
    await page.getByText(say('noTilesInClipboard')).waitFor();
    await designer.save();
    expect((await readBoard(targetBoard.id)).board.tiles[1]).toMatchObject({
      type: 'orderProgress',
      settings: { pageSeconds: 12, nameShown: 'customer' },
    });
  });

  test('checks a board before it is saved: errors prevent it, warnings do not', async () => {
    const { id } = await addBoard(admin, [
      makeTile({ type: 'openCalls', w: 9, h: 11 }),
      makeTile({ type: 'orderProgress', x: 9, w: 10, h: 8 }),
      makeTile({ type: 'note', y: 11, w: 6, h: 13, settings: { noteTitle: 'Safety', noteText: 'Glasses' } }),
    ]);
    const { designer } = await openDesigner(id);
    const { page, keys } = designer;
    const dialog = page.getByRole('dialog');
    await designer.findTiles().nth(1).click();
    await keys.press('ArrowLeft', 'Control+s');
    await dialog.getByText(say('checkHasErrors')).waitFor();
    expect(await dialog.getByRole('button', { name: say('saveAnyway') }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: say('backToDesign') }).click();
    await dialog.waitFor({ state: 'detached' });
    await keys.press('ArrowRight', 'Escape');

    // The text is too small for readers at six metres.
    await page.getByRole('textbox', { name: say('distanceMetres') }).fill('6');
    await keys.press('Control+s');
    const warning = say('finding.textTooSmall', { text: 42, inches: 55, metres: 6, min: 63, preferred: 86 });
    await dialog.getByText(warning).waitFor();
    await dialog.getByRole('button', { name: say('saveAnyway') }).click();
    await designer.waitUntilSaved();
    const { board } = await readBoard(id);
    expect(board.theme).toEqual({ text: 42, screenInches: 55, distanceMetres: 6 });
    expect(board.tiles[1]!.x).toBe(9);

    // In its smallest size, the widget has no room for its content.
    await designer.findTiles().nth(2).click();
    await page.getByRole('textbox', { name: say('tileHeight') }).fill('2');
    await page.getByRole('textbox', { name: say('tileWidth') }).fill('2');
    await page.getByRole('button', { name: say('checkWarnings', { count: 2 }) }).click();
    const tileText = say('tileAt', { title: '文字', x: 1, y: 12 });
    await dialog.getByText(say('finding.tileCut', { tiles: tileText })).waitFor();
  });

  test('shows what somebody else has saved meanwhile, and lets the user choose', async () => {
    const addedBoard = await addBoard(admin, [makeTile({ type: 'openCalls', w: 9, h: 11 })]);
    const { designer, allowErrors } = await openDesigner(addedBoard.id);
    const { page, keys } = designer;
    allowErrors(REFUSED_CALL_PATTERN);
    const dialog = page.getByRole('dialog');

    // Without unsaved changes, the designer shows what another user saves.
    const movedTile = makeTile({ type: 'openCalls', x: 3, w: 9, h: 11 });
    const secondEdition = await writeBoard(admin, addedBoard, [movedTile]);
    await designer.waitForTiles([formatTilePlace('openCalls', 4, 1, 9, 11)]);

    await designer.findTiles().first().click();
    await keys.press('ArrowDown');
    const thirdEdition = await writeBoard(admin, secondEdition, [
      movedTile,
      makeTile({ type: 'latestReports', x: 12, w: 12, h: 8 }),
    ]);
    await page.getByText(say('boardSavedElsewhere')).waitFor();
    await keys.press('Control+s');
    await dialog
      .getByText(say('difference.tileAdded', { title: say('latestReports'), x: 13, y: 1 }))
      .waitFor();
    await dialog
      .getByText(say('difference.tileMoved', { title: say('openCalls'), x: 4, y: 1, toX: 4, toY: 2 }))
      .waitFor();
    await dialog.getByRole('button', { name: say('takeTheirs') }).click();
    await designer.waitForTiles([
      formatTilePlace('openCalls', 4, 1, 9, 11),
      formatTilePlace('latestReports', 13, 1, 12, 8),
    ]);

    // The version of this user replaces the version of the other user.
    await designer.findTiles().first().click();
    await keys.press('ArrowDown');
    await writeBoard(admin, thirdEdition, [movedTile]);
    await page.getByText(say('boardSavedElsewhere')).waitFor();
    await keys.press('Control+s');
    await dialog.getByRole('button', { name: say('keepMine') }).click();
    await designer.waitUntilSaved();
    const { board, edition, version } = await readBoard(addedBoard.id);
    expect([board.tiles.length, board.tiles[0]!.y, edition]).toEqual([2, 1, 5]);

    // The version of this user becomes a new board.
    await keys.press('ArrowDown');
    await writeBoard(admin, { id: addedBoard.id, version }, [movedTile]);
    await page.getByText(say('boardSavedElsewhere')).waitFor();
    await keys.press('Control+s');
    await dialog.getByRole('button', { name: say('keepAsCopy') }).click();
    await page.waitForURL((url) => url.pathname !== `/board/${addedBoard.id}/edit`);
    const copyId = Number(/\/board\/(\d+)\/edit/.exec(page.url())![1]);
    await page
      .getByRole('heading', { level: 1, name: say('copyOfBoard', { name: addedBoard.name }) })
      .waitFor();
    expect((await readBoard(copyId)).board.tiles[0]!.y).toBe(2);
    expect((await readBoard(addedBoard.id)).board.tiles).toHaveLength(1);
  });
});
