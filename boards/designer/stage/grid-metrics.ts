import type { BoardStage } from '#shared/boards/board.ts';

/** The gap between two tiles, in logical pixels; the same as in the grid of a shown board. */
export const GAP_PX = 12;

/** The measures of the grid on the screen, in CSS pixels. */
export interface GridMetrics {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly rowHeight: number;
  /** The distance from one cell to the next. */
  readonly stepX: number;
  readonly stepY: number;
}

/** Computes the measures of a grid from its size in logical pixels. */
export function computeGridMetrics(
  { columns, rows }: Pick<BoardStage, 'columns' | 'rows'>,
  area: { width: number; height: number },
  scale: number,
): GridMetrics {
  const width = area.width * scale;
  const height = area.height * scale;
  const gap = GAP_PX * scale;
  const rowHeight = (height - gap * (rows - 1)) / rows;
  return {
    width,
    height,
    gap,
    rowHeight,
    stepX: (width + gap) / columns,
    stepY: rowHeight + gap,
  };
}
