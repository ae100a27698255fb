/** Colours of the colour-blind-safe palette of Okabe and Ito, and a grey. */
const GREEN = '#009e73';
const SKY = '#56b4e9';
const BLUE = '#0072b2';
const ORANGE = '#e69f00';
const VERMILION = '#d55e00';
const PURPLE = '#cc79a7';
const GREY = '#8f99a8';

/** The fixed colours of common quantities. The same quantity has the same colour on different charts. */
const COLOURS_BY_QUANTITY: Readonly<Record<string, string>> = {
  good: GREEN,
  actual: GREEN,
  runSeconds: GREEN,
  completedQuantity: GREEN,
  progress: GREEN,
  planned: GREY,
  preparationSeconds: SKY,
  rework: ORANGE,
  scrap: VERMILION,
  stopSeconds: VERMILION,
  hold: PURPLE,
};
const UNASSIGNED_COLOURS = [BLUE, SKY, ORANGE, PURPLE, VERMILION];

/**
 * Returns a colour for each quantity of a chart, by the name of the quantity. A quantity gets grey
 * if no other colour is left.
 */
export function assignChartColours(names: readonly string[]): Readonly<Record<string, string>> {
  const usedColours = new Set(names.map((name) => COLOURS_BY_QUANTITY[name]));
  const freeColours = UNASSIGNED_COLOURS.filter((colour) => !usedColours.has(colour));
  return Object.fromEntries(
    names.map((name) => [name, COLOURS_BY_QUANTITY[name] ?? freeColours.shift() ?? GREY]),
  );
}
