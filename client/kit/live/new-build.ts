import type { Beat } from '#shared/kernel/live.ts';

/** Beats of another build in a row that make it news rather than a node that is just being replaced. */
const ENOUGH_BEATS = 2;
const SPREAD_MS = 5000;
/** The same build is not reloaded for again within this time: what came back was the old page. */
const AGAIN_MS = 10 * 60_000;
const TRIED = 'mes.reloadedFor';

/** What the decision to reload needs of the world. */
interface NewBuildDependencies {
  /** The build that runs here; '' where unknown. */
  ours: string;
  /** The build that the server names when asked, null where it is not well. */
  healthy: () => Promise<string | null>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
}

/**
 * Decides when a wall, which nobody reloads by hand, loads a new build: never into a dead server, never for one
 * odd beat, never in a circle.
 */
export class NewBuild {
  private readonly of: NewBuildDependencies;
  private seen = '';
  private times = 0;
  private busy = false;

  constructor(of: NewBuildDependencies) {
    this.of = of;
  }

  /** @returns when the decision is made; true where the page reloads */
  async take({ build }: Pick<Beat, 'build'>): Promise<boolean> {
    if (this.of.ours === '' || build === '' || build === this.of.ours) {
      this.times = 0;
      return false;
    }
    this.times = build === this.seen ? this.times + 1 : 1;
    this.seen = build;
    if (this.times < ENOUGH_BEATS || this.busy || this.triedLately(build)) return false;
    this.busy = true;
    try {
      if ((await this.of.healthy()) !== build) return false;
      this.of.storage.setItem(TRIED, JSON.stringify({ build, at: Date.now() }));
      await new Promise((resume) => setTimeout(resume, Math.random() * SPREAD_MS));
      this.of.reload();
      return true;
    } finally {
      this.busy = false;
    }
  }

  private triedLately(build: string): boolean {
    const kept = this.of.storage.getItem(TRIED);
    if (kept === null) return false;
    const tried = JSON.parse(kept) as { build?: unknown; at?: unknown };
    return tried.build === build && typeof tried.at === 'number' && Date.now() - tried.at < AGAIN_MS;
  }
}

/** The build that the server's health names; null where the server is not well. */
export async function healthyBuild(): Promise<string | null> {
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
