import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Ends the animations of a page and prevents new ones, because an element that is fading in has a lower
 * contrast. A script makes the style sheet, because the security policy of the pages forbids inline style
 * sheets.
 */
function stopAnimations(): void {
  const stillStyles = new CSSStyleSheet();
  stillStyles.replaceSync(
    '*, ::before, ::after { animation: none !important; transition: none !important; }',
  );
  document.adoptedStyleSheets.push(stillStyles);
}

/** Allows animations again after `stopAnimations`. */
const allowAnimations = (): void => void document.adoptedStyleSheets.pop();

/**
 * Lists the serious and critical accessibility violations of a page: rule, element and explanation. In dark mode it
 * checks only the contrast, because only the colours differ from light mode.
 */
export async function findViolations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate(stopAnimations);
  // The page keeps axe until it is reloaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const axeOptions = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
  const { violations, passes } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run: (runOptions: object) => Promise<AxeResults> } }).axe.run(options),
    { resultTypes: ['violations'], ...axeOptions },
  );
  await page.evaluate(allowAnimations);
  expect(passes.length, 'axe has checked nothing').toBeGreaterThan(colorScheme === 'dark' ? 0 : 10);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.html} ${node.failureSummary}`),
    );
}
