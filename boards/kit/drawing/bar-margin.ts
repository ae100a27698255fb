/** The share of a row that stays empty between two bars, from 0 to 1. */
export const BAR_PADDING_SHARE = 0.42;

/**
 * Computes the margins of a bar chart so that each bar stands in the middle of its row. The chart leaves a whole
 * gap above the first bar and below the last bar. A row has only half a gap there, so the top and bottom margins
 * are negative.
 */
export function computeChartMargin(rowHeight: number) {
  const verticalMargin = -(rowHeight * BAR_PADDING_SHARE) / 2;
  // Makes the chart half a pixel taller, because its scale rounds the height of a row down.
  return { top: verticalMargin, right: 0, bottom: verticalMargin - 0.5, left: 0 };
}
