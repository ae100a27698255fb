import { healthyBuild } from '../live/new-build.ts';
import { retryDelay } from '../live/retry.ts';
import { stored } from '../wire/stored.ts';

const RELOADED = 'reloadedForFiles';
/** After this number of failures the page reloads, because some browsers cache a failed import. */
const MAX_TRIES = 5;
const ownBuild = import.meta.env.PROD ? __BUILD_ID__ : '';

/** Reloads the page, but only once per build of the server. */
function reloadOnce(build: string): void {
  if (stored.forTab.get(RELOADED) === build) return;
  stored.forTab.set(RELOADED, build);
  window.location.reload();
}

/** Reloads the page if a healthy server has another build, which lacks the files of this page. */
export async function reloadIntoNewBuild(): Promise<void> {
  const build = await healthyBuild();
  if (ownBuild !== '' && build !== null && build !== ownBuild) reloadOnce(build);
}

/**
 * Waits until the server is healthy, so that a failed download can be retried.
 * @param failures the number of failed attempts, from 1
 */
export async function waitUntilHealthy(failures: number): Promise<void> {
  for (let times = failures; ; times++) {
    await new Promise((resume) => setTimeout(resume, retryDelay(times)));
    const build = await healthyBuild();
    if (build === null) continue;
    if (ownBuild !== '' && (build !== ownBuild || failures >= MAX_TRIES)) reloadOnce(build);
    return;
  }
}
