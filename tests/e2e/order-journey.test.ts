import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatSignedFigure } from '#boards/kit/drawing/figure.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { makeOrderCode } from '#tests/support/plan-client.ts';
import { startPlanServer, type PlanServer } from '#tests/support/plan-server.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { makeWorkbook, type SheetRows } from '#tests/support/workbooks.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { findBatchButton, findListedProcess, setUpTablet, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';
import { Wall } from './wall.ts';

const FILE_NAME = '五月计划.xlsx';
/** The quantities of the two orders that are made in the journey. */
const FLANGES = 20;
const COVER_COUNT = 12;

describeJourneys('A plan file', (windows, database) => {
  let floor: PlanServer;
  let worker: TestWorker;
  beforeAll(async () => {
    floor = await startPlanServer(database);
    worker = await hireWorker(floor.server.admin, '王建国', ['TASK_REPORT']);
    await floor.server.admin.call('/mes/system/basic/terminal/save', { code: 'T-1', name: '一号终端' });
  });
  afterAll(() => floor?.server.close());

  /** Makes a plan of three orders. The last order has an assembly with two parts. */
  const makePlan = (codes: readonly string[], craft: string): Buffer => {
    const rows: SheetRows = [
      ['工单号', '工单名称', '工单数量', '交期', '零件编码', '零件名称', '上级零件编码', '工艺路线'],
      [codes[0]!, '法兰', FLANGES, '2031-05-20', 'F-20', '法兰', null, '车→铣'],
      [codes[1]!, '端盖', COVER_COUNT, '2031-05-28', 'F-30', '端盖', null, '铣'],
      [codes[2]!, '减速机', 10, '2031-05-30', 'GB-100', '减速机总成', null, '装配'],
      [null, null, null, null, 'GB-110', '输出轴', 'GB-100', `车→${craft}→磨`],
      [null, null, null, null, 'GB-120', '轴承座', 'GB-100', '铣→磨'],
    ];
    return makeWorkbook({ 计划: rows });
  };
  const openImport = async (page: Page) => {
    await page.getByRole('button', { name: translate('importPlan'), exact: true }).click();
    return page.getByRole('dialog', { name: translate('importPlan') });
  };
  const chooseFile = (page: Page, buffer: Buffer) =>
    page.getByRole('dialog').locator('input[type=file]').setInputFiles({
      name: FILE_NAME,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    });
  const undoLastImport = async (page: Page) => {
    const row = page.getByRole('row').filter({ hasText: FILE_NAME }).first();
    await row.getByRole('button', { name: translate('undoPlanImport') }).click();
    await page
      .getByRole('dialog', { name: translate('undoPlanImport') })
      .getByRole('button', { name: translate('undoPlanImport') })
      .click();
  };
  const openWall = async (): Promise<Wall> => {
    const { page } = await windows.open(floor.server.url + Wall.path, Wall.size);
    return Wall.open(page, DEFAULT_LANG, TEST_ADMIN);
  };

  /** Imports the plan with one wrong cell, corrects it, undoes the import, and imports it again as released orders. */
  async function importPlan(page: Page, codes: readonly string[]): Promise<void> {
    const dialog = await openImport(page);
    await chooseFile(page, makePlan(codes, '没有的工艺'));
    await dialog.getByText(translate('importWrong', { count: 1 })).waitFor();
    expect(await dialog.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^计划\s+5\s+H\s*工艺路线\s+没有的工艺\s+找不到/),
    ]);

    await dialog.getByRole('button', { name: translate('importAnother') }).click();
    await chooseFile(page, makePlan(codes, '铣'));
    await dialog.getByText(translate('importFine')).waitFor();
    await dialog.getByText('车 → 铣 → 磨').waitFor();
    await dialog.getByRole('button', { name: translate('planWrite', { count: 3 }) }).click();
    await dialog.getByText(translate('planWritten', { orders: 3, parts: 5, processes: 9 })).waitFor();
    await dialog.getByRole('button', { name: translate('showPlanOrders') }).click();
    for (const code of codes) await page.getByText(code, { exact: true }).waitFor();

    await openImport(page);
    await undoLastImport(page);
    await page.getByText(translate('planImportIsUndone', { count: 3 })).waitFor();
    await page.getByText(codes[0]!, { exact: true }).waitFor({ state: 'detached' });

    await chooseFile(page, makePlan(codes, '铣'));
    await dialog.getByText(translate('planReleaseAtOnce')).click();
    await dialog.getByRole('button', { name: translate('planWrite', { count: 3 }) }).click();
    await dialog.getByText(translate('planReleased', { count: 3 })).waitFor();
    await dialog.getByRole('button', { name: translate('showPlanOrders') }).click();
    await page.getByText(codes[1]!, { exact: true }).waitFor();
  }

  /**
   * Splits, unpacks and combines the card of an order at a desk, looks at its genealogy, and prints it.
   * @returns its code
   */
  async function divideAndPrintCard(page: Page, code: string): Promise<string> {
    await page.getByRole('link', { name: code, exact: true }).click();
    const cards = page.getByRole('region', { name: new RegExp(`^${translate('processCards')}`) });
    const dialog = page.getByRole('dialog');
    const findRows = (quantity: number) =>
      cards.getByRole('row').filter({ has: page.getByRole('cell', { name: String(quantity), exact: true }) });
    const openCardDialog = (quantity: number, action: TermKey) =>
      findRows(quantity)
        .first()
        .getByRole('button', { name: translate(action), exact: true })
        .click();
    const submitDialog = (verb: TermKey) =>
      dialog.getByRole('button', { name: translate(verb), exact: true }).click();

    await openCardDialog(FLANGES, 'splitCardShort');
    await dialog.getByRole('textbox', { name: translate('splitQuantity') }).fill('8');
    await submitDialog('splitCard');
    await findRows(8).waitFor();
    await openCardDialog(12, 'unpackCardShort');
    await submitDialog('unpackCard');
    await findRows(6).nth(1).waitFor();
    await openCardDialog(8, 'combineCardsShort');
    const otherCards = dialog.getByRole('checkbox');
    await otherCards.nth(1).waitFor();
    for (const other of await otherCards.all()) await other.press('Space');
    await submitDialog('combineCards');
    await findRows(FLANGES).waitFor();
    await openCardDialog(FLANGES, 'genealogy');
    const movements = dialog.getByRole('table').filter({ hasText: translate('cardMovementKind') });
    // Two cards came from the split, two from the unpacking, and three went into the combined card.
    await expect.poll(() => movements.getByRole('row').count()).toBe(1 + 2 + 2 + 3);
    await dialog.getByRole('button', { name: translate('dismiss'), exact: true }).click();

    const cardCode = (await findRows(FLANGES).getByRole('rowheader').innerText()).trim();
    await page.getByRole('button', { name: translate('printCard'), exact: true }).click();
    await dialog.getByRole('heading', { name: cardCode }).waitFor();
    await submitDialog('print');
    await findRows(FLANGES).getByRole('cell', { name: '1', exact: true }).waitFor();
    return cardCode;
  }

  test('is corrected and imported; its orders are released, made and put into the warehouse, as a wall shows', async () => {
    const codes = [makeOrderCode(), makeOrderCode(), makeOrderCode()] as const;
    const wall = await openWall();
    const { page: desk, allowErrors } = await windows.open(`${floor.server.url}/order`);
    allowErrors(/409/);
    await logIn(desk, DEFAULT_LANG, TEST_ADMIN);
    const watchReport = (code: string, what: string) =>
      wall.watchRow('latestReports', [code, worker.name, what]);
    const watchOrder = (code: string, what: string) => wall.watchRow('orderProgress', [code, what]);
    const outputFigure = wall.findTile('outputToday').getByRole('definition').nth(1);
    const expectRowsShown = async (...waits: (() => Promise<number>)[]) => {
      for (const waitForRow of waits) expect(await waitForRow()).not.toBeNaN();
    };

    const waitForReleasedRow = await watchOrder(codes[0], `0/${FLANGES}`);
    await importPlan(desk, codes);
    await expectRowsShown(waitForReleasedRow);
    const cardCode = await divideAndPrintCard(desk, codes[0]);

    const { page: tablet } = await windows.open(`${floor.server.url}/login`, TABLET_SIZE);
    const pressButton = (name: string) => tablet.getByRole('button', { name, exact: true }).click();
    await setUpTablet(tablet, 'T-1', TEST_ADMIN);
    await typeBarcode(tablet, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await tablet.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await typeBarcode(tablet, TEST_ADMIN.factoryCode, 'CARD', cardCode);
    await pressButton(translate('minutesAgo', { minutes: 30 }));
    const waitForStartedRow = await watchReport(codes[0], translate('start'));
    await pressButton(translate('startNow', { quantity: FLANGES }));
    await expectRowsShown(waitForStartedRow);
    const waitForFinishedRow = await watchReport(codes[0], formatSignedFigure(FLANGES, DEFAULT_LANG));
    await pressButton(translate('finishNow', { quantity: FLANGES }));
    await expectRowsShown(waitForFinishedRow);

    // Both orders are milled together.
    await pressButton(translate('reportSeveral'));
    await tablet.getByRole('button', { name: new RegExp(`^${translate('groupQueue')}`) }).click();
    for (const part of ['法兰', '端盖']) await findListedProcess(tablet, new RegExp(`铣.*${part}`)).click();
    const waitForCoverRow = await watchReport(codes[1], translate('start'));
    await findBatchButton(tablet, 'start', FLANGES + COVER_COUNT).click();
    await expectRowsShown(waitForCoverRow);
    await floor.server.connection.pool.query(
      `update work_report set started_at = started_at - interval '10 minutes' where ended_at is null`,
    );
    await tablet.getByRole('button', { name: new RegExp(`^${translate('myWork')}`) }).click();
    for (const part of ['法兰', '端盖']) await findListedProcess(tablet, new RegExp(part)).click();
    const outputBefore = await outputFigure.textContent();
    const waitForCompletedRows = await Promise.all([
      watchOrder(codes[0], translate('completed')),
      watchOrder(codes[1], translate('completed')),
    ]);
    await findBatchButton(tablet, 'finish', FLANGES + COVER_COUNT).click();
    await expectRowsShown(...waitForCompletedRows);
    expect(await outputFigure.textContent()).not.toBe(outputBefore);

    // One order is put into the warehouse at the terminal, the other at the desk.
    await typeBarcode(tablet, TEST_ADMIN.factoryCode, 'CARD', `${codes[1]}-01`);
    await pressButton(`${translate('warehouseIn')} ${COVER_COUNT}`);
    await tablet
      .getByRole('dialog')
      .getByRole('button', { name: translate('warehouseIn'), exact: true })
      .click();
    await desk.getByRole('link', { name: translate('deskReporting'), exact: true }).click();
    const waitingRegion = desk.getByRole('region', { name: translate('warehouseWaiting') });
    await waitingRegion
      .getByRole('button', { name: translate('warehouseInOf', { name: `法兰 · ${codes[0]}` }) })
      .click();
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: translate('warehouseIn'), exact: true })
      .click();
    await waitingRegion.waitFor({ state: 'detached' });
    for (const [code, warehoused] of [
      [codes[0], FLANGES],
      [codes[1], COVER_COUNT],
    ] as const) {
      const order = await floor.findOrder(code);
      expect(order).toMatchObject({ state: 'completed', completedQuantity: warehoused });
      expect(await floor.readParts(order.id)).toMatchObject([{ warehouseStatus: 'allIn', warehoused }]);
    }
    expect(await wall.hasPageStayedOpen()).toBe(true);

    // The import cannot be undone any more.
    await desk.goto(`${floor.server.url}/order`);
    await openImport(desk);
    await undoLastImport(desk);
    const refusal = desk.getByRole('dialog', { name: translate('notDone') });
    await refusal.getByText(translate('error.planImportUsed', { count: 2 })).waitFor();
    await refusal.getByRole('link', { name: codes[0] }).waitFor();
    expect((await floor.findOrder(codes[2])).state).toBe('released');
  });
});
