import { drawGantt, drawGanttMarks } from './draw-gantt.ts';
import type { DragTarget, GanttListener, GanttModel } from './gantt-model.ts';
import { HEAD_PX, type GanttScene, type GanttSize } from './gantt-scene.ts';
import type { GanttPalette } from './gantt-palette.ts';
import {
  findBarAt,
  findNeighbour,
  findPlaceOf,
  findRowAt,
  getTotalHeight,
  type BarPlace,
  type GanttBar,
} from './gantt-rows.ts';
import { limitView, panView, revealSpan, zoomView, type GanttView, type ViewLimits } from './gantt-view.ts';

const NARROW_PX = 640;
/** The length of the part of the time axis that is visible at first, in minutes. */
const FIRST_VIEW_MINUTES = 5 * 24 * 60;
export const ZOOM_FACTOR = 0.8;
/** The start of a dragged bar is rounded to this number of minutes. */
const SNAP_MINUTES = 5;

/**
 * Holds the state of the chart that changes many times a second: the visible part, the hovered bar and the drag. It
 * draws without React, and at most once per frame. The marks of the pointer are on a second canvas, so a new mark does
 * not draw the bars again.
 */
export class GanttController<B extends GanttBar> {
  private model: GanttModel<B> | null = null;
  private view: GanttView | null = null;
  private palette: GanttPalette | null = null;
  private size: GanttSize = { width: 0, height: 0, nameWidth: 0 };
  private hoveredPlace: BarPlace<B> | null = null;
  private activePlace: BarPlace<B> | null = null;
  private dragTarget: DragTarget<B> | null = null;
  /**
   * Whether the listener has been called for the current place of the dragged bar. It is called at most once per frame.
   */
  private isDragReported = true;
  private frameId = 0;
  /** Whether the next frame draws the bars, too, and not only the marks. */
  private shouldDrawBars = false;
  /** The span of time to show as soon as the size of the chart is known; null if there is none. */
  private spanToShow: GanttModel<B>['shownSpan'] = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly marksCanvas: HTMLCanvasElement,
    private readonly scroller: HTMLElement,
    readonly listener: GanttListener<B>,
  ) {}

  setModel(model: GanttModel<B>): void {
    const isNewActive = model.activeTask !== this.model?.activeTask;
    const shownSpan = this.model?.shownSpan ?? null;
    this.model = model;
    this.hoveredPlace = null;
    this.activePlace = model.activeTask === null ? null : findPlaceOf(model.rows, model.activeTask);
    if (this.view) this.view = limitView(this.view, this.limits);
    if (model.shownSpan !== shownSpan && model.shownSpan) this.showSpan(model.shownSpan);
    if (isNewActive && this.activePlace) this.reveal(this.activePlace);
    this.requestDraw();
  }

  setPalette(palette: GanttPalette): void {
    this.palette = palette;
    this.requestDraw();
  }

  resize(width: number, height: number): void {
    const ratio = window.devicePixelRatio || 1;
    this.size = { width, height, nameWidth: width < NARROW_PX ? 96 : 184 };
    for (const canvas of [this.canvas, this.marksCanvas]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.inlineSize = `${width}px`;
      canvas.style.blockSize = `${height}px`;
    }
    if (this.model && this.spanToShow) this.showSpan(this.spanToShow);
    this.shouldDrawBars = true;
    this.draw();
  }

  get limits(): ViewLimits {
    const { from, until } = this.model!;
    return { from, until, width: Math.max(1, this.size.width - this.size.nameWidth) };
  }

  get nameWidth(): number {
    return this.size.nameWidth;
  }

  /** Draws the bars and the marks in the next frame. Several requests before that frame cause only one drawing. */
  requestDraw(): void {
    this.shouldDrawBars = true;
    this.requestMarks();
  }

  /** Draws the marks in the next frame. The bars are drawn again only if `requestDraw` has asked for it. */
  private requestMarks(): void {
    if (this.frameId === 0)
      this.frameId = requestAnimationFrame(() => {
        this.frameId = 0;
        this.draw();
      });
  }

  dispose(): void {
    cancelAnimationFrame(this.frameId);
    this.frameId = -1;
  }

  private getView(): GanttView {
    const { model, limits } = this;
    this.view ??= limitView(
      { from: model!.now - 120, minutesPerPx: FIRST_VIEW_MINUTES / limits.width },
      limits,
    );
    return this.view;
  }

  private draw(): void {
    const { model, palette, size } = this;
    const context = this.canvas.getContext('2d', { alpha: false });
    const marksContext = this.marksCanvas.getContext('2d');
    if (!model || !palette || !context || !marksContext || size.width === 0) return;
    const scene: GanttScene<B> = {
      ...model,
      view: this.getView(),
      scrollTop: this.scroller.scrollTop,
      size,
      palette,
      hoveredPlace: this.hoveredPlace,
      activePlace: this.activePlace,
      dragged: this.dragTarget && { ...this.dragTarget, end: model.getEnd(this.dragTarget) },
    };
    const ratio = window.devicePixelRatio || 1;
    if (this.shouldDrawBars) drawGantt(context, scene, ratio);
    this.shouldDrawBars = false;
    drawGanttMarks(marksContext, scene, ratio);
    if (this.isDragReported || !this.dragTarget) return;
    this.isDragReported = true;
    this.listener.onDrag(this.dragTarget);
  }

  private toMinute(x: number): number {
    const view = this.getView();
    return view.from + (x - this.size.nameWidth) * view.minutesPerPx;
  }

  /** Finds the bar at a point of the canvas. */
  findPlace(x: number, y: number): BarPlace<B> | null {
    if (!this.model || x < this.size.nameWidth || y < HEAD_PX) return null;
    const slack = 3 * this.getView().minutesPerPx;
    return findBarAt(this.model.rows, y - HEAD_PX + this.scroller.scrollTop, this.toMinute(x), slack);
  }

  hover(x: number, y: number): void {
    const place = this.findPlace(x, y);
    const isSame =
      place?.bar === this.hoveredPlace?.bar && place?.isInPresentPlan === this.hoveredPlace?.isInPresentPlan;
    if (isSame) return;
    this.hoveredPlace = place;
    this.listener.onHover(place, x, y);
    this.requestMarks();
  }

  stopHovering(): void {
    if (!this.hoveredPlace) return;
    this.hoveredPlace = null;
    this.listener.onHover(null, 0, 0);
    this.requestMarks();
  }

  /** Zooms around a position on the canvas, by default around the middle. A factor below 1 shows less time. */
  zoom(factor: number, x = this.size.nameWidth + this.limits.width / 2): void {
    if (!this.model) return;
    this.view = zoomView(this.getView(), factor, Math.max(0, x - this.size.nameWidth), this.limits);
    this.requestDraw();
  }

  pan(dx: number, dy: number): void {
    if (!this.model) return;
    this.view = panView(this.getView(), dx, this.limits);
    if (dy !== 0) this.scroller.scrollTop += dy;
    this.requestDraw();
  }

  /** Moves the view by a share of its width. A negative share moves it towards the past. */
  page(share: number): void {
    this.pan(share * this.limits.width, 0);
  }

  showAll(): void {
    this.view = limitView({ from: this.model!.from, minutesPerPx: Infinity }, this.limits);
    this.requestDraw();
  }

  /** Shows a whole span of time. Zooms out if necessary, but never zooms in. */
  private showSpan(span: NonNullable<GanttModel<B>['shownSpan']>): void {
    this.spanToShow = this.size.width === 0 ? span : null;
    if (this.spanToShow) return;
    const { from, until } = span;
    const margin = 0.04 * (until - from) + 60;
    const minutesPerPx = (until - from + 2 * margin) / this.limits.width;
    this.view = limitView(
      { from: from - margin, minutesPerPx: Math.max(minutesPerPx, this.getView().minutesPerPx) },
      this.limits,
    );
  }

  showNow(): void {
    const view = this.getView();
    this.view = limitView({ ...view, from: this.model!.now - 60 * view.minutesPerPx }, this.limits);
    this.requestDraw();
  }

  /** Scrolls until a bar is visible. */
  private reveal({ bar, rowIndex }: BarPlace<B>): void {
    if (this.size.width > 0) this.view = revealSpan(this.getView(), bar.start, bar.end, this.limits);
    const { top, height } = this.model!.rows[rowIndex]!;
    const shownHeight = this.size.height - HEAD_PX;
    const { scrollTop } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (top + height > scrollTop + shownHeight) this.scroller.scrollTop = top + height - shownHeight;
  }

  /** Activates the neighbour of the active bar. If no bar is active, activates the first visible bar. */
  step(direction: 'next' | 'previous' | 'up' | 'down'): void {
    if (!this.model) return;
    const { rows } = this.model;
    const next = this.activePlace
      ? findNeighbour(rows, this.activePlace, direction)
      : this.findFirstVisible();
    if (next) this.listener.onActivate(next);
  }

  private findFirstVisible(): B | null {
    const { rows } = this.model!;
    const { from } = this.getView();
    const firstRow = Math.max(0, findRowAt(rows, this.scroller.scrollTop));
    for (const { lanes } of rows.slice(firstRow))
      for (const { bars } of lanes) {
        const bar = bars.find(({ end }) => end > from);
        if (bar) return bar;
      }
    return null;
  }

  get activeBar(): B | null {
    return this.activePlace?.bar ?? null;
  }

  get isDragging(): boolean {
    return this.dragTarget !== null;
  }

  /** Returns whether a drag from this point moves the active bar. Any other drag moves the view. */
  canMoveAt(x: number, y: number): boolean {
    const place = this.findPlace(x, y);
    return (
      place !== null &&
      !place.isInPresentPlan &&
      place.bar === this.activeBar &&
      this.model!.canMove(place.bar)
    );
  }

  /** Moves the dragged bar to the pointer. The drag began at `grabX`. */
  dragTo(bar: B, grabX: number, x: number, y: number): void {
    if (!this.model) return;
    const movedStart = bar.start + (x - grabX) * this.getView().minutesPerPx;
    const start = Math.max(this.model.now, Math.round(movedStart / SNAP_MINUTES) * SNAP_MINUTES);
    const rowIndex = findRowAt(this.model.rows, y - HEAD_PX + this.scroller.scrollTop);
    if (rowIndex < 0) return;
    const { dragTarget } = this;
    if (dragTarget?.bar === bar && dragTarget.rowIndex === rowIndex && dragTarget.start === start) return;
    this.dragTarget = { bar, rowIndex, start };
    this.isDragReported = false;
    this.requestMarks();
  }

  endDrag(isDropped: boolean): void {
    const target = this.dragTarget;
    this.dragTarget = null;
    if (target && isDropped) this.listener.onDrop(target);
    else this.listener.onDrag(null);
    this.requestMarks();
  }

  get totalHeight(): number {
    return this.model ? getTotalHeight(this.model.rows) + HEAD_PX : 0;
  }
}
