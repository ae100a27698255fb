import { healthyBuild } from '../live/new-build.ts';
import { retryDelay } from '../live/retry.ts';
import { stored } from '../wire/stored.ts';

const RELOADED = 'reloadedForFiles';
/** A browser that keeps a failed import for good gets a new page after so many tries with a server that is well. */
const MAX_TRIES = 5;
const ours = import.meta.env.PROD ? __BUILD_ID__ : '';

/** Loads the page again, once for each build: where that did not help, it goes on as it is. */
function reloadOnce(build: string): void {
  if (stored.forTab.get(RELOADED) === build) return;
  stored.forTab.set(RELOADED, build);
  window.location.reload();
}

/** Loads the page again where the server is well and has another build: files of this one never come any more. */
export async function reloadIntoNewBuild(): Promise<void> {
  const build = await healthyBuild();
  if (ours !== '' && build !== null && build !== ours) reloadOnce(build);
}

/**
 * Waits until a file that did not come may be asked for again: once the server is well.
 * @param failures how often it has not come, from 1
 */
export async function untilServed(failures: number): Promise<void> {
  for (let times = failures; ; times++) {
    await new Promise((resume) => setTimeout(resume, retryDelay(times)));
    const build = await healthyBuild();
    if (build === null) continue;
    if (ours !== '' && (build !== ours || failures >= MAX_TRIES)) reloadOnce(build);
    return;
  }
}
