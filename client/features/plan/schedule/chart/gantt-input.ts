import { HEAD_PX } from './gantt-scene.ts';
import { ZOOM_FACTOR, type GanttController } from './gantt-controller.ts';
import type { GanttBar } from './gantt-rows.ts';

/** If the pointer moves less than this during a press, the press is a click. */
const CLICK_TOLERANCE_PX = 5;
const WHEEL_ZOOM = 0.0016;
const LINE_PX = 16;
const PAGE_SHARE = 0.25;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Press<B extends GanttBar> {
  readonly start: Point;
  last: Point;
  mode: 'waiting' | 'pan' | 'move';
  /** The bar that this press can drag; null if a drag moves the view. */
  readonly bar: B | null;
}

/** Listens to the pointers, the wheel and the Escape key. @returns a function that removes the listeners */
export function listenToPointers<B extends GanttBar>(
  canvas: HTMLCanvasElement,
  controller: GanttController<B>,
): () => void {
  const pointers = new Map<number, Point>();
  let press: Press<B> | null = null;

  const toPoint = (event: MouseEvent): Point => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const onDown = (event: PointerEvent): void => {
    if (event.button > 1) return;
    const point = toPoint(event);
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, point);
    controller.stopHovering();
    if (pointers.size > 1) {
      if (press?.mode === 'move') controller.endDrag(false);
      press = null;
      return;
    }
    const movesBar = event.button === 0 && controller.canMoveAt(point.x, point.y);
    press = { start: point, last: point, mode: 'waiting', bar: movesBar ? controller.activeBar : null };
  };

  /** Zooms and moves the view with two fingers. The zoom is around the point between them. */
  const pinch = (id: number, point: Point): void => {
    const other = [...pointers].find(([otherId]) => otherId !== id)?.[1];
    const before = pointers.get(id);
    if (!other || !before) return;
    const distanceOf = ({ x, y }: Point): number => Math.max(8, Math.hypot(x - other.x, y - other.y));
    controller.zoom(distanceOf(before) / distanceOf(point), (point.x + other.x) / 2);
    controller.pan((before.x - point.x) / 2, (before.y - point.y) / 2);
  };

  const onMove = (event: PointerEvent): void => {
    const point = toPoint(event);
    if (!pointers.has(event.pointerId)) {
      controller.hover(point.x, point.y);
      canvas.style.cursor = controller.canMoveAt(point.x, point.y) ? 'grab' : '';
      return;
    }
    if (pointers.size > 1) pinch(event.pointerId, point);
    pointers.set(event.pointerId, point);
    if (!press) return;
    const { start, last, bar } = press;
    if (press.mode === 'waiting') {
      if (Math.hypot(point.x - start.x, point.y - start.y) < CLICK_TOLERANCE_PX) return;
      press.mode = bar ? 'move' : 'pan';
      canvas.style.cursor = 'grabbing';
    }
    if (press.mode === 'pan') controller.pan(last.x - point.x, last.y - point.y);
    else if (bar) controller.dragTo(bar, start.x, point.x, point.y);
    press.last = point;
  };

  const onUp = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    const endedPress = press;
    press = null;
    canvas.style.cursor = '';
    if (!endedPress) return;
    if (endedPress.mode === 'move') controller.endDrag(event.type === 'pointerup');
    else if (endedPress.mode === 'waiting' && event.type === 'pointerup') {
      const place = controller.findPlace(endedPress.start.x, endedPress.start.y);
      controller.listener.onActivate(place?.bar ?? null);
    }
  };

  const onDoubleClick = (event: MouseEvent): void => {
    const { x, y } = toPoint(event);
    const place = controller.findPlace(x, y);
    if (place) controller.listener.onOpen(place.bar);
  };

  const onWheel = (event: WheelEvent): void => {
    const { x, y } = toPoint(event);
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    event.preventDefault();
    controller.stopHovering();
    // Over the names of the rows, the wheel scrolls the rows.
    if (x < controller.nameWidth && y > HEAD_PX && !event.ctrlKey) controller.pan(0, dy);
    else if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) controller.pan(dx || dy, 0);
    else controller.zoom(Math.exp(dy * WHEEL_ZOOM), x);
  };

  const onLeave = (): void => controller.stopHovering();
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || press?.mode !== 'move') return;
    press = null;
    controller.endDrag(false);
  };

  canvas.addEventListener('pointerdown', onDown);
  canvas.addEventListener('pointermove', onMove);
  canvas.addEventListener('pointerup', onUp);
  canvas.addEventListener('pointercancel', onUp);
  canvas.addEventListener('pointerleave', onLeave);
  canvas.addEventListener('dblclick', onDoubleClick);
  canvas.addEventListener('wheel', onWheel, { passive: false });
  window.addEventListener('keydown', onKey);
  return () => {
    canvas.removeEventListener('pointerdown', onDown);
    canvas.removeEventListener('pointermove', onMove);
    canvas.removeEventListener('pointerup', onUp);
    canvas.removeEventListener('pointercancel', onUp);
    canvas.removeEventListener('pointerleave', onLeave);
    canvas.removeEventListener('dblclick', onDoubleClick);
    canvas.removeEventListener('wheel', onWheel);
    window.removeEventListener('keydown', onKey);
  };
}

/** Handles a key press on the chart. @returns whether the chart uses the key */
export function handleGanttKey<B extends GanttBar>(
  controller: GanttController<B>,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): boolean {
  switch (key) {
    case 'ArrowRight':
      if (shiftKey) controller.page(PAGE_SHARE);
      else controller.step('next');
      return true;
    case 'ArrowLeft':
      if (shiftKey) controller.page(-PAGE_SHARE);
      else controller.step('previous');
      return true;
    case 'ArrowDown':
      controller.step('down');
      return true;
    case 'ArrowUp':
      controller.step('up');
      return true;
    case '+':
    case '=':
      controller.zoom(ZOOM_FACTOR);
      return true;
    case '-':
      controller.zoom(1 / ZOOM_FACTOR);
      return true;
    case '0':
      controller.showAll();
      return true;
    case 'Home':
      controller.showNow();
      return true;
    case 'Enter':
      if (controller.activeBar) controller.listener.onOpen(controller.activeBar);
      return controller.activeBar !== null;
    case 'Escape':
      if (controller.activeBar) controller.listener.onActivate(null);
      return controller.activeBar !== null;
    default:
      return false;
  }
}
