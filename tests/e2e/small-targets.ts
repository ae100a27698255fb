import type { Locator } from 'playwright';

/** The smallest width and height that a gloved finger hits at a terminal, in pixels. */
const MIN_TARGET_SIZE_PX = 56;

/** Lists the buttons and inputs in an area that are too small for a gloved finger: their text and their size. */
export const findSmallTargets = (area: Locator): Promise<string[]> =>
  area.locator('button:visible, input:visible, select:visible').evaluateAll(
    (elements, minSize) =>
      elements.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width >= minSize && height >= minSize) return [];
        return [`${element.ariaLabel ?? element.textContent} ${Math.round(width)}×${Math.round(height)}`];
      }),
    MIN_TARGET_SIZE_PX,
  );
