import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Lists the serious and critical accessibility violations of a page: rule, element and explanation. In dark mode it
 * checks only the contrast, because only the colours differ from light mode.
 */
export async function findViolations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // An element that is still fading in has a lower contrast, so wait until animations end.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  await page.evaluate(axe.source);
  const axeOptions = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
  const { violations, passes } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run: (runOptions: object) => Promise<AxeResults> } }).axe.run(options),
    { resultTypes: ['violations'], ...axeOptions },
  );
  expect(passes.length, 'axe has checked nothing').toBeGreaterThan(colorScheme === 'dark' ? 0 : 10);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.html} ${node.failureSummary}`),
    );
}
