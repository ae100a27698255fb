const WORKER_PATH = '/offline-worker.js';
const WORKER_SCOPE = '/terminal';

/**
 * Registers the service worker that opens the page without a network. Browsers allow service workers only on HTTPS and
 * localhost. On other origins the queue of reports works, but the page must stay open while there is no network.
 */
export function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(WORKER_PATH, { scope: WORKER_SCOPE, updateViaCache: 'none' })
    .catch((error: unknown) => console.warn('The page does not open without network', error));
}
