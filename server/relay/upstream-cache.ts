/** The maximum number of cached answers. */
const MAX_ENTRIES = 10_000;

interface CacheEntry<T> {
  at: number;
  value: Promise<T>;
  lastAnswer: { value: T; at: number } | undefined;
}

/** Caches answers of an upstream MES for a fixed time. Concurrent callers share one request. */
export class UpstreamCache<T> {
  private readonly ttlMs: number;
  private readonly entries = new Map<string, CacheEntry<T>>();

  constructor(ttlMs: number) {
    this.ttlMs = ttlMs;
  }

  /** Returns the cached answer, or requests a new one. Failures are not cached. */
  get(key: string, request: () => Promise<T>): Promise<T> {
    const cachedEntry = this.entries.get(key);
    if (cachedEntry && Date.now() - cachedEntry.at < this.ttlMs) return cachedEntry.value;
    const entry: CacheEntry<T> = { at: Date.now(), value: request(), lastAnswer: cachedEntry?.lastAnswer };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    entry.value.then(
      (value) => {
        entry.lastAnswer = { value, at: Date.now() };
      },
      () => {
        entry.at = 0;
      },
    );
    return entry.value;
  }

  /** Returns the last answer if it is not older than `maxAgeMs`, else undefined. */
  getLastAnswer(key: string, maxAgeMs: number): T | undefined {
    const lastAnswer = this.entries.get(key)?.lastAnswer;
    return lastAnswer && Date.now() - lastAnswer.at <= maxAgeMs ? lastAnswer.value : undefined;
  }

  forgetAnswer(key: string): void {
    this.entries.delete(key);
  }
}
