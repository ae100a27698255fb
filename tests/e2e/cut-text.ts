import type { Locator } from 'playwright';

/**
 * Returns the texts of the elements that are cut. An element is cut if it, an element inside it, or its table cell
 * has more content than space and hides what lies outside.
 */
export const findCutText = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((found) =>
    found
      .filter((element) => {
        const cell = element.closest('td, th');
        return [element, ...element.querySelectorAll('*'), ...(cell ? [cell] : [])].some((one) => {
          const cuts = getComputedStyle(one).overflow !== 'visible';
          return cuts && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
        });
      })
      .map((element) => element.textContent ?? ''),
  );

/** Finds the pairs of elements that overlap each other. @returns the texts of each pair */
export const findOverlaps = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((found) => {
    const boxes = found.map((element) => ({
      text: element.textContent,
      box: element.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ text, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        .map((other) => `${text} / ${other.text}`),
    );
  });
