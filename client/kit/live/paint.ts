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
  private readonly dueAt = new Map<T, number>();
  private readonly paintedAt = new Map<T, number>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private framed = false;

  constructor(paint: (item: T) => void) {
    this.paint = paint;
  }

  /** Paints an item in the next frame, but not within a quarter of a second of its last paint. */
  paintSoon(item: T): void {
    if (!this.dueAt.has(item))
      this.dueAt.set(item, (this.paintedAt.get(item) ?? Number.NEGATIVE_INFINITY) + MIN_PAINT_INTERVAL_MS);
    this.plan();
  }

  /**
   * Paints an item in the next frame, however recent its last paint is, for changes that a user waits
   * for.
   */
  paintNow(item: T): void {
    this.dueAt.set(item, Number.NEGATIVE_INFINITY);
    this.plan();
  }

  forget(item: T): void {
    this.dueAt.delete(item);
    this.paintedAt.delete(item);
  }

  private plan(): void {
    if (this.framed || this.dueAt.size === 0) return;
    const wait = Math.min(...this.dueAt.values()) - performance.now();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (wait > 0) {
      this.timer = setTimeout(() => this.plan(), wait);
      return;
    }
    this.framed = true;
    runInNextFrame(() => {
      this.framed = false;
      const now = performance.now();
      for (const [item, due] of [...this.dueAt]) {
        if (due > now) continue;
        this.dueAt.delete(item);
        this.paintedAt.set(item, now);
        this.paint(item);
      }
      this.plan();
    });
  }
}
