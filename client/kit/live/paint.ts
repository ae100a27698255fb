/** The minimum time between two paints of an item by `paintSoon`. Nobody can read faster changes. */
const MIN_PAINT_INTERVAL_MS = 250;

const runInNextFrame: (paint: () => void) => void =
  typeof requestAnimationFrame === 'function'
    ? (paint) => requestAnimationFrame(paint)
    : (paint) => setTimeout(paint, 16);

/**
 * Paints items in animation frames. One frame paints all items that are due. `paintSoon` paints an item at
 * most four times a second. A hidden page paints the latest state when it becomes visible.
 */
export class PaintScheduler<T> {
  private readonly paint: (item: T) => void;
  private readonly dueAtByItem = new Map<T, number>();
  private readonly paintedAtByItem = new Map<T, number>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isFrameRequested = false;

  constructor(paint: (item: T) => void) {
    this.paint = paint;
  }

  /** Paints an item in the next frame, but not within a quarter of a second of its last paint. */
  paintSoon(item: T): void {
    if (!this.dueAtByItem.has(item))
      this.dueAtByItem.set(
        item,
        (this.paintedAtByItem.get(item) ?? Number.NEGATIVE_INFINITY) + MIN_PAINT_INTERVAL_MS,
      );
    this.schedulePaint();
  }

  /**
   * Paints an item in the next frame, even if its last paint is recent. This is for changes that a
   * user waits for.
   */
  paintNow(item: T): void {
    this.dueAtByItem.set(item, Number.NEGATIVE_INFINITY);
    this.schedulePaint();
  }

  forgetItem(item: T): void {
    this.dueAtByItem.delete(item);
    this.paintedAtByItem.delete(item);
  }

  private schedulePaint(): void {
    if (this.isFrameRequested || this.dueAtByItem.size === 0) return;
    const waitMs = Math.min(...this.dueAtByItem.values()) - performance.now();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (waitMs > 0) {
      this.timer = setTimeout(() => this.schedulePaint(), waitMs);
      return;
    }
    this.isFrameRequested = true;
    runInNextFrame(() => {
      this.isFrameRequested = false;
      const now = performance.now();
      for (const [item, dueAt] of [...this.dueAtByItem]) {
        if (dueAt > now) continue;
        this.dueAtByItem.delete(item);
        this.paintedAtByItem.set(item, now);
        this.paint(item);
      }
      this.schedulePaint();
    });
  }
}
