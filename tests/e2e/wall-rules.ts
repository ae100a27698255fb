import type { Page } from 'playwright';

/** The checked part of the page, and the limits for its texts and rows. */
interface BoardLimits {
  /** The selectors of the part of the page that is checked, and of the element with the text size of the board. */
  root: string;
  stage: string;
  /** Whether the board must fit into the window. A home page may be higher, but not wider. */
  fitsWindow: boolean;
  /** Whether tile titles must be shown in full. The designer warns about a cut title on a wall. */
  hasWholeTitles: boolean;
  /** The minimum size of a text, as a multiple of the text size of the board. */
  minTextRatio: number;
  /** The minimum height of a row, as a multiple of its text size. */
  minRowRatio: number;
  /** The minimum contrast between a text and its background, as WCAG 2 computes it. */
  minContrast: number;
  /** The minimum font weight of a text. */
  minWeight: number;
}

const WALL_LIMITS: BoardLimits = {
  root: '.wall',
  stage: '.stage',
  fitsWindow: true,
  hasWholeTitles: false,
  minTextRatio: 0.66,
  minRowRatio: 1.39,
  minContrast: 4.5,
  minWeight: 400,
};
/** The limits for a home page. At a desk, the smallest text is nearly as large as other texts. */
export const HOME_LIMITS: BoardLimits = {
  ...WALL_LIMITS,
  root: '.home-screen',
  stage: '.desk-board',
  fitsWindow: false,
  hasWholeTitles: true,
  minTextRatio: 0.8,
  minRowRatio: 1.29,
};

/**
 * Checks what an open wall shows against the rules for walls: nothing scrolls or leaves the screen, no text is too
 * small, too thin or too pale, rows are high enough, figures are tabular and never cut, and each state has a shape and
 * a word.
 * @returns the violations, each with the text that it is about, and the number of texts that were checked
 */
