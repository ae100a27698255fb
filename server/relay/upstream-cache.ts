/** More answers than this are not kept. */
const MAX_KEPT = 10_000;

interface Kept<T> {
  at: number;
  value: Promise<T>;
  last: T | undefined;
}

/** Answers of an upstream MES that are good for a few seconds: asked for once by however many want them. */
export class UpstreamCache<T> {
  private readonly forMs: number;
  private readonly kept = new Map<string, Kept<T>>();

  constructor(forMs: number) {
    this.forMs = forMs;
  }

  /** The kept answer, or a new one; a failure is not kept. */
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

  /** The last answer, however old; undefined where there was none. */
  last(key: string): T | undefined {
    return this.kept.get(key)?.last;
  }

  forget(key: string): void {
    this.kept.delete(key);
  }
}
