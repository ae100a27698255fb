import { noteLostStyles } from '#client/kit/lazy/lost-styles.ts';
import { reloadIntoNewBuild } from '#client/kit/lazy/until-served.ts';

/**
 * After an update of the product a page that is still open asks for files of its old build. It is loaded again, once,
 * and only where the server is well and has that other build: what it shows is kept while the server is away.
 */
export function reloadForNewBuild(): void {
  noteLostStyles();
  window.addEventListener('vite:preloadError', () => void reloadIntoNewBuild());
}
