import type { Page, Route } from 'playwright';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { plan } from '#shared/planning/engine/plan.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { makeScheduleAnswers, shiftPlant } from '#tests/support/made-schedule.ts';
import { logIn } from '../e2e/log-in.ts';
import { recordFrames } from './gantt-frames.ts';
import { measureLiveGantt } from './gantt-live.ts';
import { BENCH_LOGIN } from './installation.ts';
import { makeWorkshop } from './make-workshop.ts';
import { runWithBrowser } from './with-browser.ts';

const BAR_COUNT = 20_000;
const MACHINE_COUNT = 40;
const VIEWPORT_SIZE = { width: 1920, height: 1080 };
const STEP_COUNT = 120;
const STEP_PAUSE_MS = 16;

/**
 * Answers the calls of the page from a generated plan, so that no factory must be filled and planned first.
 */
async function answerFromGeneratedPlan(page: Page): Promise<void> {
  const input = shiftPlant(
    makeWorkshop({
      seed: 1,
      taskCount: BAR_COUNT,
      machineCount: MACHINE_COUNT,
      load: 1.05,
      withPeople: false,
    }),
    Math.floor(Date.now() / 60_000),
  );
  const firstPlan = plan(input, { seed: 1, passes: 3 });
  const booking = { machine: 1, from: input.now, until: input.now + 3 * 1440 };
  const secondPlan = plan(
    { ...input, last: firstPlan.placed, keep: 'order', bookings: [booking] },
    { seed: 1, passes: 3 },
  );
  const { list, present, proposal } = makeScheduleAnswers(input, firstPlan, secondPlan);
  for (const [verb, data] of Object.entries({ list, present, get: proposal }))
    await page.route(`**/mes/plan/schedule/${verb}`, (route: Route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify({ success: true, data }) }),
    );
}

/** Drags and zooms the chart of a plan of 20,000 operations in Chromium. */
const measureMovedGantt = (): Promise<void> =>
  runWithBrowser(
    async ({ url, browser, machine, folder }) => {
      console.log(`${machine}; ${BAR_COUNT} operations on ${MACHINE_COUNT} machines, 1920×1080, no GPU`);
      const page = await browser.newPage({ viewport: VIEWPORT_SIZE });
      await answerFromGeneratedPlan(page);
      await page.goto(`${url}/login`);
      await logIn(page, DEFAULT_LANG, BENCH_LOGIN);
      await page.locator('.navigation').waitFor();
      await page.goto(`${url}/plan/CycleSchedule`);
      const chart = page.getByRole('application', { name: translateTerm(DEFAULT_LANG, 'ganttChart') });
      await chart.waitFor();
      await page.waitForTimeout(2000);
      const chartBox = (await chart.boundingBox())!;
      const middle = { x: chartBox.x + chartBox.width * 0.6, y: chartBox.y + chartBox.height / 2 };

      const measure = async (label: string, doStep: (step: number) => Promise<void>): Promise<void> => {
        await page.mouse.move(middle.x, middle.y);
        await recordFrames({ page, browser, folder }, label, STEP_COUNT / 4, async () => {
          for (let step = 0; step < STEP_COUNT; step++) {
            await doStep(step);
            await page.waitForTimeout(STEP_PAUSE_MS);
          }
        });
      };
      const dragAlong = (step: number) => {
        const phase = (step % 40) / 20;
        const offset = (phase < 1 ? phase : 2 - phase) * 500 - 250;
        return page.mouse.move(middle.x + offset, middle.y + offset / 4);
      };
      const drag = async (label: string): Promise<void> => {
        await page.mouse.move(middle.x, middle.y);
        await page.mouse.down();
        await measure(label, dragAlong);
        await page.mouse.up();
      };
      const pressKey = async (key: string): Promise<void> => {
        await chart.focus();
        await page.keyboard.press(key);
        await page.waitForTimeout(300);
      };
      await drag('dragging five days');
      await measure('zooming by the wheel', (step) => page.mouse.wheel(0, step % 40 < 20 ? 120 : -120));
      await pressKey('0');
      await measure('moving the pointer over the whole plan', dragAlong);
      await pressKey('+');
      await drag('dragging nearly the whole plan');
    },
    { serverVariables: { MES_DEMO: 'off' } },
  );

/** Measures the chart of a plan of 20,000 operations: while it is moved, and while people report. */
export async function measureGantt(): Promise<void> {
  await measureMovedGantt();
  await measureLiveGantt();
}
