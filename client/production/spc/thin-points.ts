import type { ChartPoint } from '#shared/spc/control-chart.ts';

/**
 * Chooses the points that are enough to draw a line through many points: the lowest and the highest point in
 * each column of pixels.
 * @param width the number of columns of pixels
 * @returns indexes in ascending order; all indexes if there are at most two points for each column
 */
export function thinPoints(points: readonly ChartPoint[], width: number): number[] {
  const allIndexes = points.map((_, index) => index);
  if (points.length <= width * 2) return allIndexes;
  const keptIndexes = new Set<number>();
  const size = points.length / width;
  const read = (index: number) => points[index]!.value ?? points[index]!.center;
  for (let column = 0; column < width; column += 1) {
    let lowest = Math.floor(column * size);
    let highest = lowest;
    for (let index = lowest; index < Math.floor((column + 1) * size); index += 1) {
      if (read(index) < read(lowest)) lowest = index;
      if (read(index) > read(highest)) highest = index;
    }
    keptIndexes.add(Math.min(lowest, highest)).add(Math.max(lowest, highest));
  }
  return [...keptIndexes];
}
