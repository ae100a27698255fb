import { fetchHealthyBuild } from '../live/new-build.ts';
import { getRetryDelay } from '../live/retry.ts';
import { browserStorage } from '../wire/browser-storage.ts';

const RELOADED_BUILD_KEY = 'reloadedForFiles';
/** After this number of failures the page reloads, because some browsers cache a failed import. */
const MAX_IMPORT_ATTEMPTS = 5;
const ownBuild = import.meta.env.PROD ? __BUILD_ID__ : '';

/** Reloads the page, but only once in a browser tab for the same build of the server. */
function reloadOncePerBuild(build: string): void {
  if (browserStorage.forTab.get(RELOADED_BUILD_KEY) === build) return;
  browserStorage.forTab.set(RELOADED_BUILD_KEY, build);
  window.location.reload();
}

/**
 * Reloads the page if a healthy server has another build, because that build may lack the files of this
 * page.
 */
export async function reloadIfNewBuild(): Promise<void> {
  const build = await fetchHealthyBuild();
  if (ownBuild !== '' && build !== null && build !== ownBuild) reloadOncePerBuild(build);
}

/**
 * Waits until the server is healthy, so that a failed download can be retried. Reloads the page if
 * the server has a new build or the download has failed too often.
 * @param failureCount the number of failed attempts, from 1
 */
export async function waitUntilHealthyOrReload(failureCount: number): Promise<void> {
  for (let retryCount = failureCount; ; retryCount++) {
    await new Promise((resume) => setTimeout(resume, getRetryDelay(retryCount)));
    const build = await fetchHealthyBuild();
    if (build === null) continue;
    if (ownBuild !== '' && (build !== ownBuild || failureCount >= MAX_IMPORT_ATTEMPTS))
      reloadOncePerBuild(build);
    return;
  }
}
