import { fetchLostStyles } from './lost-styles.ts';
import { untilServed } from './until-served.ts';

/** Where the fetching of some code is. */
export interface FetchState<T> {
  /** What was fetched; null until it is there. */
  readonly code: T | null;
  /** It could not be fetched so far; it is tried again until it is there. */
  readonly isLate: boolean;
  /** It was fetched, and is wrong in itself: trying again does not help. */
  readonly failure: Error | null;
}

/** How browsers, and the bundler, say that a file did not come. */
const DID_NOT_COME =
  /dynamically imported module|importing a module script failed|unable to preload css|styles did not come/i;
const didNotCome = (error: unknown): boolean => error instanceof Error && DID_NOT_COME.test(error.message);

/** Code that is fetched when it is needed, and again until it has come: the server may be away just then. */
export class FetchedCode<T> {
  private readonly load: () => Promise<T>;
  private readonly untilWorthTrying: (failures: number) => Promise<void>;
  private readonly listeners = new Set<() => void>();
  private now: FetchState<T> = { code: null, isLate: false, failure: null };
  private whole: Promise<T> | undefined;
  private settle: () => void = () => undefined;
  /** Done once the first try has ended, however it did; never rejected. */
  readonly tried = new Promise<void>((done) => (this.settle = done));

  /**
   * @param load imports it; called anew at each try, since an import that failed stays failed
   * @param untilWorthTrying waits before the next try
   */
  constructor(load: () => Promise<T>, untilWorthTrying = untilServed) {
    this.load = load;
    this.untilWorthTrying = untilWorthTrying;
  }

  readonly state = (): FetchState<T> => this.now;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Fetches it once for everybody who asks. @throws what is wrong in the code; never that it did not come */
  fetch(): Promise<T> {
    this.whole ??= this.tryUntilThere();
    return this.whole;
  }

  /** Fetches it before it is needed. */
  readonly fetchAhead = (): void => {
    this.fetch().catch((error: unknown) => console.error('Code that was fetched is wrong', error));
  };

  private async tryUntilThere(): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        await fetchLostStyles();
        const code = await this.load();
        this.become({ code, isLate: false, failure: null });
        return code;
      } catch (error) {
        if (!didNotCome(error)) {
          const failure = error instanceof Error ? error : new Error(String(error));
          this.become({ code: null, isLate: false, failure });
          throw failure;
        }
        console.warn('Code did not come; it is fetched again', error);
        this.become({ code: null, isLate: true, failure: null });
      }
      await this.untilWorthTrying(failures);
    }
  }

  private become(next: FetchState<T>): void {
    this.now = next;
    this.settle();
    for (const listener of this.listeners) listener();
  }
}
