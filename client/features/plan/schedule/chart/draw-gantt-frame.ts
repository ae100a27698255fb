import type { Window } from '#shared/planning/engine/types.ts';
import { cutText } from './cut-text.ts';
import { HEAD_PX, type GanttScene, type GanttSize } from './gantt-scene.ts';
import type { GanttPalette } from './gantt-palette.ts';
import { findVisibleRows, findVisibleWindows, type GanttBar } from './gantt-rows.ts';
import { listTicks, type GanttView } from './gantt-view.ts';

/** The minimum width of a closed time that is shaded. */
const MIN_CLOSED_PX = 1.5;
const NAME_MARGIN_PX = 12;
/** The space between the title and the detail of a row. */
const DETAIL_GAP_PX = 8;
/** A detail that needs at most this share of the column is always shown. A long title is cut instead. */
const MAX_DETAIL_SHARE = 0.35;

/** Shades the times in which a machine is closed. */
export function drawClosedTimes(
  context: CanvasRenderingContext2D,
  palette: GanttPalette,
  windows: readonly Window[],
  view: GanttView,
  box: GanttSize & { readonly top: number; readonly rowHeight: number },
): void {
  const { nameWidth, width, top, rowHeight } = box;
  const until = view.from + (width - nameWidth) * view.minutesPerPx;
  const minMinutes = MIN_CLOSED_PX * view.minutesPerPx;
  const [first, end] = findVisibleWindows(windows, view.from, until);
  context.fillStyle = palette.inks.closed;
  let closedFrom = first > 0 ? windows[first - 1]![1] : -Infinity;
  for (let index = first; index <= end; index++) {
    const closedUntil = index < windows.length ? windows[index]![0] : Infinity;
    if (closedUntil - closedFrom >= minMinutes) {
      const left = nameWidth + (Math.max(closedFrom, view.from) - view.from) / view.minutesPerPx;
      const right = nameWidth + (Math.min(closedUntil, until) - view.from) / view.minutesPerPx;
      if (right > left) context.fillRect(left, top, right - left, rowHeight - 1);
    }
    closedFrom = windows[index]?.[1] ?? Infinity;
  }
}

/**
 * Draws the vertical lines of the ticks, and a dashed line at the end of the planning fence. The bars cover these
 * lines.
 */
export function drawTicks<B extends GanttBar>(
  context: CanvasRenderingContext2D,
  { view, size, days, zone, palette, fenceEnd, now }: GanttScene<B>,
): void {
  const { nameWidth, width, height } = size;
  for (const { at, isMajor } of listTicks(view, width - nameWidth, days, zone)) {
    const x = Math.round(nameWidth + (at - view.from) / view.minutesPerPx);
    if (x < nameWidth) continue;
    context.fillStyle = isMajor ? palette.inks.line : palette.inks.grid;
    context.fillRect(x, HEAD_PX, 1, height - HEAD_PX);
  }
  if (fenceEnd <= now) return;
  const fenceX = nameWidth + (fenceEnd - view.from) / view.minutesPerPx;
  context.strokeStyle = palette.inks.muted;
  context.lineWidth = 1;
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(fenceX, HEAD_PX);
  context.lineTo(fenceX, height);
  context.stroke();
  context.setLineDash([]);
}

