import type { GanttTone } from './gantt-palette.ts';
import { cutLabel } from './cut-text.ts';
import {
  findVisibleBars,
  findVisibleRows,
  getLaneHeight,
  PRESENT_STRIP_PX,
  ROW_GAP_PX,
  type BarPlace,
  type GanttBar,
  type GanttLane,
} from './gantt-rows.ts';
import { drawClosedTimes, drawFrame, drawTicks } from './draw-gantt-frame.ts';
import { HEAD_PX, type BarLook, type GanttScene } from './gantt-scene.ts';

const MIN_BAR_PX = 2;
const EDGE_PX = 3;
const MIN_LABEL_PX = 32;
/** The opacity of the bars outside the critical chain that is highlighted. */
const FADED_ALPHA = 0.28;
/** The opacity of the shade that covers a bar while its machine is closed. */
const PAUSED_ALPHA = 0.6;

/** Draws the bars of one scene on a canvas. */
class Painter<B extends GanttBar> {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly scene: GanttScene<B>,
  ) {}

  private toX(at: number): number {
    const { view, size } = this.scene;
    return size.nameWidth + (at - view.from) / view.minutesPerPx;
  }

  private get visibleMinutes(): [number, number] {
    const { view, size } = this.scene;
    return [view.from, view.from + (size.width - size.nameWidth) * view.minutesPerPx];
  }

  private toY(top: number): number {
    return HEAD_PX + top - this.scene.scrollTop;
  }

  /**
   * Calls `draw` for each visible bar of a lane. Skips a bar if earlier bars of the same tone already cover its pixels.
   */
  private forEachVisible(
    lane: GanttLane<B>,
    draw: (bar: B, look: BarLook, left: number, width: number) => void,
  ): void {
    const { context } = this;
    const { getLook, litTasks, size } = this.scene;
    const [first, end] = findVisibleBars(lane, ...this.visibleMinutes);
    let coveredUntil = -Infinity;
    let coveredTone: GanttTone | null = null;
    for (let index = first; index < end; index++) {
      const bar = lane.bars[index]!;
      const left = Math.max(this.toX(bar.start), size.nameWidth - EDGE_PX);
      const right = Math.min(Math.max(this.toX(bar.end), left + MIN_BAR_PX), size.width);
      const look = getLook(bar);
      if (right <= coveredUntil + 0.5 && look.tone === coveredTone) continue;
      coveredUntil = right;
      coveredTone = look.tone;
      if (litTasks !== null) context.globalAlpha = litTasks.has(bar.task) ? 1 : FADED_ALPHA;
      draw(bar, look, left, right - left);
    }
    context.globalAlpha = 1;
  }

  drawLane(lane: GanttLane<B>, y: number, height: number): void {
    const { context } = this;
    const { fills, edges } = this.scene.palette;
    this.forEachVisible(lane, (_, { tone }, left, width) => {
      context.fillStyle = width > EDGE_PX * 2 ? fills[tone] : edges[tone];
      context.fillRect(left, y, Math.max(MIN_BAR_PX, width - 1), height);
      if (width <= EDGE_PX * 2) return;
      context.fillStyle = edges[tone];
      context.fillRect(left, y, EDGE_PX, height);
    });
  }

  /** Draws the labels of a lane. They must be drawn after the closed times, which would cover them. */
  drawLabels(lane: GanttLane<B>, y: number, height: number): void {
    this.forEachVisible(lane, (_, look, left, width) => {
      if (width >= MIN_LABEL_PX) this.drawLabel(look, left, y, width, height);
    });
  }

  private drawLabel(look: BarLook, left: number, y: number, width: number, height: number): void {
    const { context } = this;
    const { inks } = this.scene.palette;
    let textLeft = left + EDGE_PX + 4;
    if (look.isLate) {
      context.fillStyle = inks.problem;
      this.drawDiamond(textLeft + 3, y + height / 2, 3.5);
      textLeft += 10;
    }
    const marksWidth = look.isPinned ? 12 : 4;
    context.fillStyle = inks.text;
    const text = cutLabel(context, look.code, look.detail, left + width - textLeft - marksWidth);
    if (text !== '') context.fillText(text, textLeft, y + height / 2);
    if (!look.isPinned) return;
    context.fillStyle = inks.accent;
    context.beginPath();
    context.arc(left + width - 8, y + height / 2, 3.5, 0, 2 * Math.PI);
    context.fill();
  }

  private drawDiamond(x: number, y: number, radius: number): void {
    const { context } = this;
    context.beginPath();
    context.moveTo(x, y - radius);
    context.lineTo(x + radius, y);
    context.lineTo(x, y + radius);
    context.lineTo(x - radius, y);
    context.fill();
  }

  /** Draws where the present plan has the operations of a row, as a thin strip at the bottom of the row. */
  drawPresent(lane: GanttLane<B>, y: number): void {
    const { context, scene } = this;
    const [first, end] = findVisibleBars(lane, ...this.visibleMinutes);
    context.fillStyle = scene.palette.inks.present;
    let coveredUntil = -Infinity;
    for (let index = first; index < end; index++) {
      const bar = lane.bars[index]!;
      const left = Math.max(this.toX(bar.start), scene.size.nameWidth);
      const right = Math.min(Math.max(this.toX(bar.end), left + MIN_BAR_PX), scene.size.width);
      if (right <= coveredUntil + 0.5) continue;
      coveredUntil = right;
      context.fillRect(left, y, Math.max(1, right - left - 1), PRESENT_STRIP_PX);
    }
  }

  drawRows(): void {
    const { context } = this;
    const { rows, scrollTop, size, palette, view } = this.scene;
    const [firstRow, endRow] = findVisibleRows(rows, scrollTop, scrollTop + size.height - HEAD_PX);
    context.font = palette.font;
    context.textBaseline = 'middle';
    for (let index = firstRow; index < endRow; index++) {
      const { subject, top, height } = rows[index]!;
      const y = this.toY(top);
      if (subject.windows !== null)
        drawClosedTimes(context, palette, subject.windows, view, { ...size, top: y, rowHeight: height });
      context.fillStyle = palette.inks.line;
      context.fillRect(size.nameWidth, y + height - 1, size.width - size.nameWidth, 1);
    }
    drawTicks(context, this.scene);
    for (let index = firstRow; index < endRow; index++) {
      const { subject, top, height, lanes, presentLane } = rows[index]!;
      const y = this.toY(top) + ROW_GAP_PX;
      const laneHeight = getLaneHeight(lanes.length);
      for (const [laneIndex, lane] of lanes.entries())
        this.drawLane(lane, y + laneIndex * laneHeight, laneHeight - 1);
      // The closed times are drawn again over the bars, because the work pauses while the machine is closed.
      if (subject.windows !== null) {
        context.globalAlpha = PAUSED_ALPHA;
        drawClosedTimes(context, palette, subject.windows, view, {
          ...size,
          top: this.toY(top),
          rowHeight: height,
        });
        context.globalAlpha = 1;
      }
      for (const [laneIndex, lane] of lanes.entries())
        this.drawLabels(lane, y + laneIndex * laneHeight, laneHeight - 1);
      this.drawPresent(presentLane, y + lanes.length * laneHeight);
    }
  }

  private findBox({ bar, rowIndex, laneIndex, isInPresentPlan }: BarPlace<B> | BarPlace) {
    const row = this.scene.rows[rowIndex];
    if (!row) return null;
    const laneHeight = getLaneHeight(row.lanes.length);
    return {
      left: this.toX(bar.start),
      right: Math.max(this.toX(bar.end), this.toX(bar.start) + MIN_BAR_PX),
      top: this.toY(row.top) + ROW_GAP_PX + laneIndex * laneHeight,
      height: isInPresentPlan ? PRESENT_STRIP_PX : laneHeight - 1,
    };
  }

  drawOutline(place: BarPlace<B> | null, colour: string, lineWidth: number): void {
    const box = place && this.findBox(place);
    if (!box) return;
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    context.strokeRect(box.left - 0.5, box.top - 0.5, box.right - box.left + 1, box.height + 1);
  }

  /** Draws lines that connect the operations of the critical chain. */
  drawLinks(): void {
    const { context, scene } = this;
    context.strokeStyle = scene.palette.inks.accent;
    context.lineWidth = 1.5;
    context.beginPath();
    for (const { from, to } of scene.links) {
      const before = this.findBox(from);
      const after = this.findBox(to);
      if (!before || !after) continue;
      const [y, nextY] = [before.top + before.height / 2, after.top + after.height / 2];
      const turn = Math.max(before.right + 4, after.left - 6);
      context.moveTo(before.right, y);
      context.lineTo(turn, y);
      context.lineTo(turn, nextY);
      context.lineTo(after.left, nextY);
    }
    context.stroke();
  }

  drawDragged(): void {
    const { context, scene } = this;
    const { dragged, rows, palette, getLook } = scene;
    const row = dragged && rows[dragged.rowIndex];
    if (!dragged || !row) return;
    const left = this.toX(dragged.start);
    const width = Math.max(this.toX(dragged.end) - left, 6);
    const y = this.toY(row.top) + ROW_GAP_PX - 2;
    const height = getLaneHeight(row.lanes.length) + 2;
    const look = getLook(dragged.bar);
    context.fillStyle = palette.fills[look.tone];
    context.fillRect(left, y, width, height);
    context.strokeStyle = palette.inks.accent;
    context.lineWidth = 2;
    context.strokeRect(left, y, width, height);
    context.font = palette.font;
    context.textBaseline = 'middle';
    this.drawLabel(look, left, y, width, height);
  }
}

