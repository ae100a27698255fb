import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';
import { Wall } from './wall.ts';

const PHONE_SIZE = { width: 390, height: 844 };
const PORTRAIT_SIZE = { width: 1080, height: 1920 };
/** The minimum width of the text that says what an alarm is about, in pixels. */
const MIN_TEXT_WIDTH_PX = 40;
const RULE_NAME = '呼叫过多';
/** The longest time from an event until walls show it, in milliseconds. */
const MAX_DELAY_MS = 5000;

const findFiringBand = (page: Page) => page.locator('.wall-alarm.is-firing');

/** Starts to count the sounds of a page, each of three tones. Call it before the page is opened. */
async function countSounds(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const countingWindow = window as unknown as { toneCount: number };
    countingWindow.toneCount = 0;
    const makeTone = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function createCountedOscillator() {
      countingWindow.toneCount += 1;
      return makeTone.call(this);
    };
    AudioContext.prototype.resume = () => Promise.resolve();
  });
  return () => page.evaluate(() => (window as unknown as { toneCount: number }).toneCount / 3);
}

describeJourneys('An alarm', (windows, database) => {
  let server: AdminServer;
  beforeAll(async () => {
    server = await startAdminServer(database);
  });
  afterAll(() => server?.close());

  test('fires by its rule, sounds once, and all walls go quiet when it is acknowledged on a phone', async () => {
    const { admin } = server;
    const signedInWindow = await windows.open('about:blank', Wall.size);
    const countWallSounds = await countSounds(signedInWindow.page);
    await signedInWindow.page.goto(`${server.url}${Wall.path}`);
    await Wall.open(signedInWindow.page, DEFAULT_LANG, TEST_ADMIN);
    const signedInWall = signedInWindow.page;

    const { page: pairedWall } = await windows.open(`${server.url}/wall`, Wall.size);
    const code = await pairedWall.getByLabel(translate('pairingCode'), { exact: true }).textContent();
    const screen = await admin.call<{ id: number }>('/mes/screen/save', { name: '东墙' });
    await admin.call('/mes/screen/pair', { screenId: screen.id, code });
    await pairedWall.getByRole('region', { name: translate('openCalls'), exact: true }).waitFor();

    const { page: phone } = await windows.open(`${server.url}/`, PHONE_SIZE);
    await logIn(phone, DEFAULT_LANG, TEST_ADMIN);
    const findBell = (count: number) =>
      phone.getByRole('link', { name: translate('alarmsBadge', { count }) });
    await findBell(0).waitFor();

    await admin.call('/mes/system/alarmRule/save', {
      name: RULE_NAME,
      measure: 'openCallCount',
      limitValue: 1,
      severity: 'critical',
    });
    const type = await admin.call<{ id: number }>('/mes/system/classify/save', {
      classId: 'abnormalType',
      code: 'T1',
      name: '缺料',
    });
    const device = await admin.call<{ id: number }>('/mes/system/basic/device/save', {
      code: 'D1',
      name: '车床',
    });
    const raisedAtMs = Date.now();
    const call = await admin.call<{ id: number; version: number }>('/mes/andon/raise', {
      typeId: type.id,
      deviceId: device.id,
    });
    const walls = [signedInWall, pairedWall];
    for (const wall of walls) await findFiringBand(wall).getByText(RULE_NAME).waitFor();
    console.log(`An alarm is on the walls ${Date.now() - raisedAtMs} ms after the call was raised`);
    expect(Date.now() - raisedAtMs).toBeLessThan(MAX_DELAY_MS);
    await expect.poll(countWallSounds).toBe(1);
    // A paired screen belongs to nobody, so only the wall of a signed-in person has the button.
    const acknowledgeName = translate('actOf', {
      what: translate('acknowledge'),
      name: `${translate('wholeFactory')} · ${RULE_NAME}`,
    });
    expect(await signedInWall.locator('.wall-alarm-button').count()).toBe(1);
    expect(await pairedWall.getByRole('button', { name: translate('acknowledge') }).count()).toBe(0);
    for (const wall of walls)
      expect(
        await findFiringBand(wall).evaluate((band) => getComputedStyle(band, '::after').animationName),
      ).toBe('wall-alarm-flash');

    await findBell(1).click();
    const card = phone.getByRole('article', { name: `${RULE_NAME} ${translate('wholeFactory')}` });
    await card.waitFor();
    // The page does not scroll sideways, so the button is in reach.
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      PHONE_SIZE.width,
    );
    const acknowledgedAtMs = Date.now();
    await card.getByRole('button', { name: acknowledgeName }).click();
    for (const wall of walls) await findFiringBand(wall).waitFor({ state: 'detached' });
    console.log(`All walls are quiet ${Date.now() - acknowledgedAtMs} ms after the touch`);
    expect(Date.now() - acknowledgedAtMs).toBeLessThan(MAX_DELAY_MS);
    for (const wall of walls)
      await wall
        .locator('.wall-alarm.is-quiet')
        .getByText(/已响应/)
        .first()
        .waitFor();
    await card.getByText(translate('acknowledged')).waitFor();
    expect(await card.getByRole('button').count()).toBe(0);

    // Nothing sounds again, and the alarm disappears when its cause has gone.
    await admin.call('/mes/andon/cancel', { id: call.id, version: call.version, reason: '已送到' });
    for (const wall of walls) await wall.locator('.wall-alarm').waitFor({ state: 'detached' });
    await card.waitFor({ state: 'detached' });
    await findBell(0).waitFor();
    expect(await countWallSounds()).toBe(1);

    const { rows } = await admin.call<PageAnswer<Entity<'alarm'>>>('/mes/alarm/page', {});
    expect(rows).toMatchObject([{ name: RULE_NAME, state: 'resolved' }]);
    expect(rows[0]!.acknowledgedAt).not.toBeNull();
    await phone
      .getByRole('link', { name: translate('alarms') })
      .first()
      .click();
    await phone.getByText(RULE_NAME).first().waitFor();
  });

  test('fits an upright wall, and is acknowledged at the wall by a person who is signed in there', async () => {
    const { admin } = server;
    await admin.call('/mes/system/alarmRule/save', {
      name: '计划',
      measure: 'attainmentByNow',
      limitValue: 0,
    });
    const { page } = await windows.open(`${server.url}${Wall.path}`, Wall.size);
    await Wall.open(page, DEFAULT_LANG, TEST_ADMIN);
    await findFiringBand(page).getByText('计划').waitFor();
    for (const size of [PORTRAIT_SIZE, Wall.size]) {
      await page.setViewportSize(size);
      await expect
        .poll(() =>
          findFiringBand(page).evaluate(
            (band) =>
              band.lastElementChild!.getBoundingClientRect().right - band.getBoundingClientRect().right,
          ),
        )
        .toBeLessThanOrEqual(0);
      const textBox = await page.locator('.wall-alarm-what').boundingBox();
      expect(textBox!.width).toBeGreaterThan(MIN_TEXT_WIDTH_PX);
    }
    await page.locator('.wall-alarm-button').click();
    await page.locator('.wall-alarm.is-quiet').waitFor();
    expect(await findFiringBand(page).count()).toBe(0);
  });
});
