/** A tile is painted at most this often, in milliseconds: more cannot be read. */
const PAINT_MS = 250;

const nextFrame: (paint: () => void) => void =
  typeof requestAnimationFrame === 'function'
    ? (paint) => requestAnimationFrame(paint)
    : (paint) => setTimeout(paint, 16);

/**
 * Gathers what is to be shown: everything that is due is shown in one animation frame, each thing at most four times
 * a second. What a hidden page would show waits as one picture, not as a queue.
 */
export class LivePaint<T> {
  private readonly show: (thing: T) => void;
  private readonly dueAt = new Map<T, number>();
  private readonly painted = new Map<T, number>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private framed = false;

  constructor(show: (thing: T) => void) {
    this.show = show;
  }

  /** It looks different: shown in the next frame, or when its last picture is a quarter of a second old. */
  soon(thing: T): void {
    if (!this.dueAt.has(thing))
      this.dueAt.set(thing, (this.painted.get(thing) ?? Number.NEGATIVE_INFINITY) + PAINT_MS);
    this.plan();
  }

  /** As `soon`, without regard to the last picture: for what somebody waits for. */
  now(thing: T): void {
    this.dueAt.set(thing, Number.NEGATIVE_INFINITY);
    this.plan();
  }

  forget(thing: T): void {
    this.dueAt.delete(thing);
    this.painted.delete(thing);
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
    nextFrame(() => {
      this.framed = false;
      const now = performance.now();
      for (const [thing, due] of [...this.dueAt]) {
        if (due > now) continue;
        this.dueAt.delete(thing);
        this.painted.set(thing, now);
        this.show(thing);
      }
      this.plan();
    });
  }
}