/** Sets a context to draw without transparency, and to measure in CSS pixels. */
function prepare(context: CanvasRenderingContext2D, pixelRatio: number): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.globalAlpha = 1;
}

/** Draws the visible rows and bars, the axis and the names, but not the marks of `drawGanttMarks`. */
export function drawGantt<B extends GanttBar>(
  context: CanvasRenderingContext2D,
  scene: GanttScene<B>,
  pixelRatio: number,
): void {
  const { size, palette } = scene;
  prepare(context, pixelRatio);
  context.fillStyle = palette.inks.surface;
  context.fillRect(0, 0, size.width, size.height);
  const painter = new Painter(context, scene);
  painter.drawRows();
  painter.drawLinks();
  drawFrame(context, scene);
}

/** Draws the outlines of the hovered and the active bar, and the dragged bar, on a second canvas above the chart. */
export function drawGanttMarks<B extends GanttBar>(
  context: CanvasRenderingContext2D,
  scene: GanttScene<B>,
  pixelRatio: number,
): void {
  const { size, palette } = scene;
  prepare(context, pixelRatio);
  context.clearRect(0, 0, size.width, size.height);
  if (!scene.hoveredPlace && !scene.activePlace && !scene.dragged) return;
  context.save();
  // The marks must not cover the names and the axis.
  context.beginPath();
  context.rect(size.nameWidth, HEAD_PX, size.width - size.nameWidth, size.height - HEAD_PX);
  context.clip();
  const painter = new Painter(context, scene);
  painter.drawOutline(scene.hoveredPlace, palette.inks.label, 1.5);
  painter.drawOutline(scene.activePlace, palette.inks.accent, 2.5);
  painter.drawDragged();
  context.restore();
}
