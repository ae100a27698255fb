import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { buildSourceKey } from '#shared/kernel/live.ts';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { formatLocalTime } from '#shared/rules/wall-clock.ts';
import { packFrame } from '#server/recording/frame-content.ts';
import { beginRecordings, extendRecordings, writeFrames } from '#server/recording/write-recording.ts';
import { addBoard, makeTile } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { say } from './designer-page.ts';
import { logIn } from './log-in.ts';

const SCREEN_SIZE = { width: 1920, height: 1080 };
const ZONE = 'Asia/Shanghai';
const MINUTE_MS = 60_000;
/** The minutes in which nothing was recorded. */
const GAP = { from: 20, until: 30 };
const REPORTS_TILE = makeTile({ type: 'latestReports', w: 24, h: 24 });
const SOURCE_PARAMS = { limit: '20' };

/** Returns the code of the order that the only row shows in a minute of the recording. */
const getOrderCode = (minute: number): string => `M-${String(minute).padStart(2, '0')}`;

describeJourneys('A recorded board', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let boardId: number;
  /** The beginning of the recording, at a full minute. */
  const startMs = (Math.floor(Date.now() / MINUTE_MS) - 65) * MINUTE_MS;
  const toTime = (minute: number) => new Date(startMs + minute * MINUTE_MS).toISOString();
  const toLocalTime = (minute: number) => formatLocalTime(toTime(minute), ZONE);

  /** Records a row that changes every minute. */
  async function recordMinutes(fromMinute: number, untilMinute: number): Promise<void> {
    const { db } = server.connection;
    const { factoryId } = decodeUser(await admin.call<AnyUserAnswer>('/mes/login/current'));
    const source = buildSourceKey(factoryId, '/mes/form/latestReports', SOURCE_PARAMS);
    const [recordingId] = await beginRecordings(db, factoryId, [
      { source, startedAt: toTime(fromMinute), problem: null },
    ]);
    const makeRow = (minute: number) => ({
      ...{
        id: 1,
        at: toTime(minute),
        orderCode: getOrderCode(minute),
        partName: 'Shaft',
        processName: 'Turning',
      },
      ...{ deviceName: null, people: 'Li', kind: 'finish', good: minute, scrap: 0, seconds: 60 },
    });
    const frames = await Promise.all(
      Array.from({ length: untilMinute - fromMinute }, async (_, index) => {
        const minute = fromMinute + index;
        const content =
          index === 0
            ? { rowKey: ['id'], rows: [makeRow(minute)] }
            : { upsert: [makeRow(minute)], remove: [] };
        return {
          ...{ recordingId: recordingId!, at: toTime(minute), isKey: index === 0, intervalSeconds: 2 },
          content: await packFrame(JSON.stringify(content)),
        };
      }),
    );
    await writeFrames(db, factoryId, frames);
    await extendRecordings(db, factoryId, [{ id: recordingId!, until: toTime(untilMinute) }]);
  }

  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'off', MES_RATE_LIMIT: '0' });
    admin = await server.caller().logIn();
    boardId = (await addBoard(admin, [REPORTS_TILE])).id;
    await server.connection.pool.query('update board_version set saved_at = $1', [toTime(-10)]);
    await recordMinutes(0, GAP.from);
    await recordMinutes(GAP.until, 66);
  });
  afterAll(() => server?.close());

  const openBoard = async (path: string): Promise<Page> => {
    const { page } = await windows.open(`${server.url}${path}`, SCREEN_SIZE);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    return page;
  };
  const openPlayback = async (minute: number): Promise<Page> => {
    const page = await openBoard(`/board/${boardId}/playback?at=${toTime(minute)}`);
    await page.locator('.playback-band').waitFor();
    return page;
  };
  /** Reads the played time, the tile and the clock of the wall at one moment. */
  const readScreen = (page: Page) =>
    page.evaluate(() => ({
      at: document.querySelector('.playback-band time')?.getAttribute('datetime') ?? '',
      tile: document.querySelector('.tile-body')?.textContent ?? '',
      clock: document.querySelector('.wall-clock')?.textContent ?? '',
    }));
  const goTo = async (page: Page, time: string) => {
    await page.getByRole('textbox', { name: say('playbackTime'), exact: true }).fill(time);
    await page.keyboard.press('Enter');
  };
  const waitForText = (page: Page, text: string) => page.locator('.tile-body', { hasText: text }).waitFor();

  test('is played back for an hour, and every minute shows what was recorded in it', async () => {
    const page = await openBoard(`/board/${boardId}`);
    await page.locator('.wall-head').waitFor();
    await page.mouse.move(100, 100);
    await page.getByRole('link', { name: say('playBack'), exact: true }).click();
    const band = page.locator('.playback-band');
    await band.waitFor();
    expect(await band.textContent()).toContain(say('playbackNotLive'));
    await goTo(page, toLocalTime(3).slice(11, 16));
    await waitForText(page, getOrderCode(3));
    await page.getByRole('button', { name: '×60', exact: true }).click();
    await page.getByRole('button', { name: say('play'), exact: true }).click();

    const seenCodes = new Set<string>();
    let lastScreen = await readScreen(page);
    for (;;) {
      await page.waitForTimeout(300);
      const screen = await readScreen(page);
      const minute = (Date.parse(screen.at) - startMs) / MINUTE_MS;
      expect(screen.at >= lastScreen.at).toBe(true);
      // The band, the clock of the wall and the rows show the same moment.
      expect(formatLocalTime(screen.at, ZONE).slice(11, 16)).toBe(screen.clock.slice(-5));
      const isGap = minute > GAP.from && minute < GAP.until;
      if (isGap) expect(screen.tile).toContain(say('notRecorded'));
      // The first recording ends at the beginning of the gap, with the row of the minute before.
      const code = getOrderCode(minute === GAP.from ? GAP.from - 1 : Math.floor(minute));
      if (!isGap) expect([minute, screen.tile]).toEqual([minute, expect.stringContaining(code)]);
      seenCodes.add(isGap ? 'gap' : code);
      lastScreen = screen;
      if (minute >= 63) break;
    }
    // At ×60, 300 ms between two readings are 18 seconds of the recording, so few minutes are left out.
    expect(seenCodes.size).toBeGreaterThan(45);
    expect(seenCodes).toContain('gap');
    await page.getByRole('button', { name: say('pause'), exact: true }).click();
    const pausedScreen = await readScreen(page);
    await page.waitForTimeout(1000);
    expect(await readScreen(page)).toEqual(pausedScreen);

    await page.getByRole('link', { name: say('backToLive'), exact: true }).click();
    await page.waitForURL((url) => url.pathname === `/board/${boardId}`);
    // The live board has no reports, because only the recording has rows.
    await waitForText(page, say('noReportsYet'));
    expect(await page.locator('.playback-band').count()).toBe(0);
  });

  test('goes to a time within two seconds, by text field, scrubber or keys', async () => {
    const page = await openPlayback(60);
    await waitForText(page, getOrderCode(60));
    const beganAtMs = Date.now();
    await goTo(page, toLocalTime(14).slice(11, 16));
    await waitForText(page, getOrderCode(14));
    expect(Date.now() - beganAtMs).toBeLessThan(2000);
    // The address contains the time, so everybody who opens the address sees the same moment.
    await page.waitForURL((url) => url.searchParams.get('at') === toTime(14));

    await goTo(page, 'later');
    expect(await page.locator('.playback-time').getAttribute('aria-invalid')).toBe('true');
    expect((await readScreen(page)).at).toBe(toTime(14));

    const scrubber = page.getByRole('slider', { name: say('playbackPosition'), exact: true });
    await scrubber.fill(String(startMs + 40 * MINUTE_MS));
    await waitForText(page, getOrderCode(40));
    expect(await scrubber.getAttribute('aria-valuetext')).toBe(toLocalTime(40).replace('T', ' '));
    await scrubber.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await waitForText(page, getOrderCode(41));
    await page.keyboard.press('ArrowLeft');
    expect((await readScreen(page)).at).toBe(new Date(startMs + 41 * MINUTE_MS - 10_000).toISOString());
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: say('pause'), exact: true }).waitFor();
    await page.waitForTimeout(1500);
    const playedMs = Date.parse((await readScreen(page)).at) - (startMs + 41 * MINUTE_MS - 10_000);
    expect(playedMs).toBeGreaterThan(500);
    expect(playedMs).toBeLessThan(5000);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: say('play'), exact: true }).waitFor();

    // The strip has a bar for every minute with a change, and hatches the gap.
    const bars = page.locator('.playback-change');
    await expect.poll(() => bars.count()).toBeGreaterThan(20);
    expect(await page.locator('.playback-recorded').count()).toBe(2);
    const overflowPx = await page.evaluate(
      () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
    );
    expect(overflowPx).toBe(0);
  });
});