export const checkWallRules = (
  page: Page,
  boardLimits = WALL_LIMITS,
): Promise<{ violations: string[]; checkedTextCount: number }> =>
  page.evaluate((limits) => {
    const wall = document.querySelector(limits.root)!;
    const stage = wall.querySelector<HTMLElement>(limits.stage)!;
    const violations: string[] = [];
    const boardTextSize = Number.parseFloat(getComputedStyle(stage).getPropertyValue('--text'));
    const isFigure = (text: string) => /^[\d\s.,:%+−–/-]*\d[\d\s.,:%+−–/-]*$/.test(text);

    const { scrollingElement } = document;
    if (scrollingElement!.scrollWidth > innerWidth || scrollingElement!.scrollHeight > innerHeight)
      violations.push('The page scrolls');
    for (let ancestor = wall.parentElement; ancestor; ancestor = ancestor.parentElement)
      if (ancestor.scrollWidth > ancestor.clientWidth + 1)
        violations.push(`${ancestor.className} is too narrow: ${ancestor.scrollWidth} px`);
    for (const element of stage.querySelectorAll('*')) {
      const { overflowX, overflowY } = getComputedStyle(element);
      if ([overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll'))
        violations.push(`${element.className} may scroll`);
    }

    const parseColour = (colour: string): [red: number, green: number, blue: number, alpha: number] => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      // The channels of a colour in the form `color(…)` go from 0 to 1.
      const scale = colour.startsWith('color(') ? 255 : 1;
      return [red * scale, green * scale, blue * scale, alpha];
    };
    const findBackground = (element: Element): number[] => {
      const layers: number[][] = [];
      for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
        const layer = parseColour(getComputedStyle(ancestor).backgroundColor);
        if (layer[3] > 0) layers.push(layer);
        if (layer[3] === 1) break;
      }
      return layers
        .reverse()
        .reduce((colourBelow, [red, green, blue, alpha]) =>
          [red!, green!, blue!].map(
            (channel, index) => channel * alpha! + colourBelow[index]! * (1 - alpha!),
          ),
        );
    };
    const computeLuminance = (colour: readonly number[]): number => {
      const [red, green, blue] = colour.slice(0, 3).map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const computeContrast = (element: Element): number => {
      const [dark, bright] = [
        computeLuminance(parseColour(getComputedStyle(element).color)),
        computeLuminance(findBackground(element)),
      ].sort((a, b) => a - b);
      return (bright! + 0.05) / (dark! + 0.05);
    };
    const heatContrastByMap = new Map<Element, number>();
    /**
     * The colour of a heat cell depends on its value, so all colours of output and scrap are tried. All cells of a map
     * have the same colours, so they are tried on its first cell.
     */
    const computeLeastHeatContrast = (cell: Element): number => {
      const heatMap = cell.closest('.heat')!;
      const knownContrast = heatContrastByMap.get(heatMap);
      if (knownContrast !== undefined) return knownContrast;
      const [cellClasses, mapClasses] = [cell.className, heatMap.className];
      const contrasts: number[] = [];
      for (const mapClass of ['heat', 'heat is-scrap-heat']) {
        heatMap.className = mapClass;
        for (const heat of [1, 2, 3, 4, 5]) {
          cell.className = `heat-cell heat-${heat}`;
          contrasts.push(computeContrast(cell));
        }
      }
      [cell.className, heatMap.className] = [cellClasses, mapClasses];
      const leastContrast = Math.min(...contrasts);
      heatContrastByMap.set(heatMap, leastContrast);
      return leastContrast;
    };

    const scale = stage.getBoundingClientRect().width / stage.offsetWidth;
    let checkedCount = 0;
    const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      const element = node.parentElement!;
      if (text === '' || element.closest('svg') || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      checkedCount++;
      const style = getComputedStyle(element);
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const addViolation = (problem: string) => violations.push(`“${text.slice(0, 40)}” ${problem}`);
      const textSize = Number.parseFloat(style.fontSize);
      if (textSize < boardTextSize * limits.minTextRatio - 0.5)
        addViolation(`is ${textSize} px, the board ${boardTextSize} px`);
      if (Number(style.fontWeight) < limits.minWeight) addViolation(`is too thin: ${style.fontWeight}`);
      const contrast = element.matches('.heat-cell')
        ? computeLeastHeatContrast(element)
        : computeContrast(element);
      if (contrast < limits.minContrast) addViolation(`has a contrast of ${contrast.toFixed(1)}`);
      if (
        /\d/.test(text) &&
        element.closest('.tile-body') &&
        !style.fontVariantNumeric.includes('tabular-nums')
      )
        addViolation('has figures that are not tabular');
      // A name may be cut with an ellipsis at its end. But no text may be cut at its top or bottom, and no figure may
      // be cut on any side. Texts only for screen readers are skipped.
      if (element.closest('.visually-hidden, .order-also')) continue;
      for (
        let ancestor: Element | null = element;
        ancestor && ancestor !== stage;
        ancestor = ancestor.parentElement
      ) {
        if (getComputedStyle(ancestor).overflowX === 'visible') continue;
        const visibleBox = ancestor.getBoundingClientRect();
        const middle = (box.top + box.bottom) / 2;
        // Letters take about two thirds of the text size. The rest is space between lines.
        const halfLetterHeight = (textSize * scale) / 3;
        const isCutInHeight =
          middle + halfLetterHeight > visibleBox.bottom + 1 || middle - halfLetterHeight < visibleBox.top - 1;
        const isCutFigure =
          isFigure(text) &&
          (box.left < visibleBox.left - 1 ||
            box.right > visibleBox.right + 1 ||
            box.bottom > visibleBox.bottom + 2 ||
            box.top < visibleBox.top - 2);
        if (isCutInHeight || isCutFigure) addViolation(`is cut by ${ancestor.className || ancestor.tagName}`);
      }
    }

    for (const tile of wall.querySelectorAll('.board-cell')) {
      const { left, top, right, bottom } = tile.getBoundingClientRect();
      const isOutsideVertically = limits.fitsWindow && (top < -1 || bottom > innerHeight + 1);
      if (left < -1 || right > innerWidth + 1 || isOutsideVertically)
        violations.push(`The tile “${tile.querySelector('h2')?.textContent}” leaves the screen`);
    }
    for (const title of limits.hasWholeTitles ? wall.querySelectorAll('.tile-title') : [])
      if (title.scrollWidth > title.clientWidth + 1)
        violations.push(`The title “${title.textContent}” is cut`);
    for (const row of wall.querySelectorAll<HTMLElement>('.paged-row:not(.paged-probe)')) {
      const textSize = Number.parseFloat(getComputedStyle(row).fontSize);
      if (row.offsetHeight < textSize * limits.minRowRatio)
        violations.push(`The row “${row.textContent.slice(0, 40)}” is ${row.offsetHeight} px high`);
    }
    for (const mark of wall.querySelectorAll('.wall-mark')) {
      const shape = mark.querySelector('.wall-shape')?.textContent ?? '';
      const word = mark.textContent.replace(shape, '').trim();
      if (shape === '' || word === '')
        violations.push(`The mark “${mark.textContent}” lacks a shape or a word`);
    }
    return { violations: [...new Set(violations)], checkedTextCount: checkedCount };
  }, boardLimits);
