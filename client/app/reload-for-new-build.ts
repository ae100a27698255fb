import { recordLostStyles } from '#client/kit/lazy/lost-styles.ts';
import { reloadIntoNewBuild } from '#client/kit/lazy/wait-until-healthy.ts';

/**
 * Reloads the page after an update of the product, because an open page requests files of its old build.
 * Reloads once per build, and only if the server is healthy and runs another build: while the server is
 * unreachable, the page keeps its content.
 */
export function reloadForNewBuild(): void {
  recordLostStyles();
  window.addEventListener('vite:preloadError', () => void reloadIntoNewBuild());
}
