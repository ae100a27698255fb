import { fetchFailedStyles } from './failed-styles.ts';
import { waitUntilHealthyOrReload } from './wait-until-healthy.ts';

/** The state of a download. */
export interface FetchState<T> {
  /** The downloaded code; null until a download has succeeded. */
  readonly code: T | null;
  /** Whether the download has failed and will be retried. */
  readonly isRetrying: boolean;
  /** The error of code that was downloaded but failed to run. A retry would not help. */
  readonly failure: Error | null;
}

/** Matches the messages of browsers, of the bundler and of `failed-styles.ts` for a failed download. */
const DOWNLOAD_ERROR_PATTERN =
  /dynamically imported module|importing a module script failed|unable to preload css|styles did not come/i;
const isDownloadError = (error: unknown): boolean =>
  error instanceof Error && DOWNLOAD_ERROR_PATTERN.test(error.message);

/** Code that is downloaded on demand. A failed download is repeated until the code arrives. */
export class FetchedCode<T> {
  private readonly load: () => Promise<T>;
  private readonly waitForRetry: (failureCount: number) => Promise<void>;
  private readonly listeners = new Set<() => void>();
  private currentState: FetchState<T> = { code: null, isRetrying: false, failure: null };
  private download: Promise<T> | undefined;
  private resolveFirstAttempt: () => void = () => undefined;
  /** Resolves after the first attempt, whether it succeeded or failed. Never rejects. */
  readonly firstAttempt = new Promise<void>((resolve) => (this.resolveFirstAttempt = resolve));

  /**
   * @param load imports the code; called again for each attempt
   * @param waitForRetry waits before the next attempt
   */
  constructor(load: () => Promise<T>, waitForRetry = waitUntilHealthyOrReload) {
    this.load = load;
    this.waitForRetry = waitForRetry;
  }

  readonly getState = (): FetchState<T> => this.currentState;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Downloads the code once for all callers. @throws the error of the code if it fails to run */
  fetch(): Promise<T> {
    this.download ??= this.retryUntilLoaded();
    return this.download;
  }

  /** Starts the download before the code is needed. */
  readonly preload = (): void => {
    this.fetch().catch((error: unknown) => console.error('Code that was fetched is wrong', error));
  };

  private async retryUntilLoaded(): Promise<T> {
    for (let failureCount = 1; ; failureCount++) {
      try {
        await fetchFailedStyles();
        const code = await this.load();
        this.setState({ code, isRetrying: false, failure: null });
        return code;
      } catch (error) {
        if (!isDownloadError(error)) {
          const failure = error instanceof Error ? error : new Error(String(error));
          this.setState({ code: null, isRetrying: false, failure });
          throw failure;
        }
        console.warn('Code did not come; it is fetched again', error);
        this.setState({ code: null, isRetrying: true, failure: null });
      }
      await this.waitForRetry(failureCount);
    }
  }

  private setState(next: FetchState<T>): void {
    this.currentState = next;
    this.resolveFirstAttempt();
    // React reads `status`, so it does not suspend a component that first renders after the attempt.
    void Object.assign(this.firstAttempt, { status: 'fulfilled' });
    for (const listener of this.listeners) listener();
  }
}
