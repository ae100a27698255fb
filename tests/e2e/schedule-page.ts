import type { Locator, Page } from 'playwright';
import type { ScenarioKind } from '#shared/answers/schedule.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { translate } from './translate.ts';

/**
 * Sizes in the chart, in pixels: the heights of its axis and of a row with one lane, and the width of the
 * names.
 */
const HEAD_PX = 32;
const ROW_PX = 36;
const NAMES_PX = 200;
const STEP_PX = 10;

/** Finds a bar in the first two rows of the chart by the text of its hint. @returns a point on the bar */
export async function findBar(page: Page, words: RegExp): Promise<{ x: number; y: number }> {
  const chartBox = (await page.getByRole('application', { name: translate('ganttChart') }).boundingBox())!;
  const hint = page.locator('.gantt-hint');
  for (const row of [0, 1])
    for (let x = chartBox.x + NAMES_PX; x < chartBox.x + chartBox.width - STEP_PX; x += STEP_PX) {
      const y = chartBox.y + HEAD_PX + row * ROW_PX + ROW_PX / 2;
      await page.mouse.move(x, y);
      if ((await hint.count()) > 0 && words.test(await hint.innerText())) return { x, y };
    }
  throw new Error(`There is no bar ${String(words)}`);
}

/** Chooses a row in a combobox. @param label the term with which the name of the combobox begins */
export async function chooseReference(dialog: Locator, label: TermKey, text: string): Promise<void> {
  await dialog.getByRole('combobox', { name: new RegExp(`^${translate(label)}`) }).fill(text);
  await dialog
    .page()
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click();
}

/** Makes a scenario with one change, and waits until it is computed. @param fill enters the change */
export async function addScenario(
  page: Page,
  name: string,
  kind: ScenarioKind,
  fill: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: translate('addScenario'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: translate('name') }).fill(name);
  await dialog.getByRole('combobox', { name: translate('scenarioChange') }).selectOption(kind);
  await fill(dialog);
  await dialog.getByRole('button', { name: translate('computePlan'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name, exact: true, disabled: false }).waitFor();
}

/**
 * Waits until the text of an element changes. The page records the time, so that delays of the test do not
 * count.
 * @returns the time of the change in milliseconds since 1970, by the clock of the browser
 */
export const waitForTextChange = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => {
    const textBefore = element.textContent;
    return new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (element.textContent === textBefore) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(Date.now()));
      });
      observer.observe(element, { subtree: true, childList: true, characterData: true });
    });
  });
