/** The share of a row that stays empty between two bars, from 0 to 1. */
export const BAR_PADDING = 0.42;

/**
 * Computes the margins of a bar chart so that each bar stands in the middle of its row. The top and bottom margins
 * are negative, because the scale of the chart leaves half a gap above the first bar and below the last one.
 */
export function computeChartMargin(rowHeight: number) {
  const outside = -(rowHeight * BAR_PADDING) / 2;
  // Makes the chart half a pixel higher, because its scale rounds the height of a row down.
  return { top: outside, right: 0, bottom: outside - 0.5, left: 0 };
}
