/** Maximum number of cached answers. */
const MAX_KEPT = 10_000;

interface Kept<T> {
  at: number;
  value: Promise<T>;
  last: T | undefined;
}

/** Caches answers of an upstream MES for a few seconds. Concurrent callers share one request. */
export class UpstreamCache<T> {
  private readonly forMs: number;
  private readonly kept = new Map<string, Kept<T>>();

  constructor(forMs: number) {
    this.forMs = forMs;
  }

  /** Returns the cached answer, or requests a new one. Failures are not cached. */
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key);
    if (known && Date.now() - known.at < this.forMs) return known.value;
    const made: Kept<T> = { at: Date.now(), value: ask(), last: known?.last };
    this.kept.delete(key);
    this.kept.set(key, made);
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
    made.value.then(
      (value) => {
        made.last = value;
      },
      () => {
        made.at = 0;
      },
    );
    return made.value;
  }

  /** The last answer of any age; undefined if there is none. */
  last(key: string): T | undefined {
    return this.kept.get(key)?.last;
  }

  forget(key: string): void {
    this.kept.delete(key);
  }
}
