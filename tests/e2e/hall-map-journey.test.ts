import { deflateSync, crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { addBoard, makeTile } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { DesignerPage, getBoxCenter, say } from './designer-page.ts';
import { logIn } from './log-in.ts';

const PLAN_SIZE = { width: 400, height: 200 };

/** Makes a chunk of a PNG file. */
function makeChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Makes a white PNG picture. */
function makePlan({ width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of the channels red, green and blue.
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 255)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    makeChunk('IHDR', header),
    makeChunk('IDAT', pixels),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

describeJourneys('The map of the hall', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'off' });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  const openWindow = async (path: string) => {
    const { page } = await windows.open(`${server.url}${path}`, { width: 1920, height: 1080 });
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    return page;
  };

  test('gets its plan by an upload; a device is placed by mouse and keyboard, and its state is live', async () => {
    const { id: deviceId } = await admin.send<{ id: number }>('/mes/system/basic/device/save', {
      code: 'MAP-1',
      name: 'Mill',
    });
    const settings = { planFile: null, placedDevices: [{ deviceId, x: 50, y: 50 }] };
    const board = await addBoard(admin, [makeTile({ type: 'hallMap', settings, w: 12, h: 12 })]);
    const page = await openWindow(`/board/${board.id}/edit`);
    await page.getByRole('listbox', { name: say('boardTiles') }).waitFor();
    const designer = new DesignerPage(page);
    await designer.findTiles().first().click();
    await page
      .locator('.settings-side input[type="file"]')
      .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: makePlan(PLAN_SIZE) });
    const mark = page.locator('.places-mark');
    await mark.waitFor();
    const plan = (await page.locator('.places-plan').boundingBox())!;
    // The plan does not extend beyond the window.
    expect(plan.x + plan.width).toBeLessThanOrEqual(1920);
    await designer.drag(mark, getBoxCenter, [plan.width / 4, plan.height / 4]);
    await mark.focus();
    await page.keyboard.press('ArrowLeft');
    const readCell = (column: number) =>
      page
        .locator('.places-input tbody tr')
        .first()
        .locator('input[inputmode="decimal"]')
        .nth(column)
        .inputValue();
    await expect.poll(async () => Math.abs(Number(await readCell(0)) - 74.5)).toBeLessThan(1);
    await expect.poll(async () => Math.abs(Number(await readCell(1)) - 75)).toBeLessThan(1);
    await designer.save();

    const wall = await openWindow(`/board/${board.id}`);
    const device = wall.locator(`[data-device="${deviceId}"]`);
    await expect.poll(() => device.textContent()).toContain('MAP-1');
    const leftPercent = await device.evaluate((element) => Number.parseFloat(element.style.insetInlineStart));
    expect(Math.abs(leftPercent - 74.5)).toBeLessThan(1);
    // The map follows the state of the device.
    await admin.send('/mes/system/basic/device/save', { id: deviceId, version: 1, status: 'repair' });
    await expect.poll(() => device.textContent()).toContain(say('down'));
  });
});
