import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GanttController } from '#client/features/plan/schedule/chart/gantt-controller.ts';
import type { GanttModel } from '#client/features/plan/schedule/chart/gantt-model.ts';
import type { GanttPalette } from '#client/features/plan/schedule/chart/gantt-palette.ts';
import { makeRows, type GanttBar } from '#client/features/plan/schedule/chart/gantt-rows.ts';
import { HEAD_PX } from '#client/features/plan/schedule/chart/gantt-scene.ts';

const NOW = 30_000_000;
const BAR_COUNT = 40;
const bars: GanttBar[] = Array.from({ length: BAR_COUNT }, (_, index) => ({
  task: index + 1,
  order: 1,
  machine: 1,
  group: 1,
  start: NOW + index * 60,
  end: NOW + index * 60 + 50,
}));

/** Makes a canvas that counts the rectangles that are drawn on it. */
function makeCanvas() {
  const calls = { fillRect: 0, strokeRect: 0 };
  const context = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (target, name: string) => {
        if (name === 'measureText') return () => ({ width: 20 });
        if (name in target) return target[name];
        return () => {
          if (name in calls) calls[name as keyof typeof calls]++;
        };
      },
      set: (target, name: string, value) => {
        target[name] = value;
        return true;
      },
    },
  );
  const canvas = { style: {}, width: 0, height: 0, getContext: () => context };
  return { canvas: canvas as unknown as HTMLCanvasElement, calls };
}

let frames: (() => void)[];
const runFrame = (): void => {
  const waitingFrames = frames;
  frames = [];
  for (const frame of waitingFrames) frame();
};
const barCanvas = makeCanvas();
const markCanvas = makeCanvas();
const onDrag = vi.fn<() => void>();
const doNothing = () => undefined;
const model: GanttModel<GanttBar> = {
  rows: makeRows('device', [{ id: 1, title: 'CNC-1', detail: '', windows: null }], bars, []),
  days: [],
  zone: 'UTC',
  now: NOW,
  fenceEnd: NOW,
  from: NOW - 1440,
  until: NOW + 10 * 1440,
  getLook: () => ({ tone: 'late', code: 'W-1', detail: '', isPinned: false, isLate: false }),
  litTasks: null,
  links: [],
  shownSpan: null,
  activeTask: 1,
  canMove: () => true,
  getEnd: ({ start }) => start + 50,
};
let controller: GanttController<GanttBar>;

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  onDrag.mockClear();
  // All rows fit into the window, so this element never scrolls.
  const scroller = Object.defineProperty({}, 'scrollTop', { get: () => 0, set: doNothing }) as HTMLElement;
  controller = new GanttController(barCanvas.canvas, markCanvas.canvas, scroller, {
    onHover: doNothing,
    onActivate: doNothing,
    onOpen: doNothing,
    onDrag,
    onDrop: doNothing,
  });
  controller.setModel(model);
  controller.setPalette({
    inks: {},
    fills: {},
    edges: {},
    font: '',
    boldFont: '',
  } as unknown as GanttPalette);
  controller.resize(1200, 400);
  runFrame();
  for (const calls of [barCanvas.calls, markCanvas.calls]) calls.fillRect = calls.strokeRect = 0;
});

// Other tests use the same global objects, so the stubs are removed.
afterEach(() => {
  vi.unstubAllGlobals();
});

const findPoint = (): { x: number; y: number } => {
  for (let x = controller.nameWidth; x < 1200; x++)
    if (controller.findPlace(x, HEAD_PX + 12)) return { x, y: HEAD_PX + 12 };
  throw new Error('No bar is visible');
};

test('hovering and dragging draw marks, and leave the bars as they are', () => {
  const { x, y } = findPoint();
  controller.hover(x, y);
  runFrame();
  expect(markCanvas.calls.strokeRect).toBe(2);
  controller.dragTo(bars[0]!, x, x + 200, y);
  runFrame();
  controller.endDrag(false);
  runFrame();
  expect(barCanvas.calls.fillRect).toBe(0);
  // When the view moves, all bars are drawn again.
  controller.pan(10, 0);
  runFrame();
  expect(barCanvas.calls.fillRect).toBeGreaterThan(BAR_COUNT / 2);
});

test('many changes before a frame cause one drawing, and call the listener of the drag once', () => {
  const { x, y } = findPoint();
  for (let step = 1; step <= 20; step++) controller.dragTo(bars[0]!, x, x + step * 10, y);
  for (let step = 0; step < 20; step++) controller.setModel({ ...model });
  expect(frames).toHaveLength(1);
  runFrame();
  expect(onDrag).toHaveBeenCalledTimes(1);
  const drawn = barCanvas.calls.fillRect;
  controller.setModel({ ...model });
  runFrame();
  expect(barCanvas.calls.fillRect).toBe(2 * drawn);
});
