/** A colour with channels from 0 to 255, and its opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** The minimum contrasts of values and of other texts, as defined by WCAG 2. */
export const MIN_VALUE_CONTRAST = 7;
export const MIN_TEXT_CONTRAST = 4.5;
/** The minimum font weight of a value. A number in a lighter font is a detail. */
const VALUE_WEIGHT = 600;

/** Parses a colour as browsers compute it: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `color(srgb 0.1 0.2 0.3)`. */
export function parseColour(text: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
  const scale = text.startsWith('color(') ? 255 : 1;
  return [red * scale, green * scale, blue * scale, alpha];
}

/** Mixes a colour that may be transparent with the opaque colour below it. */
export function mixColours(above: Colour, below: Colour): Colour {
  const alpha = above[3];
  const mixChannel = (index: 0 | 1 | 2) => above[index] * alpha + below[index] * (1 - alpha);
  return [mixChannel(0), mixChannel(1), mixChannel(2), 1];
}

/** Computes the relative luminance of an opaque colour, as WCAG 2 defines it. */
function computeLuminance([red, green, blue]: Colour): number {
  const [linearRed, linearGreen, linearBlue] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * linearRed + 0.7152 * linearGreen + 0.0722 * linearBlue;
}

/** Computes the contrast between two opaque colours, from 1 to 21. */
export function computeContrast(one: Colour, other: Colour): number {
  const [dark, bright] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (bright + 0.05) / (dark + 0.05);
}

/** Finds the colour behind the text of an element; null if there is a picture or a gradient behind it. */
function findBackground(element: Element): Colour | null {
  const layers: Colour[] = [];
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(ancestor);
    if (backgroundImage !== 'none' && backgroundImage !== '') return null;
    const layer = parseColour(backgroundColor);
    if (layer[3] > 0) layers.push(layer);
    if (layer[3] === 1) break;
  }
  return layers.reduceRight<Colour>((below, layer) => mixColours(layer, below), [255, 255, 255, 1]);
}

/** Whether the text of an element is too pale for its background. Bold numbers are values and need more contrast. */
function hasLowContrast(element: Element, text: string): boolean {
  const background = findBackground(element);
  if (!background) return false;
  const { color, fontWeight } = getComputedStyle(element);
  const isValue = /\d/.test(text) && Number(fontWeight) >= VALUE_WEIGHT;
  const contrast = computeContrast(mixColours(parseColour(color), background), background);
  // The tolerance of 0.05 covers rounding errors of the colours.
  return contrast < (isValue ? MIN_VALUE_CONTRAST : MIN_TEXT_CONTRAST) - 0.05;
}

/** Texts that are not checked: texts in drawings, and highlighted texts, because a highlight soon disappears. */
const UNCHECKED_TEXTS = 'svg, .is-changed';

/** Whether a tile has a text that is too pale for its background. */
export function hasPaleText(tile: Element): boolean {
  const walker = document.createTreeWalker(tile, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (element && text !== '' && !element.closest(UNCHECKED_TEXTS) && hasLowContrast(element, text))
      return true;
  }
  return false;
}
