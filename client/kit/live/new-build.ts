import type { Heartbeat } from '#shared/kernel/live.ts';

/**
 * The number of consecutive beats with the same new build before a reload. A single beat may come
 * from a server node that is being replaced.
 */
const MIN_BEATS_OF_NEW_BUILD = 2;
/** Walls reload at a random moment within this time, so that they do not all reload at once. */
const RELOAD_SPREAD_MS = 5000;
/**
 * The minimum time between two reloads for the same build, in case a reload returns the old page.
 */
const MIN_RELOAD_INTERVAL_MS = 10 * 60_000;
const RELOADED_BUILD_STORAGE_KEY = 'mes.reloadedFor';

/** The values and functions on which the decision to reload depends. */
interface NewBuildReloaderDependencies {
  /** The build of this page; '' if unknown. */
  ownBuild: string;
  /** Returns the build that the server reports; null if the server is not healthy. */
  readHealthyBuild: () => Promise<string | null>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
}

/**
 * Reloads a wall when the server has a new build, because nobody reloads a wall by hand. Waits
 * until the server is healthy, and reloads at most once in ten minutes for the same build.
 */
export class NewBuildReloader {
  private readonly dependencies: NewBuildReloaderDependencies;
  private lastNewBuild = '';
  private newBuildBeatCount = 0;
  private busy = false;

  constructor(dependencies: NewBuildReloaderDependencies) {
    this.dependencies = dependencies;
  }

  /** Handles a beat. @returns whether the page reloads */
  async onBeat({ build }: Pick<Heartbeat, 'build'>): Promise<boolean> {
    if (this.dependencies.ownBuild === '' || build === '' || build === this.dependencies.ownBuild) {
      this.newBuildBeatCount = 0;
      return false;
    }
    this.newBuildBeatCount = build === this.lastNewBuild ? this.newBuildBeatCount + 1 : 1;
    this.lastNewBuild = build;
    if (this.newBuildBeatCount < MIN_BEATS_OF_NEW_BUILD || this.busy || this.wasReloadedRecently(build))
      return false;
    this.busy = true;
    try {
      if ((await this.dependencies.readHealthyBuild()) !== build) return false;
      this.dependencies.storage.setItem(
        RELOADED_BUILD_STORAGE_KEY,
        JSON.stringify({ build, at: Date.now() }),
      );
      await new Promise((resume) => setTimeout(resume, Math.random() * RELOAD_SPREAD_MS));
      this.dependencies.reload();
      return true;
    } finally {
      this.busy = false;
    }
  }

  private wasReloadedRecently(build: string): boolean {
    const stored = this.dependencies.storage.getItem(RELOADED_BUILD_STORAGE_KEY);
    if (stored === null) return false;
    const lastReload = JSON.parse(stored) as { build?: unknown; at?: unknown };
    return (
      lastReload.build === build &&
      typeof lastReload.at === 'number' &&
      Date.now() - lastReload.at < MIN_RELOAD_INTERVAL_MS
    );
  }
}

/** Creates the reloader of this page. */
export const createPageReloader = (): NewBuildReloader =>
  new NewBuildReloader({
    ownBuild: import.meta.env.PROD ? __BUILD_ID__ : '',
    readHealthyBuild: fetchHealthyBuild,
    storage: sessionStorage,
    reload: () => location.reload(),
  });

/** Reads the server's build from its health endpoint; null if the server is not healthy. */
export async function fetchHealthyBuild(): Promise<string | null> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    if (!response.ok) return null;
    const { build, database } = (await response.json()) as { build?: unknown; database?: { ok?: unknown } };
    return typeof build === 'string' && database?.ok === true ? build : null;
  } catch (error) {
    console.warn('The server is not well: no reload', error);
    return null;
  }
}
