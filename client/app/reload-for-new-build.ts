import { recordFailedStyles } from '#client/kit/lazy/failed-styles.ts';
import { reloadIntoNewBuild } from '#client/kit/lazy/wait-until-healthy.ts';

/**
 * Reloads the page when a file of its build no longer exists because the product was updated.
 * The page reloads once per build, and only if the server is healthy and runs another build.
 */
export function enableReloadForNewBuild(): void {
  recordFailedStyles();
  window.addEventListener('vite:preloadError', () => void reloadIntoNewBuild());
}
