import type { Response } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figure, formatSignedFigure } from '#boards/kit/drawing/figure.ts';
import { toLocalDay, DEFAULT_TIME_ZONE } from '#client/kit/words/formats.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { fillWithDemo } from '#tests/support/demo-database.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { chooseLang, logIn } from './log-in.ts';
import { OrderPages } from './order-page.ts';
import { Wall } from './wall.ts';

/** The name of the demonstration factory's administrator. */
const ADMIN_NAME = '管理员';
/** Maximum delay from the server's response until the wall shows the report, in milliseconds. */
const MAX_DELAY_MS = 1000;
const REPORTED_QUANTITY = 12;

/** Waits for the end of a response. Returns the time at which its last byte arrived, in epoch milliseconds. */
async function responseEndOf(response: Response): Promise<number> {
  await response.finished();
  const { startTime, responseEnd } = response.request().timing();
  return startTime + responseEnd;
}

/** Each language has its own operator because a person cannot have two reports at the same time. */
const OPERATORS: readonly { lang: Lang; person: string }[] = [
  { lang: 'zh_CN', person: '周强' },
  { lang: 'en_US', person: '吴敏' },
  { lang: 'ja_JP', person: '孙浩' },
];

describeJourneys('From log-in to the wall', (windows, database) => {
  let server: TestServer;
  beforeAll(async () => {
    await fillWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on', MES_CAPTCHA: 'on' });
  });
  afterAll(() => server?.close());
  const admin = { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE };

  for (const { lang, person } of OPERATORS) {
    test(`log in, order, release, report, and the wall moves: in ${lang}`, async () => {
      const say = (key: TermKey, params?: Record<string, unknown>) => translateTerm(lang, key, params);
      const code = `J-${lang}`;
      const work = '去毛刺';

      const hanging = await windows.open(`${server.url}${Wall.path}`, Wall.size);
      await chooseLang(hanging.page, lang);
      const wall = await Wall.open(hanging.page, lang, admin);
      await wall.tile('latestReports').getByText('+').first().waitFor();

      const { page } = await windows.open(`${server.url}/login`);
      await chooseLang(page, lang);
      await logIn(page, lang, admin);
      await page.getByRole('heading', { level: 1, name: say('greeting', { name: ADMIN_NAME }) }).waitFor();

      const orders = new OrderPages(page, lang, DEFAULT_TIME_ZONE);
      await orders.openList();
      await orders.addOrder({
        code,
        name: '阀块',
        quantity: REPORTED_QUANTITY,
        dueDate: toLocalDay(DEFAULT_TIME_ZONE),
      });
      await orders.addProcess(work, '装配组');
      await orders.release();

      const started = await wall.watchRow('latestReports', [code, person, say('start')]);
      const [startAnswer] = await Promise.all([
        page.waitForResponse('**/mes/report/start'),
        orders.start(work, ADMIN_NAME, person, 5),
      ]);
      const startMs = (await started()) - (await responseEndOf(startAnswer));
      await orders.stateLabel(orders.card(10, work), 'processing').waitFor();

      const actual = wall.tile('outputToday').getByRole('definition').nth(1);
      const before = Number((await actual.textContent())!.replaceAll(/\D/g, ''));
      const finish = await orders.openFinish(work, person);
      const finished = await wall.watchRow('latestReports', [
        code,
        person,
        formatSignedFigure(REPORTED_QUANTITY, lang),
      ]);
      const [finishAnswer] = await Promise.all([page.waitForResponse('**/mes/report/finish'), finish()]);
      const finishMs = (await finished()) - (await responseEndOf(finishAnswer));
      console.log(
        `${lang}: on the wall ${Math.round(startMs)} ms after the start, ${Math.round(finishMs)} ms after the finish was answered`,
      );
      expect(startMs).toBeLessThan(MAX_DELAY_MS);
      expect(finishMs).toBeLessThan(MAX_DELAY_MS);

      // Today's output grew by the quantity, and the order shows that it is completed.
      await wall
        .tile('outputToday')
        .getByText(figure(before + REPORTED_QUANTITY, lang), { exact: true })
        .waitFor();
      await page.getByRole('heading', { level: 1, name: code }).waitFor();
      await orders.stateLabel(orders.card(10, work), 'completed').waitFor();
      await page.getByText(say('allDone'), { exact: true }).waitFor();
      expect(await wall.hasStayed()).toBe(true);
    });
  }
});
