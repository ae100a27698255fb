import { randomUUID } from 'node:crypto';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { logIn } from '../e2e/log-in.ts';
import { printRatio, printResult } from './expected.ts';
import { recordFrames } from './gantt-frames.ts';
import { BENCH_LOGIN } from './installation.ts';
import { applyPlan, computePlan, fillPlannedFactory, OPERATION_COUNT } from './planned-factory.ts';
import { runWithBrowser } from './with-browser.ts';

const VIEWPORT_SIZE = { width: 1920, height: 1080 };
/** The number of reports per second that the chart must show without delay (issue of planning). */
const REPORTS_PER_SECOND = 50;
const MEASURED_SECONDS = 8;
/**
 * The maximum size of a read of states, in KB. The page has read all states before, so a read has only
 * changes.
 */
const MAX_READ_KB = 20;

/**
 * Shows the plan of a factory in Chromium while people start work. The page receives the changes through the
 * feed, as in a factory.
 */
export const measureLiveGantt = (): Promise<void> =>
  runWithBrowser(
    async ({ url, browser, database, machine, folder }) => {
      console.log(`${machine}; ${OPERATION_COUNT} operations of a factory at work, 1920×1080, no GPU`);
      const client = new WireClient(url);
      await client.logIn(BENCH_LOGIN);
      await fillPlannedFactory(client, database);
      await applyPlan(client, await computePlan(client, 'planAfresh'));
      const processes = await database.query<{ id: string }>(
        `select p.id from process p join part t on t.id = p.part_id join work_order o on o.id = t.order_id
        where p.seq = 10 and o.state = 'released' order by p.id`,
      );
      const people = await database.query<{ id: string }>(
        `select id from employee where work_group_id is not null order by id`,
      );

      const page = await browser.newPage({ viewport: VIEWPORT_SIZE });
      await page.goto(`${url}/login`);
      await logIn(page, DEFAULT_LANG, BENCH_LOGIN);
      await page.locator('.navigation').waitFor();
      await page.goto(`${url}/plan/CycleSchedule?colouring=byOperationState`);
      const chart = page.getByRole('application', { name: translateTerm(DEFAULT_LANG, 'ganttChart') });
      await chart.waitFor();
      await chart.focus();
      await page.keyboard.press('0');
      await page.waitForTimeout(3000);
      const readsKb: number[] = [];
      page.on('response', (response) => {
        if (!response.url().endsWith('/mes/plan/schedule/states')) return;
        void response.body().then((body) => readsKb.push(body.length / 1024));
      });

      const failures: unknown[] = [];
      let reportCount = 0;
      const report = async (number: number): Promise<void> => {
        const employeeId = Number(people.rows[number % people.rows.length]!.id);
        const fields = {
          processId: Number(processes.rows[number]!.id),
          quantity: 1,
          people: [{ employeeId, ratio: null }],
        };
        await client.call('/mes/report/start', fields, randomUUID());
        reportCount += 1;
      };
      const reportForSeconds = async (): Promise<void> => {
        const calls: Promise<void>[] = [];
        const start = performance.now();
        for (let number = 0; number < REPORTS_PER_SECOND * MEASURED_SECONDS; number++) {
          const waitMs = start + (number * 1000) / REPORTS_PER_SECOND - performance.now();
          if (waitMs > 0) await new Promise((resume) => setTimeout(resume, waitMs));
          calls.push(report(number).catch((error: unknown) => void failures.push(error)));
        }
        await Promise.all(calls);
        if (failures.length > 0) throw new Error('A report failed', { cause: failures[0] });
        const rate = reportCount / ((performance.now() - start) / 1000);
        printRatio('live: reports per second', rate, REPORTS_PER_SECOND * 0.9);
      };
      await recordFrames({ page, browser, folder }, 'live', 2, reportForSeconds);
      await page.waitForTimeout(1500);
      if (readsKb.length === 0) throw new Error('The page has read no states');
      printResult('live: reads of states', readsKb.length, '', null);
      printResult('live: the largest read of states', Math.max(...readsKb), 'KB', MAX_READ_KB);
    },
    { serverVariables: { MES_DEMO: 'off' } },
  );
