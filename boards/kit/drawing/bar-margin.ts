/** The part of a row that stays empty between two bars. */
export const BAR_PADDING = 0.42;

/**
 * Computes the margin with which each bar stands in the middle of its row. The scale of the chart
 * also leaves half a gap above the first bar and below the last one, so the chart has to be higher
 * than its rows.
 */
export function computeBarMargin(rowHeight: number) {
  const outside = -(rowHeight * BAR_PADDING) / 2;
  // Half a pixel more, because the scale rounds the height of a row down.
  return { top: outside, right: 0, bottom: outside - 0.5, left: 0 };
}