/** Draws the names of the rows in the column on the left. */
function drawNames<B extends GanttBar>(
  context: CanvasRenderingContext2D,
  { rows, scrollTop, size, palette, activePlace }: GanttScene<B>,
): void {
  const { nameWidth, height } = size;
  const { inks } = palette;
  context.fillStyle = inks.surface;
  context.fillRect(0, HEAD_PX, nameWidth, height - HEAD_PX);
  const [first, end] = findVisibleRows(rows, scrollTop, scrollTop + height - HEAD_PX);
  for (let index = first; index < end; index++) {
    const { subject, top, height: rowHeight } = rows[index]!;
    const y = HEAD_PX + top - scrollTop;
    if (activePlace?.rowIndex === index) {
      context.fillStyle = inks.accent;
      context.fillRect(0, y, 3, rowHeight - 1);
    }
    const middleY = y + Math.min(rowHeight, 34) / 2;
    // A short detail, such as a code, is shown even beside a long title.
    context.font = palette.font;
    const detailWidth = context.measureText(subject.detail).width + DETAIL_GAP_PX;
    const textWidth = nameWidth - 2 * NAME_MARGIN_PX;
    const isDetailKept = detailWidth <= textWidth * MAX_DETAIL_SHARE;
    context.font = palette.boldFont;
    context.fillStyle = inks.text;
    const title = cutText(context, subject.title, isDetailKept ? textWidth - detailWidth : textWidth);
    context.fillText(title, NAME_MARGIN_PX, middleY);
    const titleWidth = context.measureText(title).width;
    context.font = palette.font;
    context.fillStyle = inks.muted;
    const detailSpace = isDetailKept ? detailWidth : textWidth - titleWidth - DETAIL_GAP_PX;
    const detail = cutText(context, subject.detail, detailSpace);
    if (detail !== '') context.fillText(detail, NAME_MARGIN_PX + titleWidth + DETAIL_GAP_PX, middleY);
    context.fillStyle = inks.line;
    context.fillRect(0, y + rowHeight - 1, nameWidth, 1);
  }
  context.fillStyle = inks.line;
  context.fillRect(nameWidth - 1, 0, 1, height);
}

/** Draws the time axis at the top. */
function drawAxis<B extends GanttBar>(
  context: CanvasRenderingContext2D,
  { view, size, days, zone, palette }: GanttScene<B>,
): void {
  const { nameWidth, width } = size;
  const { inks } = palette;
  context.fillStyle = inks.head;
  context.fillRect(0, 0, width, HEAD_PX);
  const ticks = listTicks(view, width - nameWidth, days, zone);
  context.font = palette.boldFont;
  const shownTicks = ticks.filter(({ at }) => at > view.from);
  // The left edge shows the name of the day that began before the edge, unless the next day begins too close to it.
  const firstMajor = ticks.findLast(({ at, isMajor }) => isMajor && at <= view.from);
  const nextMajor = shownTicks.find(({ isMajor }) => isMajor);
  const spacePx = nextMajor ? (nextMajor.at - view.from) / view.minutesPerPx : Infinity;
  if (firstMajor && spacePx > context.measureText(firstMajor.text).width + 12)
    shownTicks.unshift({ ...firstMajor, at: view.from });
  let coveredUntil = nameWidth;
  for (const [index, { at, text, isMajor }] of shownTicks.entries()) {
    const x = nameWidth + (at - view.from) / view.minutesPerPx;
    context.font = isMajor ? palette.boldFont : palette.font;
    context.fillStyle = isMajor ? inks.text : inks.muted;
    const end = x + context.measureText(text).width + 10;
    const next = shownTicks[index + 1];
    const nextX = next?.isMajor ? nameWidth + (next.at - view.from) / view.minutesPerPx : Infinity;
    if (x < coveredUntil || end > width || (!isMajor && end > nextX)) continue;
    context.fillText(text, x + 5, HEAD_PX / 2);
    coveredUntil = end;
  }
  context.fillStyle = inks.line;
  context.fillRect(0, HEAD_PX - 1, width, 1);
}

function drawNow<B extends GanttBar>(
  context: CanvasRenderingContext2D,
  { view, size, now, palette }: GanttScene<B>,
): void {
  const x = size.nameWidth + (now - view.from) / view.minutesPerPx;
  if (x < size.nameWidth || x > size.width) return;
  context.fillStyle = palette.inks.now;
  context.fillRect(x - 1, HEAD_PX, 2, size.height - HEAD_PX);
  context.beginPath();
  context.moveTo(x - 5, HEAD_PX - 6);
  context.lineTo(x + 5, HEAD_PX - 6);
  context.lineTo(x, HEAD_PX + 2);
  context.fill();
}

/** Draws the axis, the names of the rows, and the line at the current time. They cover the bars. */
export function drawFrame<B extends GanttBar>(context: CanvasRenderingContext2D, scene: GanttScene<B>): void {
  context.textBaseline = 'middle';
  drawNames(context, scene);
  drawAxis(context, scene);
  drawNow(context, scene);
}
