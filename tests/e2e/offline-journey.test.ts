import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatSignedFigure } from '#boards/kit/drawing/figure.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startCuttableProxy, type CuttableProxy } from '#tests/support/cuttable-proxy.ts';
import { makeTablet } from '#tests/support/tablet.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { setUpTablet, typeBarcode } from './terminal.ts';
import { Wall } from './wall.ts';
import { translate } from './translate.ts';

const HOUR_MS = 3_600_000;

/** Waits until the service worker has stored the page, so that the page opens without network. */
const waitUntilPageIsStored = (page: Page) =>
  page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration('/terminal'))?.active?.state === 'activated',
  );

/**
 * Makes the browser's database refuse more data, as on a full disk. @returns a function that makes room again
 */
async function fillDisk(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function addAndAbort(...args) {
      const request = add.apply(this, args);
      this.transaction.abort();
      return request;
    };
    Object.assign(window, { makeRoom: () => (IDBObjectStore.prototype.add = add) });
  });
  return () => page.evaluate(() => (window as unknown as { makeRoom: () => void }).makeRoom());
}

describeJourneys('A terminal without network', (windows, database) => {
  let server: TestServer;
  let proxy: CuttableProxy;
  let admin: Caller;
  let worker: TestWorker;
  let groupId: number;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    proxy = await startCuttableProxy(server.url);
    admin = await server.caller().logIn();
    groupId = (
      await admin.send<{ id: number }>('/mes/system/basic/group/save', { code: 'G', name: '车削组' })
    ).id;
    worker = await hireWorker(admin, '王建国', ['TASK_REPORT'], { workGroupId: groupId });
    await admin.send('/mes/system/basic/terminal/save', {
      code: 'T-1',
      name: '一号终端',
      workGroupId: groupId,
    });
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.close();
  });

  const readProgress = async (processId: number) =>
    (await admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!;
  const setUp = async (page: Page) => {
    await page.goto(`${proxy.url}/login`);
    await setUpTablet(page, 'T-1', { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
  };
  const identifyWorker = async (page: Page, person: TestWorker) => {
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', person.badge);
    await page.getByRole('button', { name: person.name, exact: true }).waitFor();
  };
  const readReports = async (processIds: number[]) =>
    (
      await server.connection.pool.query<{
        source: string;
        kind: string;
        time_corrected: boolean;
        started_at: string;
        ended_at: string;
        good: string;
      }>(
        `select source, kind, time_corrected, started_at, ended_at, good from work_report
          where process_id = any($1) order by started_at`,
        [processIds],
      )
    ).rows;

  test('reports a start and a finish, is switched off, opens again, and sends both once', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'OFF', 12, ['粗车', '精车']);
    const tablet = await makeTablet();
    windows.closeCallbacks.push(tablet.closeAndDelete);
    let page = await tablet.open();
    await setUp(page);
    await identifyWorker(page, worker);
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'OFF-01');
    const startButton = (quantity: number) =>
      page.getByRole('button', { name: translate('startNow', { quantity }) });
    const finishButton = (quantity: number) =>
      page.getByRole('button', { name: translate('finishNow', { quantity }) });
    await startButton(12).waitFor();
    await waitUntilPageIsStored(page);

    // A wall with a network watches the order.
    const { page: wallPage } = await windows.open(server.url + Wall.path, Wall.size);
    const wall = await Wall.open(wallPage, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await wall.findTile('orderProgress').getByText('OFF').first().waitFor();

    await proxy.cut();
    await page.getByRole('button', { name: translate('minutesAgo', { minutes: 30 }) }).click();
    // While the disk is full, the terminal says that it could not store the report. When the disk has room
    // again, the terminal stores the report.
    const makeRoom = await fillDisk(page);
    await startButton(12).click();
    await page.getByText(translate('notKeptHere', { count: 1 })).waitFor();
    expect(await page.getByText(translate('waitingToSend', { count: 1 })).count()).toBe(0);
    await makeRoom();
    await page.getByText(translate('notKeptHere', { count: 1 })).waitFor({ state: 'detached' });
    await page.getByText(translate('waitingToSend', { count: 1 })).waitFor();
    await finishButton(12).click();
    await page.getByText(translate('waitingToSend', { count: 2 })).waitFor();
    expect(await readProgress(processIds[0]!)).toMatchObject({ state: 'notStarted', good: 0 });

    await tablet.close();
    page = await tablet.open();
    await page.goto(`${proxy.url}/terminal`);
    await page.getByText(translate('waitingToSend', { count: 2 })).waitFor();
    await page.getByRole('button', { name: new RegExp(translate('unsentList')) }).click();
    const unsentReports = page.getByRole('list', { name: translate('unsentList') }).getByRole('listitem');
    expect(await unsentReports.count()).toBe(2);
    expect(await unsentReports.first().innerText()).toContain(translate('startNow', { quantity: 12 }));
    // The next process can begin, because the terminal takes its own unsent reports into account.
    await page.getByRole('button', { name: worker.name, exact: true }).click();
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'OFF-01');
    await page.getByRole('button', { name: /精车/ }).first().click();
    await startButton(12).waitFor();
    // The terminal shows a message for a card that this device has never loaded.
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'NEVER-01');
    await page.getByText(translate('unknownOffline', { code: 'NEVER-01' })).waitFor();

    const waitForRow = await wall.watchRow('latestReports', [
      'OFF',
      worker.name,
      formatSignedFigure(12, DEFAULT_LANG),
    ]);
    await proxy.restore();
    await page.getByText(translate('waitingToSend', { count: 2 })).waitFor({ state: 'hidden' });
    expect(await waitForRow()).not.toBeNaN();
    expect(await wall.hasPageStayedOpen()).toBe(true);
    expect(await readProgress(processIds[0]!)).toMatchObject({ state: 'completed', good: 12 });
    const reports = await readReports(processIds);
    expect(reports).toMatchObject([{ kind: 'finish', source: 'offline', time_corrected: false }]);
    expect(Date.parse(reports[0]!.ended_at) - Date.parse(reports[0]!.started_at)).toBeGreaterThan(
      29 * 60_000,
    );
  });

  test('sends 200 reports of an hour once each, with a clock 3 hours ahead and two power cuts', async () => {
    const PEOPLE = 5;
    const PIECE_COUNT = 20;
    const people: TestWorker[] = [];
    const processIds: number[] = [];
    const partIds: number[] = [];
    for (let index = 0; index < PEOPLE; index++) {
      people.push(await hireWorker(admin, `工人${index}`, ['TASK_REPORT'], { workGroupId: groupId }));
      const order = await createAndReleaseOrder(admin as never, `HOUR-${index}`, PIECE_COUNT, ['粗车']);
      processIds.push(order.processIds[0]!);
      partIds.push(order.partId);
    }
    const tablet = await makeTablet();
    windows.closeCallbacks.push(tablet.closeAndDelete);
    const CLOCK_AHEAD_MS = 3 * HOUR_MS;
    let page = await tablet.open(CLOCK_AHEAD_MS);
    await setUp(page);
    for (const person of people) await identifyWorker(page, person);
    await waitUntilPageIsStored(page);
    await proxy.cut();

    // The reports that the terminal stores during this hour. Each person starts and finishes one piece after the other.
    const beganMs = Date.now() - HOUR_MS;
    const reports = people.flatMap((person, index) =>
      Array.from({ length: PIECE_COUNT }, (_, piece) => {
        const startMs = beganMs + piece * 170_000;
        const placeholderId = -(1000 * (index + 1) + piece + 1);
        const makeQueuedReport = (verb: 'start' | 'finish', pressedMs: number, fields: object) => ({
          id: `00000000-0000-4000-8000-${String(index).padStart(4, '0')}${String(piece).padStart(4, '0')}${verb === 'start' ? '0001' : '0002'}`,
          path: `/mes/report/${verb}`,
          fields,
          time: { field: 'at', minutesAgo: 0 },
          employeeId: person.id,
          name: person.name,
          token: 'known by the person',
          processId: processIds[index],
          partId: partIds[index],
          at: new Date(pressedMs).toISOString(),
          pressed: `${verb} ${piece}`,
          place: `HOUR-${index}`,
          clock: {
            deviceMs: pressedMs + CLOCK_AHEAD_MS,
            offsetMs: -CLOCK_AHEAD_MS,
            isOffsetTrusted: true,
            lastServerMs: beganMs - 1000,
            page: 'an earlier page',
            monotonicMs: 0,
          },
          ...(verb === 'start' ? { placeholderId } : {}),
          attempts: [],
          pressedMs,
        });
        return [
          makeQueuedReport('start', startMs, { processId: processIds[index], quantity: 1, source: 'kiosk' }),
          makeQueuedReport('finish', startMs + 90_000, { reportId: placeholderId, good: 1 }),
        ];
      }).flat(),
    );
    expect(reports).toHaveLength(200);
    reports.sort((a, b) => a.pressedMs - b.pressedMs);
    await page.evaluate(async (rows) => {
      const openRequest = indexedDB.open('mes.floor');
      await new Promise((resolve) => openRequest.addEventListener('success', resolve));
      const transaction = openRequest.result.transaction('queued', 'readwrite');
      for (const row of rows) transaction.objectStore('queued').add(row);
      await new Promise((resolve) => transaction.addEventListener('complete', resolve));
      openRequest.result.close();
    }, reports);

    // Meanwhile somebody else makes five pieces of the last order, so that there is no work for five of the reports.
    const otherWorker = await hireWorker(admin, '别人', ['TASK_REPORT', 'TASK_REPORT_TEAM']);
    await admin.send('/mes/report/record', {
      processId: processIds[PEOPLE - 1],
      good: 5,
      minutes: 10,
      people: [{ employeeId: otherWorker.id, ratio: null }],
    });

    const countFiledReports = async () => {
      const { rows } = await server.connection.pool.query<{ count: string }>(
        `select count(*) from request_once where request_id::text like '00000000-0000-4000-8000-%'`,
      );
      return Number(rows[0]!.count);
    };
    await proxy.restore();
    for (const minFiledCount of [20, 90]) {
      page = await tablet.open(CLOCK_AHEAD_MS);
      await page.goto(`${proxy.url}/terminal`);
      await expect.poll(countFiledReports).toBeGreaterThanOrEqual(minFiledCount);
      await tablet.close();
    }
    page = await tablet.open(CLOCK_AHEAD_MS);
    await page.goto(`${proxy.url}/terminal`);
    await expect.poll(countFiledReports).toBe(190);
    await page.getByRole('button', { name: people[PEOPLE - 1]!.name, exact: true }).click();
    const notice = page.getByRole('alertdialog');
    await notice.getByText(translate('whatToDoRefused')).waitFor();
    await expect.poll(() => notice.getByRole('listitem').count()).toBe(10);

    const bookedReports = (await readReports(processIds)).filter(({ source }) => source === 'offline');
    expect(bookedReports).toHaveLength(95);
    expect(bookedReports.every((report) => report.kind === 'finish' && report.time_corrected)).toBe(true);
    const latestReport = bookedReports.at(-1)!;
    expect(
      Math.abs(Date.parse(latestReport.started_at) - (beganMs + (PIECE_COUNT - 1) * 170_000)),
    ).toBeLessThan(5 * 60_000);
    for (const processId of processIds)
      expect(await readProgress(processId)).toMatchObject({ state: 'completed', good: PIECE_COUNT });
    const remainingReports = await page.evaluate(async () => {
      const openRequest = indexedDB.open('mes.floor');
      await new Promise((resolve) => openRequest.addEventListener('success', resolve));
      const request = openRequest.result.transaction('queued').objectStore('queued').count();
      await new Promise((resolve) => request.addEventListener('success', resolve));
      return request.result;
    });
    expect(remainingReports).toBe(0);
  });
});
