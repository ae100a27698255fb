import { startRecordingFailedStyles } from '#client/kit/lazy/failed-styles.ts';
import { reloadIfNewBuild } from '#client/kit/lazy/wait-until-healthy.ts';

/**
 * Makes the page reload if a file cannot be downloaded and a healthy server has another build, which may lack
 * the files of this page. Each browser tab reloads at most once for the same build.
 */
export function enableReloadForNewBuild(): void {
  startRecordingFailedStyles();
  window.addEventListener('vite:preloadError', () => void reloadIfNewBuild());
}
