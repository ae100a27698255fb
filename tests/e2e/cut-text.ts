import type { Locator } from 'playwright';

/**
 * Returns the texts of the elements that are cut. An element is cut if the element itself, an element
 * inside it or its table cell hides a part of its content for lack of space.
 */
export const findCutText = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((matchedElements) =>
    matchedElements
      .filter((element) => {
        const cell = element.closest('td, th');
        return [element, ...element.querySelectorAll('*'), ...(cell ? [cell] : [])].some((part) => {
          const hidesOverflow = getComputedStyle(part).overflow !== 'visible';
          return (
            hidesOverflow &&
            (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
          );
        });
      })
      .map((element) => element.textContent ?? ''),
  );

/** Finds the pairs of elements that overlap each other. @returns the texts of each pair */
export const findOverlaps = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((matchedElements) => {
    const boxes = matchedElements.map((element) => ({
      text: element.textContent,
      box: element.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ text, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box: otherBox }) =>
            box.left < otherBox.right - 1 &&
            otherBox.left < box.right - 1 &&
            box.top < otherBox.bottom - 1 &&
            otherBox.top < box.bottom - 1,
        )
        .map((other) => `${text} / ${other.text}`),
    );
  });
