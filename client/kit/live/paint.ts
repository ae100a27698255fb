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
  private readonly show: (thing: T) => void;
  private readonly dueAt = new Map<T, number>();
  private readonly paintedAt = new Map<T, number>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private framed = false;

  constructor(show: (thing: T) => void) {
    this.show = show;
  }

  /** Paints an item in the next frame, but not within a quarter of a second of its last paint. */
  paintSoon(thing: T): void {
    if (!this.dueAt.has(thing))
      this.dueAt.set(thing, (this.paintedAt.get(thing) ?? Number.NEGATIVE_INFINITY) + MIN_PAINT_INTERVAL_MS);
    this.plan();
  }

  /**
   * Paints an item in the next frame, however recent its last paint is, for changes that a user waits
   * for.
   */
  paintNow(thing: T): void {
    this.dueAt.set(thing, Number.NEGATIVE_INFINITY);
    this.plan();
  }

  forget(thing: T): void {
    this.dueAt.delete(thing);
    this.paintedAt.delete(thing);
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
      for (const [thing, due] of [...this.dueAt]) {
        if (due > now) continue;
        this.dueAt.delete(thing);
        this.paintedAt.set(thing, now);
        this.show(thing);
      }
      this.plan();
    });
  }
}
