import { scaleBand } from 'd3';
import { describe, expect, it } from 'vitest';
import { BAR_PADDING_SHARE, computeChartMargin } from '#boards/kit/drawing/bar-margin.ts';

describe('the bars of the groups', () => {
  it('are aligned with their rows for any number of rows', () => {
    for (let count = 1; count <= 12; count++) {
      for (let rowHeight = 40; rowHeight <= 130; rowHeight += 7) {
        const { top, bottom } = computeChartMargin(rowHeight);
        // The chart places its bars with a scale like this.
        const band = scaleBand<number>()
          .domain([...Array(count).keys()])
          .rangeRound([0, count * rowHeight - top - bottom])
          .padding(BAR_PADDING_SHARE);
        for (let row = 0; row < count; row++) {
          const middle = top + band(row)! + band.bandwidth() / 2;
          expect(Math.abs(middle - (row + 0.5) * rowHeight)).toBeLessThanOrEqual(1.5);
        }
      }
    }
  });
});
