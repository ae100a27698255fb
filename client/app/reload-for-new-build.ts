import { stored } from '#client/kit/wire/stored.ts';

const RELOADED = 'reloadedForFiles';

/**
 * After an update of the product a page that is still open asks for files of its old build. It is loaded again, once:
 * where that did not help, the failure shows.
 */
export function reloadForNewBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (stored.forTab.get(RELOADED) === __BUILD_ID__) return;
    stored.forTab.set(RELOADED, __BUILD_ID__);
    event.preventDefault();
    window.location.reload();
  });
}
